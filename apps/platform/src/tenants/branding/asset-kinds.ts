/** The places an asset can have in a tenant's branding, by their names on the wire. */
export const places = ['logo', 'faviconPng32', 'faviconIco'] as const;

export type Place = (typeof places)[number];

/** A kind of file that may be uploaded. */
export type AssetKind = {
  place: Place;
  contentType: string;
  maxBytes: number;
  fileName: string;
};

const contentTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
};

const allowed: Record<string, readonly string[]> = {
  logo: ['svg', 'png', 'jpg', 'webp'],
  favicon: ['png', 'ico'],
};

const maxBytes: Record<Place, number> = {
  logo: 1_048_576,
  faviconPng32: 262_144,
  faviconIco: 262_144,
};

/** The types of asset that can be uploaded, and the file endings of one of them. */
export const assetTypes = Object.keys(allowed);
export const extensionsOf = (type: string): readonly string[] =>
  Object.hasOwn(allowed, type) ? (allowed[type] ?? []) : [];

/** Returns the kind of an asset `type` and file ending, or undefined when there is no such. */
export function findKind(type: string, ext: string): AssetKind | undefined {
  const ending = ext.toLowerCase().replace(/^\./, '').replace('jpeg', 'jpg');
  if (!extensionsOf(type).includes(ending)) return undefined;
  const favicon: Place = ending === 'ico' ? 'faviconIco' : 'faviconPng32';
  const place = type === 'logo' ? 'logo' : favicon;
  const fileName = `${type}.${ending}`;
  return { place, contentType: contentTypeOf(fileName), maxBytes: maxBytes[place], fileName };
}

/** Returns the kind of a file that a ticket names. */
export function kindOf(fileName: string): AssetKind {
  const [type = '', ext = ''] = fileName.split('.');
  const kind = findKind(type, ext);
  if (!kind) throw new Error(`${fileName} is not the name of an asset`);
  return kind;
}

export function contentTypeOf(fileName: string): string {
  return contentTypes[fileName.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}
