import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { openUploads } from '../../files/uploads/open-uploads.ts';
import { assetPath, formatAddress, owner } from './addresses.ts';
import { type AssetKind, assetTypes, extensionsOf, findKind } from './asset-kinds.ts';
import { lockBranding } from './queries.ts';
import type { AssetFiles } from './schemas.ts';

type Place = { objects: ObjectStore; origin: string };

/**
 * Opens a session of uploads in place of one that is pending, and grants a URL for each file.
 * The hint is the version that its confirm will make.
 */
export async function initBrandingAssets(tx: Tx, files: AssetFiles, { objects, origin }: Place) {
  const kinds = readKinds(files);
  const { tenantUuid } = tx;
  const versionHint = (await lockBranding(tx)) + 1;
  const { sessionUuid, expiry, urls } = await openUploads(tx, objects, {
    owner,
    versionHint,
    files: kinds,
  });

  const uploads = kinds.map(({ fileName, contentType, maxBytes }, at) => {
    const [type = '', ext = ''] = fileName.split('.');
    const address = formatAddress({ versionHint, sessionUuid, fileName });
    return {
      type,
      ext,
      uploadUrl: new URL(urls[at] ?? '', origin).href,
      finalUrl: origin + assetPath(tenantUuid, address),
      maxBytes,
      contentType,
      expiresAt: expiry.replace('Z', ''),
    };
  });
  return { versionHint, uploads };
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
