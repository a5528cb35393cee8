import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from './escape-html.ts';

/** The path at which every server with pages serves the stylesheet that all of them share. */
export const stylesheetPath = '/pages.css';
export const stylesheet = readFileSync(new URL('pages.css', import.meta.url), 'utf8');

export type PageHead = {
  lang: string;
  title: string;
  iconUrl?: string;
  /** The origin of pictures that are not this server's. */
  pictureOrigin?: string;
  /** The one colour of buttons, and that of the text on it; `#rrggbb`. */
  accent?: { color: string; text: string };
  /** The path of a script of our own. */
  script?: string;
  /** The seconds after which the page is loaded anew. */
  refreshSeconds?: number;
};

/** A page, and the content security policy to send with it. */
export type Page = { html: string; policy: string };

/**
 * Returns a whole page in the layout that all pages share, which loads nothing but its own server's
 * stylesheet, script and pictures, and those of `pictureOrigin`. `body` is HTML whose values are escaped already.
 */
export function page(
  { lang, title, iconUrl, pictureOrigin, accent, script, refreshSeconds }: PageHead,
  body: string,
): Page {
  const style = accent ? `:root{--accent:${accent.color};--on-accent:${accent.text}}` : '';
  const styles = style ? `'self' ${hashOf(style)}` : "'self'";
  const scripts = script ? "script-src 'self'; connect-src 'self'; " : '';
  return {
    policy: `default-src 'none'; style-src ${styles}; ${scripts}img-src ${["'self'", pictureOrigin].filter(Boolean).join(' ')}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    html: `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow"><meta name="referrer" content="no-referrer">${refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : ''}
<title>${escapeHtml(title)}</title><link rel="icon" href="${escapeHtml(iconUrl ?? 'data:,')}">
<link rel="stylesheet" href="${stylesheetPath}">${style && `<style>${style}</style>`}${script ? `<script src="${script}" defer></script>` : ''}</head>
<body>${body}</body></html>`,
  };
}

/** Returns the source by which a content security policy allows a script or a style. */
export const hashOf = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the language of ours that the reader's browser prefers (Accept-Language), else the first. */
export function preferredLanguage<L extends string>(
  acceptLanguage: string | undefined,
  known: readonly [L, ...L[]],
): L {
  const wishes = (acceptLanguage ?? '').split(',').map((wish) => {
    const [tag = '', quality] = wish.trim().split(/;\s*q=/);
    return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) };
  });
  wishes.sort((a, b) => b.quality - a.quality);
  const found = wishes.find(({ language }) => known.some((each) => each === language));
  return (found?.language as L | undefined) ?? known[0];
}
