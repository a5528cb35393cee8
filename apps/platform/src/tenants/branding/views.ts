import { createHash } from 'node:crypto';
import { assetPath } from './addresses.ts';
import type { Place } from './asset-kinds.ts';
import { defaultColors, defaultPath, defaultsVersion } from './defaults.ts';
import type { BrandingVersionRow } from './history-queries.ts';
import type { BrandingColumns, BrandingRow } from './queries.ts';
import type { BrandingVersionView, BrandingView, PublicView } from './schemas.ts';

/** The time for which a public answer may be cached. */
export const ttlSeconds = 300;

/** Returns what is stored of a branding, now or of an earlier version. */
function toStoredView(
  row: BrandingColumns & { version: number },
  tenantUuid: string,
  origin: string,
): BrandingView['stored'] {
  const stored = (address: string | null) => address && origin + assetPath(tenantUuid, address);
  return {
    version: row.version,
    colors: {
      neutral: row.neutralColor ?? defaultColors.neutral,
      primary: row.primaryColor ?? defaultColors.primary,
      sidebar: row.sidebarColor ?? defaultColors.sidebar,
    },
    useDefault: {
      neutral: row.defaultNeutral,
      primary: row.defaultPrimary,
      sidebar: row.defaultSidebar,
      logo: row.defaultLogo,
      favicon: row.defaultFavicon,
    },
    assets: {
      logo: stored(row.logo),
      faviconPng32: stored(row.faviconPng32),
      faviconIco: stored(row.faviconIco),
    },
  };
}

/** Returns the administrator's view: the overrides that are stored, beside the defaults. */
export function toAdminView(row: BrandingRow, origin: string): BrandingView {
  const { tenantUuid, tenantName, updatedAt, updatedBy } = row;
  return {
    tenantUuid,
    tenantName,
    stored: toStoredView(row, tenantUuid, origin),
    defaults: {
      colors: defaultColors,
      assets: {
        logo: origin + defaultPath('logo'),
        faviconPng32: origin + defaultPath('faviconPng32'),
        faviconIco: origin + defaultPath('faviconIco'),
      },
    },
    updatedAt,
    updatedBy,
  };
}

/** Returns a version that was published. */
export function toVersionView(
  row: BrandingVersionRow,
  tenantUuid: string,
  origin: string,
): BrandingVersionView {
  const { publishedAt, publishedBy, restoredVersion, isCurrent } = row;
  const of = { publishedAt, publishedBy, restoredVersion, isCurrent };
  return { ...toStoredView(row, tenantUuid, origin), ...of };
}

/** Returns the public view: each part is the tenant's own, or the default in its place. */
export function toPublicView(row: BrandingRow, origin: string): PublicView {
  const color = (name: keyof typeof defaultColors, own: string | null, useDefault: boolean) =>
    (useDefault ? null : own) ?? defaultColors[name];
  const asset = (place: Place, useDefault: boolean) => {
    const own = useDefault ? null : row[place];
    return origin + (own ? assetPath(row.tenantUuid, own) : defaultPath(place));
  };
  return {
    tenantUuid: row.tenantUuid,
    version: row.version,
    colors: {
      neutral: color('neutral', row.neutralColor, row.defaultNeutral),
      primary: color('primary', row.primaryColor, row.defaultPrimary),
      sidebar: color('sidebar', row.sidebarColor, row.defaultSidebar),
    },
    assets: {
      logo: asset('logo', row.defaultLogo),
      favicon: {
        png32: asset('faviconPng32', row.defaultFavicon),
        ico: asset('faviconIco', row.defaultFavicon),
      },
    },
    cache: { ttlSeconds },
  };
}

/** Changes with whatever a public answer is made of. */
export function etagOf({ tenantUuid, version }: BrandingRow, origin: string): string {
  const ofOrigin = createHash('sha256').update(origin).digest('hex').slice(0, 12);
  return `"${tenantUuid}.${version}.${defaultsVersion}.${ofOrigin}"`;
}
