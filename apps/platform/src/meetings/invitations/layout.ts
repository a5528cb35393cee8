import { escapeHtml } from '../../mail/html.ts';
import type { Look } from './theme.ts';

const font =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

type Frame = { lang: string; subject: string; preview: string; look: Look };

/**
 * A mail's HTML: the tenant's picture or name above one card. Tables and inline styles, since that
 * is what mail programs lay out alike; it narrows to a phone by itself.
 */
export function letter({ lang, subject, preview, look }: Frame, parts: (string | null | false)[]) {
  const name = escapeHtml(look.tenantName);
  const logo = look.mailLogoUrl
    ? `<img src="${escapeHtml(look.mailLogoUrl)}" alt="${name}" height="40" style="display:block;height:40px;width:auto;max-width:240px;border:0;font-size:20px;color:${look.heading}">`
    : `<span style="font-size:20px;font-weight:600;letter-spacing:-.01em;color:${look.heading}">${name}</span>`;
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light only"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f3f5f7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f7;${font};font-size:16px;line-height:1.55;color:#1d2733"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:4px 8px 16px">${logo}</td></tr>
<tr><td style="background:#ffffff;border:1px solid #e1e6eb;border-top:4px solid ${look.primary};border-radius:8px;padding:28px 24px">
${parts.filter(Boolean).join('\n')}
</td></tr>
<tr><td style="padding:16px 8px;font-size:13px;color:#5b6775">${name}</td></tr>
</table></td></tr></table></body></html>`;
}

/** Facts one below the other: a small name, then what it is, with its line breaks. */
export function list(facts: readonly [string, string][]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:0 0 14px"><div style="font-size:13px;color:#5b6775">${escapeHtml(name)}</div><div style="overflow-wrap:anywhere;word-break:break-word">${escapeHtml(value).replaceAll('\n', '<br>')}</div></td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed">${rows.join('')}</table>`;
}

/** A link that looks like a button; side by side where there is room for two. */
export function button(href: string, label: string, look: Look, kind: 'full' | 'plain'): string {
  const colors =
    kind === 'full'
      ? `background:${look.primary};color:${look.onPrimary};border:1px solid ${look.primary}`
      : `background:#ffffff;color:#1d2733;border:1px solid #aab4be`;
  return `<a href="${escapeHtml(href)}" style="display:inline-block;margin:0 10px 10px 0;padding:11px 20px;${colors};border-radius:6px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`;
}
