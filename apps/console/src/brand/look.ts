import type { AnswerOf } from '../api.ts';
import type { Branding } from '../config.ts';
import type { BrandColors } from '../theme.ts';

export type Stored = AnswerOf<'getBranding'>;

export const colorNames = ['primary', 'sidebar', 'neutral'] as const;
export const pictureNames = ['logo', 'favicon'] as const;
export type PictureName = (typeof pictureNames)[number];

/** Says what becomes of a picture: it stays, the platform's own takes its place, or a file does. */
export type Picture =
  | { kind: 'KEPT' }
  | { kind: 'DEFAULT' }
  /** `url` shows it; a drawing that could cost its reader much has none before it is published. */
  | { kind: 'FILE'; file: File; url: string | undefined };
export type Pictures = Record<PictureName, Picture>;

/** Returns the colours that are shown: the firm's, else the platform's. */
export function shownColors({ stored, defaults }: Stored): BrandColors {
  const of = (name: keyof BrandColors) =>
    stored.useDefault[name] ? defaults.colors[name] : stored.colors[name];
  return { neutral: of('neutral'), primary: of('primary'), sidebar: of('sidebar') };
}

/** Returns the addresses of the pictures that are shown. */
function shownAssets({ stored, defaults }: Stored): Branding['assets'] {
  const own = stored.useDefault.favicon;
  return {
    logo: (!stored.useDefault.logo && stored.assets.logo) || defaults.assets.logo,
    favicon: {
      png32: (!own && stored.assets.faviconPng32) || defaults.assets.faviconPng32,
      ico: (!own && stored.assets.faviconIco) || defaults.assets.faviconIco,
    },
  };
}

/** Returns a look as the public sees it, with colours and pictures that may not be published yet. */
export function lookOf(branding: Stored, colors: BrandColors, pictures?: Pictures): Branding {
  const assets = shownAssets(branding);
  const { logo } = pictures ?? {};
  const shownLogo =
    logo?.kind === 'FILE'
      ? (logo.url ?? assets.logo)
      : logo?.kind === 'DEFAULT'
        ? branding.defaults.assets.logo
        : assets.logo;
  return {
    tenantUuid: branding.tenantUuid,
    version: branding.stored.version,
    colors,
    assets: { ...assets, logo: shownLogo },
    cache: { ttlSeconds: 0 },
  };
}
