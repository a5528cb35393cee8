import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { closePendingSession } from '../../files/uploads/session-queries.ts';
import {
  derivedIcoAddress,
  isDerivedIco,
  mailLogoAddress,
  owner,
  parseAddress,
  publishedKey,
} from './addresses.ts';
import { keepVersion } from './history-queries.ts';
import { planConfirm, type RequestedAssets } from './plan-confirm.ts';
import type { PreparedAsset } from './prepare-assets.ts';
import {
  type BrandingColumns,
  type BrandingRow,
  lockBranding,
  updateBrandingRow,
} from './queries.ts';
import type { BrandingChanges } from './schemas.ts';

/** A confirm whose new assets were read, checked and made ready. */
type Confirmation = {
  input: BrandingChanges;
  requested: RequestedAssets;
  hints: readonly number[];
  prepared: readonly PreparedAsset[];
  /** The user who confirms, as `updatedBy` shows it. */
  editor: string | null;
};

/**
 * Writes assets under their addresses, before rows say that they are there. Those of a confirm that fails
 * afterwards are swept like others that nobody can see.
 */
export async function writeAssets(
  objects: ObjectStore,
  tenantUuid: string,
  prepared: readonly PreparedAsset[],
): Promise<void> {
  for (const { address, content, contentType } of prepared)
    await objects.write(publishedKey(tenantUuid, address), content, contentType);
}

/**
 * Publishes a tenant's branding as its next version. Fails as `planConfirm` does; of two that
 * confirm at once, one is stale. `writeAssets` has written the objects before.
 */
export async function confirmBranding(
  tx: Tx,
  { input, requested, hints, prepared, editor }: Confirmation,
): Promise<void> {
  await lockBranding(tx);
  const { row, fresh } = await planConfirm(tx, requested, hints);
  const columns = toColumns(row, input, requested, prepared);
  await updateBrandingRow(tx, columns, editor);
  await keepVersion(tx, null);
  await closePendingSession(tx, owner, fresh.length > 0 ? 'CONFIRMED' : 'REPLACED');
  await recordEvent(tx, {
    eventType: 'branding.published',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
    attributes: {
      version: String(row.version + 1),
      ownLogo: String(!columns.defaultLogo && columns.logo !== null),
      ownFavicon: String(!columns.defaultFavicon && columns.faviconPng32 !== null),
    },
  });
}

function toColumns(
  row: BrandingRow,
  { colors = {}, useDefault = {} }: BrandingChanges,
  requested: RequestedAssets,
  prepared: Confirmation['prepared'],
): BrandingColumns {
  const kept = <T>(stated: T | undefined, before: T) => (stated === undefined ? before : stated);
  const logo = kept(requested.logo, row.logo);
  const faviconPng32 = kept(requested.faviconPng32, row.faviconPng32);
  const faviconIco = kept(requested.faviconIco, row.faviconIco);
  return {
    neutralColor: kept(colors.neutral, row.neutralColor),
    primaryColor: kept(colors.primary, row.primaryColor),
    sidebarColor: kept(colors.sidebar, row.sidebarColor),
    defaultNeutral: kept(useDefault.neutral, row.defaultNeutral),
    defaultPrimary: kept(useDefault.primary, row.defaultPrimary),
    defaultSidebar: kept(useDefault.sidebar, row.defaultSidebar),
    defaultLogo: kept(useDefault.logo, row.defaultLogo),
    defaultFavicon: kept(useDefault.favicon, row.defaultFavicon),
    logo,
    mailLogo: logo === row.logo ? row.mailLogo : mailLogoOf(logo, prepared),
    faviconPng32,
    faviconIco: icoBeside(faviconPng32, faviconIco),
  };
}

/** Returns the address of a new logo as mails show it; null while nothing was drawn of it. */
function mailLogoOf(logo: string | null, prepared: Confirmation['prepared']): string | null {
  const address = logo && mailLogoAddress(logo);
  const isThere = address === logo || prepared.some((asset) => asset.address === address);
  return isThere ? address : null;
}

/** Returns the tenant's own ico, else the one that comes with the png. */
function icoBeside(png: string | null, ico: string | null): string | null {
  if (ico && !isDerivedIco('faviconIco', ico)) return ico;
  const address = png ? parseAddress(png) : undefined;
  return address ? derivedIcoAddress(address) : null;
}
