import { randomBytes } from 'node:crypto';
import { escapeHtml, type Page } from '@atrium/kit/pages/page.ts';
import type { ConsoleConfigurationAnswer } from './schemas.ts';

type Parts = {
  configuration: ConsoleConfigurationAnswer;
  files: { script: string; styles: string[]; imports: string[] };
  lang: string;
  /** The origin that files are sent to and read from, where it is another. */
  filesAt: string | null;
};

const asset = (name: string) => `/assets/${escapeHtml(name)}`;

/**
 * Returns the one page of the console, with a nonce of its own. The firm's colours stand in it, so that
 * nothing is drawn in others first. The policy takes scripts and styles of this host only, and asks
 * this host and the store of its files.
 */
export function consolePage({ configuration, files, lang, filesAt }: Parts): Page {
  const nonce = randomBytes(18).toString('base64');
  const { tenant, branding } = configuration;
  const icon = new URL(branding.assets.favicon.png32).pathname;
  // Within a script element only `<` could end it.
  const data = JSON.stringify(configuration).replaceAll('<', '\\u003c');
  const links = [
    ...files.styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">`),
    ...files.imports.map((name) => `<link rel="modulepreload" href="${asset(name)}">`),
  ];
  return {
    policy: [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob: data:",
      "font-src 'self'",
      ["connect-src 'self'", ...(filesAt ? [filesAt] : [])].join(' '),
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    html: `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="robots" content="noindex,nofollow"><meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark"><meta name="theme-color" content="${escapeHtml(branding.colors.sidebar)}">
<meta property="csp-nonce" nonce="${nonce}">
<title>${escapeHtml(tenant?.name ?? 'Atrium')}</title><link rel="icon" href="${escapeHtml(icon)}">
<style nonce="${nonce}">:root{color-scheme:light dark;--a-brand:${escapeHtml(branding.colors.primary)};--a-sidebar:${escapeHtml(branding.colors.sidebar)}}body{margin:0;background:#fbfaf9}@media(prefers-color-scheme:dark){body{background:#141516}}</style>
${links.join('\n')}
<script type="application/json" id="console-config">${data}</script>
<script type="module" src="${asset(files.script)}"></script></head>
<body><div id="root"></div></body></html>`,
  };
}
