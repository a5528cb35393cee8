import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { derivedIcoAddress, formatAddress } from './addresses.ts';
import { contentTypeOf, findKind } from './asset-kinds.ts';
import { confirmBranding } from './confirm-branding.ts';
import { icoOf } from './favicon-ico.ts';
import type { RequestedAssets } from './plan-confirm.ts';
import type { PreparedAsset } from './prepare-assets.ts';
import { closePendingSession, insertSession, lockBranding } from './queries.ts';
import type { BrandingChanges } from './schemas.ts';

/** A file that is known to be good; a favicon is a png of 32×32. */
type TrustedFile = { type: 'logo' | 'favicon'; ext: string; content: Buffer };

/**
 * Publishes colours and files in one step, in place of the defaults: for the platform itself,
 * which has the files at hand and need not decode them. What users upload is confirmed instead.
 */
export async function publishBranding(
  tx: Tx,
  objects: ObjectStore,
  branding: { colors: BrandingChanges['colors']; files: readonly TrustedFile[]; editor: string },
): Promise<void> {
  const { colors, files, editor } = branding;
  const versionHint = (await lockBranding(tx)) + 1;
  const session = { versionHint, sessionUuid: randomUUIDv7() };
  const prepared = files.flatMap((file) => toAssets(file, session));
  const useDefault = {
    neutral: false,
    primary: false,
    sidebar: false,
    logo: false,
    favicon: false,
  };
  const input = { colors, useDefault };
  await publishPrepared(tx, objects, { input, prepared, session, editor });
}

type Publication = {
  input: BrandingChanges;
  prepared: readonly PreparedAsset[];
  session: { versionHint: number; sessionUuid: string };
  editor: string | null;
};

/** Publishes files that are ready as the next version, in a session of their own that ends every other. */
export async function publishPrepared(
  tx: Tx,
  objects: ObjectStore,
  { input, prepared, session, editor }: Publication,
): Promise<void> {
  const uploaded = prepared.filter((asset) => !asset.address.includes('derived'));
  await closePendingSession(tx, 'REPLACED');
  const tickets = uploaded.map(({ place, address }) => ({ place, fileName: fileNameOf(address) }));
  await insertSession(tx, { ...session, minutes: 1 }, tickets);
  const requested: RequestedAssets = Object.fromEntries(
    uploaded.map(({ place, address }) => [place, address]),
  );
  const hints = [session.versionHint];
  await confirmBranding(tx, objects, { input, requested, hints, prepared, editor });
}

function toAssets(
  { type, ext, content }: TrustedFile,
  session: { versionHint: number; sessionUuid: string },
): PreparedAsset[] {
  const kind = findKind(type, ext);
  if (!kind) throw new Error(`${type}.${ext} is not an asset`);
  const { place, fileName, contentType } = kind;
  const asset = { place, address: formatAddress({ ...session, fileName }), content, contentType };
  if (place !== 'faviconPng32') return [asset];
  const address = derivedIcoAddress({ ...session, fileName });
  const ico = { place: 'faviconIco' as const, address, content: icoOf(content) };
  return [asset, { ...ico, contentType: contentTypeOf(address) }];
}

function fileNameOf(address: string): string {
  return address.split('/').at(-1) ?? '';
}
