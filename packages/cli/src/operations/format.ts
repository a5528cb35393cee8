import { withoutFormulas } from '@atrium/kit/csv-formulas.ts';
import { plainLine } from '../plain-line.ts';
import { cellOf, pathsIn, pickFields, recordsIn } from './records.ts';

export const outputs = ['json', 'ndjson', 'csv', 'table'] as const;
export type Output = (typeof outputs)[number];

const widest = 40;
const mostColumns = 8;

/** Returns an answer as text, with some of its fields where these are stated. */
export function format(answer: unknown, output: Output, fields: readonly string[]): string {
  const picked = fields.length > 0 ? pickFields(answer, fields) : answer;
  if (output === 'json') return picked === undefined ? '' : `${JSON.stringify(picked)}\n`;
  const records = recordsIn(picked);
  if (output === 'ndjson') return records.map((each) => `${JSON.stringify(each)}\n`).join('');
  const paths = fields.length > 0 ? fields : pathsIn(records);
  return output === 'csv' ? csv(records, paths) : table(records, paths, fields.length > 0);
}

/**
 * Yields records as text while they come. Those of a table and of CSV, whose columns all of them decide,
 * are held until the last.
 */
export async function* formatAll(
  records: AsyncIterable<unknown>,
  output: Output,
  fields: readonly string[],
): AsyncGenerator<string> {
  if (output === 'csv' || output === 'table') {
    const all: unknown[] = [];
    for await (const each of records) all.push(each);
    yield format(all, output, fields);
    return;
  }
  const isList = output === 'json';
  let before = isList ? '[' : '';
  for await (const each of records) {
    const [record] = fields.length > 0 ? (pickFields([each], fields) as unknown[]) : [each];
    yield `${before}${JSON.stringify(record)}${isList ? '' : '\n'}`;
    if (isList) before = ',';
  }
  if (isList) yield before === '[' ? '[]\n' : ']\n';
}

function csv(records: readonly unknown[], paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const rows = [
    [...paths],
    ...records.map((each) => paths.map((path) => withoutFormulas(cellOf(each, path)))),
  ];
  const quoted = (text: string) =>
    /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** Returns records as a table: one column for each field, of many the first that are not empty or long. */
function table(records: readonly unknown[], paths: readonly string[], isStated: boolean): string {
  const isShown = (path: string) => records.some((each) => cellOf(each, path) !== '');
  const shown = isStated ? paths : paths.filter(isShown).slice(0, mostColumns);
  if (shown.length === 0) return '';
  const rows = [
    shown.map((path) => path.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toUpperCase()),
    ...records.map((each) => shown.map((path) => short(plainLine(cellOf(each, path))))),
  ];
  const widths = shown.map((_, at) => Math.max(...rows.map((row) => [...(row[at] ?? '')].length)));
  const line = (row: readonly string[]) =>
    row.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - [...cell].length)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

function short(text: string): string {
  const signs = [...text];
  return signs.length > widest ? `${signs.slice(0, widest - 1).join('')}…` : text;
}
