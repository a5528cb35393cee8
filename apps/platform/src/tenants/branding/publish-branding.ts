import { randomUUIDv7 } from 'node:crypto';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { closePendingSession, insertSession } from '../../files/uploads/session-queries.ts';
import { derivedIcoAddress, formatAddress, owner } from './addresses.ts';
import { contentTypeOf, findKind } from './asset-kinds.ts';
import { confirmBranding, writeAssets } from './confirm-branding.ts';
import { icoOf } from './favicon-ico.ts';
import type { RequestedAssets } from './plan-confirm.ts';
import type { PreparedAsset } from './prepare-assets.ts';
import { lockBranding } from './queries.ts';
import type { BrandingChanges } from './schemas.ts';

/** A file that is known to be good; a favicon is a png of 32×32. */
type TrustedFile = { type: 'logo' | 'favicon'; ext: string; content: Buffer };

/**
 * Publishes colours and files in one step, in place of the defaults: for the platform itself,
 * which has the files at hand and need not decode them. What users upload is confirmed instead.
 */
export async function publishBranding(
  { db, objects }: { db: Db; objects: ObjectStore },
  tenantUuid: string,
  branding: { colors: BrandingChanges['colors']; files: readonly TrustedFile[]; editor: string },
): Promise<void> {
  const { colors, files, editor } = branding;
  const version = await db.asTenant(tenantUuid, system, lockBranding);
  const versionHint = version + 1;
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
  await writeAssets(objects, tenantUuid, prepared);
  await db.asTenant(tenantUuid, system, (tx) =>
    publishPrepared(tx, { input, prepared, session, editor }),
  );
}

type Publication = {
  input: BrandingChanges;
  prepared: readonly PreparedAsset[];
  session: { versionHint: number; sessionUuid: string };
  editor: string | null;
};

/** Publishes files that are ready and written as the next version, in a session of their own that ends every other. */
export async function publishPrepared(
  tx: Tx,
  { input, prepared, session, editor }: Publication,
): Promise<void> {
  const uploaded = prepared.filter((asset) => !asset.address.includes('derived'));
  await closePendingSession(tx, owner, 'REPLACED');
  const tickets = uploaded.map(({ place, address }) => ({ place, fileName: fileNameOf(address) }));
  await insertSession(tx, { ...session, owner, minutes: 1 }, tickets);
  const requested: RequestedAssets = Object.fromEntries(
    uploaded.map(({ place, address }) => [place, address]),
  );
  const hints = [session.versionHint];
  await confirmBranding(tx, { input, requested, hints, prepared, editor });
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
