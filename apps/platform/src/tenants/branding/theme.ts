import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import type { PageHead } from '@atrium/kit/pages/page.ts';
import type { Tx } from '../../database/transaction.ts';
import type { OriginOf } from '../../http/own-hosts.ts';
import { assetPath } from './addresses.ts';
import { defaultPath } from './defaults.ts';
import { letterColors } from './letter-colors.ts';
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
    ...letterColors(colors),
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
