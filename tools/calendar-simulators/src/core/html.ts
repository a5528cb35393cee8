import { page as sharedPage } from '@atrium/kit/pages/page.ts';

/** HTML that was made by `html` and needs no more escaping. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** A template that escapes whatever is put into it, except other templates' results. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, at) => text + toText(parts[at - 1]) + string));
}

function toText(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(toText).join('');
  return String(part).replace(
    /[&<>"']/g,
    (sign) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  );
}

/** A whole page in the look that all pages share, with a colour for each provider. */
export function page(title: string, accent: string, body: Html): string {
  const head = { lang: 'en', title, accent: { color: accent, text: '#ffffff' } };
  return sharedPage(head, body.text).html;
}
