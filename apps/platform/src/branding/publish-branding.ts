import type { Tx } from '../db.ts';
import type { ObjectStore } from '../object-storage/object-store.ts';
import { addressInUrl, parseAddress, uploadKey } from './addresses.ts';
import { findKind } from './asset-kinds.ts';
import { confirmBranding } from './confirm-branding.ts';
import { initBrandingAssets } from './init-branding-assets.ts';
import { planConfirm, type RequestedAssets } from './plan-confirm.ts';
import { prepareAssets } from './prepare-assets.ts';
import type { BrandingChanges } from './schemas.ts';

type AssetFile = { type: 'logo' | 'favicon'; ext: string; content: Buffer };

/**
 * Publishes colours and files in one step, as init, uploads and confirm do: for the platform
 * itself, which has the files at hand. What the tenant sets is shown in place of the defaults.
 */
export async function publishBranding(
  tx: Tx,
  objects: ObjectStore,
  branding: { colors: BrandingChanges['colors']; files: readonly AssetFile[]; editor: string },
): Promise<void> {
  const { colors, files, editor } = branding;
  const { tenantUuid } = tx;
  const wanted = files.map(({ type, ext }) => ({ type, ext }));
  const session = await initBrandingAssets(tx, wanted, { objects, origin: 'http://localhost' });

  const requested: RequestedAssets = {};
  for (const [at, { finalUrl, contentType }] of session.uploads.entries()) {
    const { type = 'logo', ext = '', content } = files[at] ?? {};
    const address = addressInUrl(finalUrl, tenantUuid) ?? '';
    const { sessionUuid = '', fileName = '' } = parseAddress(address) ?? {};
    const place = findKind(type, ext)?.place;
    if (!place || !content) continue;
    await objects.write(uploadKey(tenantUuid, sessionUuid, fileName), content, contentType);
    requested[place] = address;
  }

  const hints = [session.versionHint];
  const { fresh } = await planConfirm(tx, requested, hints);
  const prepared = await prepareAssets(objects, tenantUuid, fresh);
  const useDefault = {
    neutral: false,
    primary: false,
    sidebar: false,
    logo: false,
    favicon: false,
  };
  const input = { colors, useDefault };
  await confirmBranding(tx, objects, { input, requested, hints, prepared, editor });
}
