import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import type { Static } from 'typebox';
import type { Language } from '../exports/export-look.ts';
import { type Named, wordFor, writtenDate } from '../exports/in-words.ts';
import { headings, pageWords, recordKinds } from './page-words.ts';
import type { PersonalData } from './schemas.ts';

type Row = Record<string, unknown>;
type Data = Static<typeof PersonalData>;
type Reader = { language: Language; named: Named };

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'h2{margin-top:2.5rem;border-bottom:1px solid #999}dl,table{margin:0 0 1.5rem;width:100%}' +
  'dl{display:grid;grid-template-columns:minmax(9rem,1fr) 3fr;gap:.2rem 1rem}dl dl,ul{margin:0;padding:0}' +
  'dt,th{color:#555;font-weight:400;text-align:left}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}' +
  'td,th{vertical-align:top;padding:.2rem .6rem .2rem 0;overflow-wrap:anywhere}ul{list-style:none}';

/** Returns what is held of a person as one page that loads nothing and runs nothing. */
export function personPage(data: Data, name: string, reader: Reader): string {
  const words = pageWords[reader.language];
  const title = `${words.title} ${name}`;
  const sections = recordKinds.map((kind) => {
    const rows = data[kind] as Row[];
    const told =
      kind === 'history' ? historyHtml(rows, reader) : rows.map((row) => rowHtml(row, reader));
    const content = rows.length > 0 ? [told].flat().join('\n') : `<p>${words.nothing}</p>`;
    return `<section><h2>${escapeHtml(headings[kind][reader.language])}</h2>\n${content}</section>`;
  });
  return `<!doctype html>
<html lang="${words.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(title)}</h1><p>${words.collected} ${escapeHtml(writtenDate(data.collectedAt, reader.language))}</p>
${sections.join('\n')}</body></html>
`;
}

/** Shows what a record says, without what it leaves empty. */
function rowHtml(row: Row, reader: Reader): string {
  const parts = Object.entries(row).flatMap(([name, value]) => {
    const html = valueHtml(name, value, reader);
    return html === '' ? [] : [`<dt>${labelHtml(name, reader)}</dt><dd>${html}</dd>`];
  });
  return parts.length > 0 ? `<dl>${parts.join('\n')}</dl>` : '';
}

function valueHtml(name: string, value: unknown, reader: Reader): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) {
    const items = value.map((each) => valueHtml(name, each, reader)).filter(Boolean);
    return items.length > 0 ? `<ul>${items.map((each) => `<li>${each}</li>`).join('')}</ul>` : '';
  }
  if (typeof value === 'object') return rowHtml(value as Row, reader);
  return escapeHtml(wordFor(reader, name, value));
}

const labelHtml = (name: string, { language }: Reader) =>
  escapeHtml(wordFor({ language, named: new Map() }, 'columns', name));

type Change = { field: string; before: unknown; after: unknown; isLong?: boolean };

function historyHtml(rows: readonly Row[], reader: Reader): string {
  const { when, field, before, after, long } = pageWords[reader.language];
  const head = [when, field, before, after].map((each) => `<th>${escapeHtml(each)}</th>`).join('');
  const lines = rows.flatMap(({ occurredAt, changes }) =>
    ((changes ?? []) as Change[]).map((change) => {
      const values = [change.before, change.after].map((value) =>
        change.isLong ? escapeHtml(long) : valueHtml(change.field, value, reader),
      );
      const at = valueHtml('occurredAt', occurredAt, reader);
      return `<tr>${[at, labelHtml(change.field, reader), ...values].map((each) => `<td>${each}</td>`).join('')}</tr>`;
    }),
  );
  return `<table><tr>${head}</tr>${lines.join('\n')}</table>`;
}
