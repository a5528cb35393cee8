import { unescapeCell } from '@atrium/kit/csv-formulas.ts';
import { csvRecords } from '@atrium/kit/csv-record.ts';
import { parseJson } from '@atrium/kit/http/json-body.ts';

const textFields = [
  'eventType',
  'tenantId',
  'eventId',
  'occurredAt',
  'actorType',
  'actorId',
  'entityType',
  'entityId',
];
const prefix = 'attributes.';

/** The columns under which `eventRow` writes an event. */
export const csvColumns = [...textFields, 'receivedAt', 'schemaVersion', 'attributes'];

/** Returns why a header is not one of events; undefined when it is. */
export function faultOfHeader(header: readonly string[]): string | undefined {
  const isColumn = (name: string) => csvColumns.includes(name) || name.startsWith(prefix);
  const odd = header.find((name) => !isColumn(name));
  if (!header.includes('eventType')) return 'the header has no column eventType';
  return odd === undefined ? undefined : `the column ${odd} is no field of an event`;
}

/** The event of a row of CSV, by the names of its columns; an empty cell is an absent field. */
export function csvEvent(row: Record<string, string>): { event?: object; fault?: string } {
  const event: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  for (const [column, written] of Object.entries(row)) {
    const cell = unescapeCell(written);
    if (cell === '' || column === 'receivedAt') continue;
    if (textFields.includes(column)) event[column] = cell;
    else if (column === 'schemaVersion') event[column] = Number(cell);
    else if (column.startsWith(prefix)) attributes[column.slice(prefix.length)] = cell;
    else if (column === 'attributes') {
      const given = objectOf(cell);
      if (!given) return { fault: 'the column attributes is not a JSON object' };
      Object.assign(attributes, given);
    }
  }
  return { event: { ...event, attributes } };
}

function objectOf(text: string): object | undefined {
  try {
    const value = parseJson(text, { longNumbers: 'TEXT' });
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the cells of an event, in the order of `csvColumns`, as a record of a CSV file. */
export function csvLine(event: Record<string, unknown>): string {
  return csvRecords([csvColumns.map((column) => event[column])]);
}
