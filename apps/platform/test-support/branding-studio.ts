import sharp from 'sharp';
import type { World } from './world.ts';

export type Upload = {
  uploadUrl: string;
  finalUrl: string;
  contentType: string;
  maxBytes: number;
};

type File = { type: string; ext: string };
type Session = { versionHint: number; uploads: Upload[] };

export const logo: File = { type: 'logo', ext: 'svg' };
export const favicon: File = { type: 'favicon', ext: 'png' };
export const colors = { neutral: '#112233', primary: '#A1B2C3', sidebar: '#000000' };
export const useDefault = {
  neutral: false,
  primary: false,
  sidebar: false,
  logo: false,
  favicon: false,
};
export const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#14606b"/></svg>';

/** A png of one colour. */
export const square = (size: number) =>
  sharp({ create: { width: size, height: size, channels: 4, background: '#14606b' } })
    .png()
    .toBuffer();

export const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');

export type Studio = Awaited<ReturnType<typeof brandingStudio>>;

/** A new tenant whose administrator brands it. */
export async function brandingStudio(w: World) {
  const { tenantUuid, as } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  const at = (path: string) => `/api/tenants/${tenantUuid}/branding${path}`;

  async function init(...files: File[]): Promise<Session> {
    const answer = await admin.post(at('/assets/init'), { files });
    if (answer.status !== 200) throw new Error(`init answered ${answer.status}`);
    return answer.body;
  }

  /** A session for one file. */
  async function initOne(file: File): Promise<Upload & { versionHint: number }> {
    const { versionHint, uploads } = await init(file);
    return { versionHint, ...(uploads[0] as Upload) };
  }

  const put = (upload: Upload, content: Buffer | string, contentType = upload.contentType) =>
    w.anonymous.put(pathOf(upload.uploadUrl), content, { 'content-type': contentType });

  /** Uploads one logo in a session of its own. */
  async function uploadLogo(content: Buffer | string = svg, ext = 'svg') {
    const upload = await initOne({ type: 'logo', ext });
    const answer = await put(upload, content);
    if (answer.status !== 200) throw new Error(`The upload answered ${answer.status}`);
    return upload;
  }

  const confirm = (body: object) => admin.post(at('/confirm'), body);
  const readPublic = () => w.anonymous.get(`/api/public/tenants/${tenantUuid}/branding`);
  return { tenantUuid, admin, at, init, initOne, put, uploadLogo, confirm, readPublic };
}
