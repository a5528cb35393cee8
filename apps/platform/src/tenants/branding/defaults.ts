import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { assetsPath } from './addresses.ts';
import type { Place } from './asset-kinds.ts';

/** The platform's own colours and images, which stand in for what a tenant has not set. */
export const defaultColors = { neutral: '#5f6b76', primary: '#14606b', sidebar: '#0e2f3b' };

const fileNames: Record<Place, string> = {
  logo: 'logo.svg',
  faviconPng32: 'favicon-32.png',
  faviconIco: 'favicon.ico',
};

/** The default assets by file name. */
export const defaultFiles: ReadonlyMap<string, Buffer> = new Map(
  Object.values(fileNames).map((name) => [
    name,
    readFileSync(new URL(`defaults/${name}`, import.meta.url)),
  ]),
);

/** Names this release's defaults, colours included, so that a cache can keep them for ever. */
export const defaultsVersion = [...defaultFiles.values()]
  .reduce(
    (hash, file) => hash.update(file),
    createHash('sha256').update(JSON.stringify(defaultColors)),
  )
  .digest('hex')
  .slice(0, 12);

/** Returns the public URL's path of a default asset. */
export function defaultPath(place: Place): string {
  return `${assetsPath}/default/${defaultsVersion}/${fileNames[place]}`;
}
