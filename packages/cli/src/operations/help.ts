import type { Catalogue, Operation } from './catalogue.ts';

/** Says what every operation takes beside its own options. */
export const common = [
  ['--output json|ndjson|csv|table', 'json is the answer as it came'],
  ['--fields a,b.c', 'these fields of each record'],
  ['--out FILE', 'where the answer goes; the file appears when it is whole'],
  ['--url URL', 'where Atrium is'],
  ['--tenant UUID', 'another tenant; for system administrators'],
  ['--profile NAME', 'a sign-in that atrium login keeps'],
] as const;

/** Returns the help of an area: its operations, in a line each. */
export function helpOfArea(called: string, operations: Catalogue[string]): string {
  const lines = Object.entries(operations).map(
    ([name, { summary }]) => [`${called} ${name}`, summary] as const,
  );
  return `${called} OPERATION [options]\n\n${columns(lines)}\n\n  ${called} OPERATION --help   what an operation takes\n`;
}

/** Returns the help of an operation, in the words of the document. */
export function helpOfOperation(called: string, operation: Operation): string {
  const { row, summary, description, options, needsBody, bodyFields } = operation;
  const own = options.map(
    ({ option, isRequired, isMany, text }) =>
      [
        `--${option} ${isMany ? 'VALUE …' : 'VALUE'}`,
        `${text}${isRequired ? ' (required)' : ''}`,
      ] as const,
  );
  const body = row.takes
    ? [
        [
          '--body JSON|@FILE|-',
          `${row.takes}${needsBody ? ' (required)' : ''}; - reads the input`,
        ] as const,
      ]
    : [];
  const all = row.cursor ? [['--all', 'every record, over all pages'] as const] : [];
  const fields = bodyFields.length > 0 ? `\nThe body's fields: ${bodyFields.join(', ')}\n` : '';
  return `${called} [options]

${summary}. ${description}

${columns([...own, ...body, ...all, ...common])}
${fields}
${row.method} ${row.path}
`;
}

function columns(lines: readonly (readonly [string, string])[]): string {
  const width = Math.min(44, Math.max(...lines.map(([left]) => left.length)));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join('\n');
}
