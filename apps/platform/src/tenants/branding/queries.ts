import type { Tx } from '../../database/transaction.ts';

/** A tenant's branding as it is stored; a tenant that never confirmed one has version 0. */
export type BrandingRow = {
  tenantUuid: string;
  tenantName: string;
  version: number;
  neutralColor: string | null;
  primaryColor: string | null;
  sidebarColor: string | null;
  defaultNeutral: boolean;
  defaultPrimary: boolean;
  defaultSidebar: boolean;
  defaultLogo: boolean;
  defaultFavicon: boolean;
  logo: string | null;
  faviconPng32: string | null;
  faviconIco: string | null;
  /** The logo as mail programs show it. */
  mailLogo: string | null;
  updatedAt: string | null;
  updatedBy: string | null;
};

/** The columns that a confirm writes. */
export type BrandingColumns = Omit<
  BrandingRow,
  'tenantUuid' | 'tenantName' | 'version' | 'updatedAt' | 'updatedBy'
>;

const select = (tx: Tx) => tx`
  select t.tenant_uuid, t.name as tenant_name, coalesce(b.version, 0) as version,
         b.neutral_color, b.primary_color, b.sidebar_color,
         coalesce(b.default_neutral, true) as default_neutral,
         coalesce(b.default_primary, true) as default_primary,
         coalesce(b.default_sidebar, true) as default_sidebar,
         coalesce(b.default_logo, true) as default_logo,
         coalesce(b.default_favicon, true) as default_favicon,
         b.logo, b.favicon_png32, b.favicon_ico, b.mail_logo,
         record_time(b.updated_at) as updated_at, b.updated_by
    from tenants t left join brandings b using (tenant_uuid)`;

/** Returns the branding of a live tenant. */
export async function findBranding(tx: Tx, tenantUuid: string) {
  const [branding] = await tx<BrandingRow[]>`
    ${select(tx)} where t.tenant_uuid = ${tenantUuid} and t.deleted_at is null`;
  return branding;
}

/** Returns the branding of an active tenant, as anybody may see it; a platform transaction's query. */
export async function findPublicBranding(tx: Tx, tenantUuid: string) {
  const [branding] = await tx<BrandingRow[]>`
    ${select(tx)} where t.tenant_uuid = ${tenantUuid} and t.deleted_at is null and t.is_active`;
  return branding;
}

/** Returns the branding of the active tenant that a domain leads to; a platform transaction's query. */
export async function findBrandingByDomain(tx: Tx, domain: string) {
  const [branding] = await tx<BrandingRow[]>`
    ${select(tx)} join tenant_domains d using (tenant_uuid)
     where d.domain = ${domain} and d.active and d.proven_at is not null and t.deleted_at is null
       and t.is_active`;
  return branding;
}

/** Locks the tenant's branding until the transaction ends, and answers the version it has. */
export async function lockBranding(tx: Tx): Promise<number> {
  await tx`insert into brandings (tenant_uuid) values (${tx.tenantUuid}) on conflict do nothing`;
  const [row] = await tx<[{ version: number }]>`
    select version from brandings where tenant_uuid = ${tx.tenantUuid} for update`;
  return row.version;
}

export async function updateBrandingRow(
  tx: Tx,
  columns: Partial<BrandingColumns>,
  editor: string | null,
) {
  await tx`
    update brandings set ${tx({ ...columns, updatedBy: editor })},
           version = version + 1, updated_at = change_time()
     where tenant_uuid = ${tx.tenantUuid}`;
}
