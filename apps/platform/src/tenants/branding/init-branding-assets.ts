import { randomUUIDv7 } from 'node:crypto';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { assetPath, formatAddress, uploadKey } from './addresses.ts';
import { type AssetKind, assetTypes, extensionsOf, findKind } from './asset-kinds.ts';
import { closePendingSession, insertSession, lockBranding } from './queries.ts';
import type { AssetFiles } from './schemas.ts';

/** The time for which uploads are taken and may be confirmed. */
export const ticketMinutes = 15;

type Place = { objects: ObjectStore; origin: string };

/**
 * Opens a session of uploads in place of one that is pending, and grants a URL for each file.
 * The hint is the version that its confirm will make.
 */
export async function initBrandingAssets(tx: Tx, files: AssetFiles, { objects, origin }: Place) {
  const kinds = readKinds(files);
  const { tenantUuid } = tx;
  const versionHint = (await lockBranding(tx)) + 1;
  const sessionUuid = randomUUIDv7();
  await closePendingSession(tx, 'REPLACED');
  const expiry = await insertSession(
    tx,
    { sessionUuid, versionHint, minutes: ticketMinutes },
    kinds.map(({ place, fileName }) => ({ place, fileName })),
  );

  const expiresAt = Temporal.Instant.from(expiry);
  const uploads = kinds.map(async ({ fileName, contentType, maxBytes }) => {
    const [type = '', ext = ''] = fileName.split('.');
    const key = uploadKey(tenantUuid, sessionUuid, fileName);
    const granted = await objects.grantUpload({ key, contentType, maxBytes, expiresAt });
    const address = formatAddress({ versionHint, sessionUuid, fileName });
    return {
      type,
      ext,
      uploadUrl: new URL(granted, origin).href,
      finalUrl: origin + assetPath(tenantUuid, address),
      maxBytes,
      contentType,
      expiresAt: expiry.replace('Z', ''),
    };
  });
  return { versionHint, uploads: await Promise.all(uploads) };
}

function readKinds(files: AssetFiles): AssetKind[] {
  const kinds = files.map(({ type, ext }, at) => {
    const known = assetTypes.includes(type);
    const kind = findKind(type, ext);
    if (kind) return kind;
    const field = `files[${at}].${known ? 'ext' : 'type'}`;
    const choice = known ? extensionsOf(type) : assetTypes;
    throw invalid(fieldError(field, 'NOT_ALLOWED', `must be one of ${choice.join(', ')}`));
  });
  const twice = kinds.findIndex(({ place }, at) =>
    kinds.some((each, k) => k < at && each.place === place),
  );
  if (twice >= 0)
    throw invalid(fieldError(`files[${twice}]`, 'DUPLICATE', 'takes the place of another file'));
  return kinds;
}
