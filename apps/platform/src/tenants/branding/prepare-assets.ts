import { looksLike } from '../../files/content-signatures.ts';
import { uploadKey } from '../../files/keys.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import type { Ticket as UploadTicket } from '../../files/uploads/session-queries.ts';
import { Problem } from '../../problems.ts';
import { derivedIcoAddress, formatAddress, mailLogoAddress } from './addresses.ts';
import { type AssetKind, kindOf, type Place } from './asset-kinds.ts';
import { icoOf } from './favicon-ico.ts';
import { treatImage } from './image-processes.ts';
import type { Treatment } from './images.ts';
import { createTurns } from './turns.ts';

type Ticket = UploadTicket<Place>;

/** A file that is ready to be published in a place of the branding. */
export type PreparedAsset = { place: Place; address: string; content: Buffer; contentType: string };

// Each confirm reads one file after another, so this is also how many image processes there are.
const inTurn = createTurns({ atOnce: 4, waitingPerTenant: 50 });

/**
 * Reads what was uploaded for the tickets and makes of it what the public may see. A file that is
 * not what its ticket says is removed. A tenant's confirms follow each other, those of several
 * tenants go side by side. Throws ASSET_NOT_UPLOADED, ASSET_REJECTED, or OVERLOADED.
 */
export async function prepareAssets(
  objects: ObjectStore,
  tenantUuid: string,
  tickets: readonly Ticket[],
): Promise<PreparedAsset[]> {
  if (tickets.length === 0) return [];
  return inTurn(tenantUuid, () => prepareNow(objects, tenantUuid, tickets));
}

async function prepareNow(objects: ObjectStore, tenantUuid: string, tickets: readonly Ticket[]) {
  const prepared: PreparedAsset[] = [];
  for (const ticket of tickets) {
    const kind = kindOf(ticket.fileName);
    const key = uploadKey(tenantUuid, ticket.sessionUuid, ticket.fileName);
    const content = await readUpload(objects, key, kind);
    try {
      prepared.push(...(await makePublishable(ticket, content)));
    } catch (error) {
      const isRefused = error instanceof Problem && error.code === 'ASSET_REJECTED';
      if (isRefused) await objects.remove([key]);
      throw error;
    }
  }
  return prepared;
}

async function readUpload(objects: ObjectStore, key: string, { place, maxBytes }: AssetKind) {
  const content = await objects.read(key, maxBytes);
  if (content) return content;
  const bytes = await objects.sizeOf(key);
  if (bytes === null) throw new Problem('ASSET_NOT_UPLOADED', `Nothing was uploaded for ${place}`);
  await objects.remove([key]);
  throw new Problem('ASSET_REJECTED', `The ${place} has ${bytes} bytes, of at most ${maxBytes}`);
}

/** Returns what the public may see of a file, with what is derived of it. Throws ASSET_REJECTED. */
export async function makePublishable(
  ticket: Pick<Ticket, 'versionHint' | 'sessionUuid' | 'fileName'>,
  content: Buffer,
): Promise<PreparedAsset[]> {
  const { place, contentType } = kindOf(ticket.fileName);
  if (!looksLike(contentType, content))
    throw new Problem('ASSET_REJECTED', `${ticket.fileName}: the content is not ${contentType}`);
  const treated = (treatment: Treatment) => treatImage(ticket.fileName, { treatment, content });
  const asset = { place, address: formatAddress(ticket), contentType };
  if (place === 'faviconIco') return [{ ...asset, content: await treated('ico') }];
  if (place === 'logo') {
    const treatment = contentType === 'image/svg+xml' ? 'drawing' : 'image';
    const logo = { ...asset, content: await treated(treatment) };
    return [logo, ...(await drawnForMails(logo))];
  }
  const png = await treated('favicon');
  const ico = {
    place: 'faviconIco',
    address: derivedIcoAddress(ticket),
    contentType: 'image/x-icon',
    content: icoOf(png),
  } as const;
  return [{ ...asset, content: png }, ico];
}

/** Returns the png of a logo that mail programs would not show; nothing for a png or jpg. */
export async function drawnForMails({
  address,
  content,
}: Pick<PreparedAsset, 'address' | 'content'>): Promise<PreparedAsset[]> {
  const drawn = mailLogoAddress(address);
  if (drawn === address) return [];
  const png = await treatImage('logo', { treatment: 'mailLogo', content });
  return [{ place: 'logo', address: drawn, content: png, contentType: 'image/png' }];
}
