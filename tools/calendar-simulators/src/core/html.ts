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

/** A whole page in the look that both providers share, with a colour each. */
export function page(title: string, accent: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>:root { --accent: ${accent}; } ${new Html(style)}</style>
<body>${body}</body>
</html>`.text;
}

const style = `
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #1f2430; background: #f4f5f8; }
header { background: #fff; border-bottom: 3px solid var(--accent); padding: 14px 28px;
  display: flex; gap: 16px; align-items: baseline; flex-wrap: wrap; }
header h1 { font-size: 18px; margin: 0; } header p { margin: 0; color: #667; }
main { max-width: 1060px; margin: 24px auto; padding: 0 20px; }
.card { background: #fff; border: 1px solid #e1e4ec; border-radius: 10px; padding: 20px; margin-bottom: 20px; }
.narrow { max-width: 460px; margin: 8vh auto; }
h2 { font-size: 16px; margin: 0 0 12px; } h3 { font-size: 13px; margin: 20px 0 6px; color: #667; }
label { display: block; margin: 8px 0; } small, .quiet { color: #667; }
input, select { font: inherit; padding: 5px 8px; border: 1px solid #c9cedb; border-radius: 6px; }
button { font: inherit; padding: 6px 14px; border-radius: 6px; border: 1px solid #c9cedb;
  background: #fff; cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: #fff; }
button:focus-visible, input:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); } nav { display: flex; flex-wrap: wrap; gap: 4px 12px; } nav a[aria-current] { font-weight: 600; text-decoration: none; color: inherit; }
.row { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; }
.event { border-left: 4px solid var(--accent); padding: 8px 14px; margin: 8px 0; background: #fafbfd; border-radius: 0 8px 8px 0; }
.event.cancelled { opacity: .55; border-color: #aab; } .event.cancelled strong { text-decoration: line-through; }
.tag { font-size: 12px; background: #e9ecf4; border-radius: 99px; padding: 1px 9px; white-space: nowrap; }
details { margin-top: 4px; } details form { margin-top: 8px; } summary { cursor: pointer; color: #667; font-size: 13px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; } td, th { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid #eef0f5; }
`;
