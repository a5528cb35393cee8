import { escapeHtml, type PageHead } from '@atrium/kit/pages/page.ts';
import type { Tx } from '../../database/transaction.ts';
import type { OriginOf } from '../../http/own-hosts.ts';
import { assetPath } from './addresses.ts';
import { defaultPath } from './defaults.ts';
import { findBranding } from './queries.ts';
import { toPublicView } from './views.ts';

/** The theme of a tenant's mails and pages: a name, two colours, a picture. */
export type Theme = {
  /** How the addresses of the pictures begin. */
  origin: string;
  tenantName: string;
  primary: string;
  /** White or near black, whichever reads better on `primary`. */
  onPrimary: string;
  /** The darkest of the tenant's colours that reads well on white. */
  heading: string;
  /** The tenant's own logo, null while it has none: its name says more than the platform's logo. */
  logoUrl: string | null;
  /** The same as mail programs show it: a png or jpg. */
  mailLogoUrl: string | null;
  iconUrl: string;
};

const ink = '#1d2733';

/** Returns the theme of a live tenant. */
export async function findTheme(
  tx: Tx,
  tenantUuid: string,
  originOf: OriginOf,
): Promise<Theme | undefined> {
  const branding = await findBranding(tx, tenantUuid);
  if (!branding) return undefined;
  const origin = await originOf(tx, tenantUuid);
  const { colors, assets } = toPublicView(branding, origin);
  const ownLogo = branding.defaultLogo ? null : branding.logo;
  const mailLogo = ownLogo && branding.mailLogo;
  return {
    origin,
    tenantName: branding.tenantName,
    primary: colors.primary,
    onPrimary:
      contrast('#ffffff', colors.primary) >= contrast(ink, colors.primary) ? '#ffffff' : ink,
    heading:
      [colors.primary, colors.sidebar].find((color) => contrast(color, '#ffffff') >= 4.5) ?? ink,
    logoUrl: ownLogo ? assets.logo : null,
    iconUrl: assets.favicon.png32,
    mailLogoUrl: mailLogo ? origin + assetPath(tenantUuid, mailLogo) : null,
  };
}

/**
 * Returns a tenant's part of a page's head: its colour, its icon and where its pictures are. A page of
 * no tenant has the platform's icon.
 */
export function headOf(
  theme: Theme | undefined,
): Pick<PageHead, 'accent' | 'iconUrl' | 'pictureOrigin'> {
  if (!theme) return { iconUrl: defaultPath('faviconPng32') };
  const { primary, onPrimary, iconUrl, origin } = theme;
  const accent = { color: primary, text: onPrimary };
  return { accent, iconUrl, pictureOrigin: new URL(origin).origin };
}

/** Returns the tenant's picture or name, as it stands above a page; nothing for a page of no tenant. */
export function firmOf(theme: Theme | undefined): string {
  if (!theme) return '';
  const { tenantName, logoUrl } = theme;
  const name = escapeHtml(tenantName);
  return `<p class="firm">${logoUrl ? `<img src="${escapeHtml(logoUrl)}" alt="${name}">` : name}</p>`;
}

/** Returns the contrast ratio of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
