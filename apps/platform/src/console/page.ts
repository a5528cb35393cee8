import { randomBytes } from 'node:crypto';
import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import type { Page } from '@atrium/kit/pages/page.ts';
import type { PageFiles } from './console-files.ts';
import type { ConsoleConfigurationAnswer } from './schemas.ts';

type Parts = {
  configuration: ConsoleConfigurationAnswer;
  files: PageFiles;
  lang: string;
  /** The origin that files are sent to and read from, where it is another. */
  filesAt: string | null;
};

/** What the page says itself, before its scripts have come and where none run. */
const texts = {
  es: {
    late: 'La página no termina de cargarse.',
    again: 'Cargar de nuevo',
    noScripts: 'Esta página necesita JavaScript. Permítalo en su navegador y vuelva a cargarla.',
  },
  en: {
    late: 'The page has not finished loading.',
    again: 'Load it again',
    noScripts: 'This page needs JavaScript. Allow it in your browser and load the page again.',
  },
} as const;

const preload = (name: string, priority = 'auto') =>
  `<link rel="modulepreload" href="${asset(name)}" fetchpriority="${priority}">`;
const asset = (name: string) => `/assets/${escapeHtml(name)}`;

/**
 * Returns the one page of the console, with a nonce of its own. The firm's colours stand in it, so that
 * nothing is drawn in others first. The policy takes scripts and styles of this host only, and asks
 * this host and the store of its files.
 */
export function consolePage({ configuration, files, lang, filesAt }: Parts): Page {
  const nonce = randomBytes(18).toString('base64');
  const { tenant, branding } = configuration;
  const words = lang === 'en' ? texts.en : texts.es;
  const icon = new URL(branding.assets.favicon.png32).pathname;
  // Within a script element only `<` could end it.
  const data = JSON.stringify(configuration).replaceAll('<', '\\u003c');
  const links = [
    ...files.styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">`),
    ...(files.first ? [`<script type="module" async src="${asset(files.first)}"></script>`] : []),
    ...[files.script, ...files.scripts].map((name) => preload(name)),
    // The session is asked for on the lines that these would take.
    ...files.late.map((name) => preload(name, 'low')),
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
<style nonce="${nonce}">:root{color-scheme:light dark;--a-brand:${escapeHtml(branding.colors.primary)};--a-sidebar:${escapeHtml(branding.colors.sidebar)}}body{margin:0;background:#fbfaf9}.late{visibility:hidden;animation:late 0s 4s forwards}@keyframes late{to{visibility:visible}}noscript p,.late{max-width:40em;margin:15vh auto;padding:0 1em;font:1rem/1.5 sans-serif}@media(prefers-color-scheme:dark){body{background:#141516}noscript p,.late{color:#fff}}</style>
<noscript><style nonce="${nonce}">.late{display:none}</style></noscript>
${links.join('\n')}
<script type="application/json" id="console-config">${data}</script>
<script type="module" src="${asset(files.script)}"></script></head>
<body><div id="root"><p class="late">${words.late} <a href="">${words.again}</a></p></div>
<noscript><p>${words.noScripts}</p></noscript></body></html>`,
  };
}
