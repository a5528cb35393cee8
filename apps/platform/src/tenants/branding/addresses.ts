import { ownerPrefix } from '../../files/keys.ts';
import type { Place } from './asset-kinds.ts';

/** The end of an asset's public URL: the session it was uploaded in and its file. */
type AssetAddress = { versionHint: number; sessionUuid: string; fileName: string };

/** The path under which the public reads assets. */
export const assetsPath = '/api/public/assets';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const pattern = new RegExp(`^(\\d{1,9})/(${uuid})/([a-z-]+\\.[a-z]+)$`);

/** An address as it is stored: `3/0198…/logo.svg`. */
export function formatAddress({ versionHint, sessionUuid, fileName }: AssetAddress): string {
  return `${versionHint}/${sessionUuid}/${fileName}`;
}

export function parseAddress(text: string): AssetAddress | undefined {
  const [, versionHint = '', sessionUuid = '', fileName = ''] = pattern.exec(text) ?? [];
  return fileName ? { versionHint: Number(versionHint), sessionUuid, fileName } : undefined;
}

/** Returns the public URL's path of an asset. */
export function assetPath(tenantUuid: string, address: string): string {
  return `${assetsPath}/${tenantUuid}/${address}`;
}

/** The address in a public URL of this tenant's, whatever origin it names; else undefined. */
export function addressInUrl(url: string, tenantUuid: string): string | undefined {
  const path = URL.parse(url, 'http://any.example')?.pathname ?? '';
  const prefix = `${assetsPath}/${tenantUuid}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** The owner of branding's files. */
export const owner = 'branding';

/** Returns the key of a published asset, whose content never changes. */
export function publishedKey(tenantUuid: string, address: string): string {
  return ownerPrefix(tenantUuid, owner) + address;
}

const derivedIco = 'derived-favicon.ico';
const derivedLogo = 'derived-logo.png';

/** Returns the address of the ico that is made from an uploaded png favicon. */
export function derivedIcoAddress(png: AssetAddress): string {
  return formatAddress({ ...png, fileName: derivedIco });
}

/**
 * Returns the address of a logo as mail programs show it: the logo's own when it is a png or jpg, else
 * that of the png which is drawn of it.
 */
export function mailLogoAddress(logo: string): string {
  const address = parseAddress(logo);
  if (!address || /\.(png|jpg)$/.test(logo)) return logo;
  return formatAddress({ ...address, fileName: derivedLogo });
}

export function isDerivedIco(place: Place, address: string): boolean {
  return place === 'faviconIco' && address.endsWith(`/${derivedIco}`);
}
