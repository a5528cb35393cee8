import type { Tx } from '../../database/transaction.ts';
import type { BrandingColumns } from './queries.ts';

/** The number of published versions that are kept, with their pictures. */
export const keptVersions = 50;

/** A branding as it was published. */
export type BrandingVersionRow = BrandingColumns & {
  version: number;
  publishedAt: string;
  publishedBy: string | null;
  restoredVersion: number | null;
  isCurrent: boolean;
};

const content = (tx: Tx) => tx`
  neutral_color, primary_color, sidebar_color, default_neutral, default_primary, default_sidebar,
  default_logo, default_favicon, logo, favicon_png32, favicon_ico, mail_logo`;

/** Keeps what the tenant's branding is now, and of those before the newest. */
export async function keepVersion(tx: Tx, restoredVersion: number | null): Promise<void> {
  const { tenantUuid } = tx;
  await tx`
    insert into branding_versions (tenant_uuid, version, ${content(tx)}, published_at, published_by,
                                   restored_version)
    select tenant_uuid, version, ${content(tx)}, updated_at, updated_by, ${restoredVersion}::int
      from brandings where tenant_uuid = ${tenantUuid}`;
  await tx`
    delete from branding_versions
     where tenant_uuid = ${tenantUuid} and version not in (
       select version from branding_versions where tenant_uuid = ${tenantUuid}
        order by version desc limit ${keptVersions})`;
}

const select = (tx: Tx) => tx`
  select version, ${content(tx)}, record_time(published_at) as published_at, published_by,
         restored_version,
         version = (select b.version from brandings b where b.tenant_uuid = ${tx.tenantUuid}) as is_current
    from branding_versions v where v.tenant_uuid = ${tx.tenantUuid}`;

/** Returns the versions that are kept, newest first. */
export function listVersions(tx: Tx) {
  return tx<BrandingVersionRow[]>`${select(tx)} order by version desc`;
}

export async function findVersion(tx: Tx, version: number) {
  const [row] = await tx<BrandingVersionRow[]>`${select(tx)} and version = ${version}`;
  return row;
}

/** Removes what was published before, whose pictures are not to be shown again. */
export async function forgetVersions(tx: Tx): Promise<void> {
  await tx`delete from branding_versions where tenant_uuid = ${tx.tenantUuid}`;
}
