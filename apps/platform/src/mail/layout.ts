import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import type { Theme } from '../tenants/branding/theme.ts';

const font =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// The colours of pages.css, and its light ground under a logo. Mail programs that know no dark mode show what is written inline.
const dark = `@media (prefers-color-scheme:dark){.ground{background:#0f141a!important}.card{background:#181f27!important;border-color:#2c3641!important}.ink,.ink h1,.card a:not([style*=background]){color:#e8edf3!important}.soft{color:#a3afbd!important}.logo{background:#fff!important;padding:6px 10px!important;border-radius:8px!important}.plain{background:#181f27!important;color:#e8edf3!important;border-color:#748190!important}}`;

type Frame = { lang: string; subject: string; preview: string; theme: Theme };

/**
 * Returns a mail's HTML: the tenant's picture or name above one card. Tables and inline styles, since that
 * is what mail programs lay out alike; it narrows to a phone by itself.
 */
export function layout({ lang, subject, preview, theme }: Frame, parts: (string | null | false)[]) {
  const name = escapeHtml(theme.tenantName);
  const logo = theme.mailLogoUrl
    ? `<img src="${escapeHtml(theme.mailLogoUrl)}" alt="${name}" height="40" class="logo" style="display:block;height:40px;width:auto;max-width:240px;border:0;font-size:20px;color:${theme.heading}">`
    : `<span class="ink" style="font-size:20px;font-weight:600;letter-spacing:-.01em;color:${theme.heading}">${name}</span>`;
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${dark}</style></head>
<body class="ground" style="margin:0;padding:0;background:#f5f6f8">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground ink" style="background:#f5f6f8;${font};font-size:16px;line-height:1.55;color:#1d2733"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:4px 8px 16px">${logo}</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e2e6eb;border-radius:12px;padding:32px 28px">
${parts.filter(Boolean).join('\n')}
</td></tr>
<tr><td class="soft" style="padding:16px 8px;font-size:13px;color:#5b6775">${name}</td></tr>
</table></td></tr></table></body></html>`;
}

/** Facts one below the other: a small name, then what it is, with its line breaks. */
export function list(facts: readonly [string, string][]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:0 0 14px"><div class="soft" style="font-size:13px;color:#5b6775">${escapeHtml(name)}</div><div style="overflow-wrap:anywhere;word-break:break-word">${escapeHtml(value).replaceAll('\n', '<br>')}</div></td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed">${rows.join('')}</table>`;
}

/** Returns a link that is shown as a button; two stand side by side where there is room. */
export function button(href: string, label: string, theme: Theme, kind: 'full' | 'plain'): string {
  const colors =
    kind === 'full'
      ? `background:${theme.primary};color:${theme.onPrimary};border:1px solid ${theme.primary}`
      : `background:#ffffff;color:#1d2733;border:1px solid #aab4be`;
  return `<a href="${escapeHtml(href)}"${kind === 'plain' ? ' class="plain"' : ''} style="display:inline-block;margin:0 10px 10px 0;padding:11px 20px;${colors};border-radius:8px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`;
}
