import { escapeHtml, type PageHead } from '@atrium/kit/pages/page.ts';
import type { Tx } from '../../database/transaction.ts';
import { findBranding } from './queries.ts';
import { toPublicView } from './views.ts';

/** The theme of a tenant's mails and pages: a name, two colours, a picture. */
export type Theme = {
  tenantName: string;
  primary: string;
  /** White or near black, whichever reads better on `primary`. */
  onPrimary: string;
  /** The darkest of the tenant's colours that reads well on white. */
  heading: string;
  /** The tenant's own logo, null while it has none: its name says more than the platform's logo. */
  logoUrl: string | null;
  /** The same where mail programs show it too, which is when it is a png or jpg. */
  mailLogoUrl: string | null;
  iconUrl: string;
};

const ink = '#1d2733';

/** Returns the theme of a live tenant. The addresses of pictures begin with `origin`. */
export async function findTheme(
  tx: Tx,
  tenantUuid: string,
  origin: string,
): Promise<Theme | undefined> {
  const branding = await findBranding(tx, tenantUuid);
  if (!branding) return undefined;
  const { colors, assets } = toPublicView(branding, origin);
  const ownLogo = branding.defaultLogo ? null : branding.logo;
  return {
    tenantName: branding.tenantName,
    primary: colors.primary,
    onPrimary:
      contrast('#ffffff', colors.primary) >= contrast(ink, colors.primary) ? '#ffffff' : ink,
    heading:
      [colors.primary, colors.sidebar].find((color) => contrast(color, '#ffffff') >= 4.5) ?? ink,
    logoUrl: ownLogo ? assets.logo : null,
    iconUrl: assets.favicon.png32,
    mailLogoUrl: ownLogo && /\.(png|jpe?g)$/.test(ownLogo) ? assets.logo : null,
  };
}

/** Returns a tenant's part of a page's head: its colour and its icon. */
export function headOf({
  primary,
  onPrimary,
  iconUrl,
}: Theme): Pick<PageHead, 'accent' | 'iconUrl'> {
  return { accent: { color: primary, text: onPrimary }, iconUrl };
}

/** The tenant's picture or name, as it stands above a page. */
export function firmOf({ tenantName, logoUrl }: Theme): string {
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
