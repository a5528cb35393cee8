import { type AnswerOf, ApiError, type BodyOf, call } from '../api.ts';
import type { BrandColors } from '../theme.ts';
import { colorNames, type Pictures, pictureNames, type Stored } from './look.ts';

type Upload = AnswerOf<'initBrandingAssets'>['uploads'][number];
type Body = BodyOf<'confirmBranding'>;

const endingOf = ({ name }: File) => name.split('.').at(-1)?.toLowerCase() ?? '';

/** Puts a file where a ticket says. Throws an ApiError. */
async function put(upload: Upload, file: File): Promise<void> {
  const { pathname, search, host } = new URL(upload.uploadUrl);
  // The platform's own store is reached at the host that the page came from.
  const isOwn = pathname.startsWith('/api/') || host === location.host;
  const url = isOwn ? pathname + search : upload.uploadUrl;
  const headers = { 'content-type': upload.contentType };
  const answer = await fetch(url, { method: 'PUT', headers, body: file }).catch(() => undefined);
  // A page of what stands between is no answer of the store.
  const isPage = answer?.headers.get('content-type')?.includes('html');
  if (answer?.ok && !isPage) return;
  const status = answer?.ok ? 0 : (answer?.status ?? 0);
  const problem = await answer?.json().catch(() => undefined);
  // A store of another maker says in its own way that the time of the address has passed.
  const code = status === 403 ? 'UPLOAD_LINK_INVALID' : 'OFFLINE';
  throw new ApiError(status, (problem ?? { code }) as Record<string, unknown>);
}

/** What is said of an upload that took longer than it may. */
const late: readonly (string | undefined)[] = ['UPLOAD_LINK_INVALID', 'UPLOAD_TICKET_INVALID'];

/** Sends the pictures that were chosen, and returns how a confirm names them. */
async function uploadPictures(
  tenantUuid: string,
  pictures: Pictures,
): Promise<NonNullable<Body>['assets']> {
  const chosen = pictureNames.flatMap((type) => {
    const picture = pictures[type];
    return picture.kind === 'FILE' ? [{ type, file: picture.file }] : [];
  });
  if (chosen.length === 0) return undefined;
  const files = chosen.map(({ type, file }) => ({ type, ext: endingOf(file) }));
  const { uploads } = await call('initBrandingAssets', { path: { tenantUuid }, body: { files } });
  const placeOf = ({ type, ext }: Upload) =>
    type === 'logo' ? 'logo' : ext === 'ico' ? 'faviconIco' : 'faviconPng32';
  await Promise.all(
    uploads.map((upload) => {
      const own = chosen.find(({ type }) => type === upload.type);
      return own && put(upload, own.file);
    }),
  );
  return Object.fromEntries(uploads.map((upload) => [placeOf(upload), upload.finalUrl]));
}

type Look = { colors: BrandColors; pictures: Pictures; shown: Stored };

/**
 * Publishes a look, all of it or nothing. What was sent of a publication that fails is dropped. A
 * ticket that expired meanwhile is asked for anew.
 */
export async function publish(
  { colors, pictures, shown }: Look,
  headers: Record<string, string>,
  isSecond = false,
): Promise<Stored> {
  const { tenantUuid, stored, defaults } = shown;
  const path = { tenantUuid };
  // `versionHint` says what the look is based on.
  const { 'if-match': _, ...sent } = headers;
  try {
    const assets = await uploadPictures(tenantUuid, pictures);
    const isDefault = (name: keyof BrandColors) =>
      colors[name].toLowerCase() === defaults.colors[name].toLowerCase();
    const useDefault = {
      ...Object.fromEntries(colorNames.map((name) => [name, isDefault(name)])),
      ...Object.fromEntries(
        pictureNames
          .filter((name) => pictures[name].kind !== 'KEPT')
          .map((name) => [name, pictures[name].kind === 'DEFAULT']),
      ),
    };
    const body = {
      colors,
      useDefault,
      versionHint: stored.version + 1,
      ...(assets ? { assets } : {}),
    };
    return await call('confirmBranding', { path, body, headers: sent });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await call('cancelBrandingAssets', { path }).catch(() => undefined);
    // The form lays what was changed here over what somebody else published, and sends it again.
    if (error.code === 'STALE_BRANDING_SESSION') throw new ApiError(412, error.problem);
    if (late.includes(error.code) && !isSecond)
      return publish({ colors, pictures, shown }, headers, true);
    throw error;
  }
}
