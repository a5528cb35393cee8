import { looksLike } from '../../files/content-signatures.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { Problem } from '../../problems.ts';
import { derivedIcoAddress, formatAddress, uploadKey } from './addresses.ts';
import { type AssetKind, kindOf, type Place } from './asset-kinds.ts';
import { icoOf } from './favicon-ico.ts';
import { checkedIco, checkedImage, checkedSvg, faviconPng } from './images.ts';
import type { Ticket } from './queries.ts';

/** A file that is ready to be published in a place of the branding. */
export type PreparedAsset = { place: Place; address: string; content: Buffer; contentType: string };

let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Reads what was uploaded for the tickets and makes of it what the public may see. A file that is
 * not what its ticket says is removed. Throws ASSET_NOT_UPLOADED or ASSET_REJECTED.
 */
export function prepareAssets(
  objects: ObjectStore,
  tenantUuid: string,
  tickets: readonly Ticket[],
): Promise<PreparedAsset[]> {
  if (tickets.length === 0) return Promise.resolve([]);
  // One confirm after another in each process: decoding is what costs memory.
  const turn = lastTurn.then(() => prepareNow(objects, tenantUuid, tickets));
  lastTurn = turn.catch(() => undefined);
  return turn;
}

async function prepareNow(objects: ObjectStore, tenantUuid: string, tickets: readonly Ticket[]) {
  const prepared: PreparedAsset[] = [];
  for (const ticket of tickets) {
    const kind = kindOf(ticket.fileName);
    const key = uploadKey(tenantUuid, ticket.sessionUuid, ticket.fileName);
    const content = await readUpload(objects, key, kind);
    try {
      prepared.push(...(await toPublish(ticket, kind, content)));
    } catch (error) {
      await objects.remove([key]);
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

async function toPublish(
  ticket: Ticket,
  kind: AssetKind,
  content: Buffer,
): Promise<PreparedAsset[]> {
  const { place, contentType } = kind;
  if (!looksLike(contentType, content))
    throw new Problem('ASSET_REJECTED', `The content of ${place} is not ${contentType}`);
  const asset = { place, address: formatAddress(ticket), contentType };
  if (place === 'faviconIco') return [{ ...asset, content: await checkedIco(content) }];
  if (place === 'logo') {
    const check = contentType === 'image/svg+xml' ? checkedSvg : checkedImage;
    return [{ ...asset, content: await check(content) }];
  }
  const png = await faviconPng(content);
  const ico = {
    place: 'faviconIco',
    address: derivedIcoAddress(ticket),
    contentType: 'image/x-icon',
    content: icoOf(png),
  } as const;
  return [{ ...asset, content: png }, ico];
}
