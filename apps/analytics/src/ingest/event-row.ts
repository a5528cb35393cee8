import { pathOf } from '../store/attribute-path.ts';

/** An event as it is stored: identifiers in lower case, times in UTC, absent text empty. */
export type EventRow = {
  tenantId: string;
  eventId: string;
  /** Tenant, type and paths of attributes with spaces between: what the catalogue learns from the event. */
  shape: string;
  /** The row as a JSON array in the order of the columns: what the journal and the store take. */
  line: string;
};

/** Returns what the catalogue learns from an event. */
export function shapeOf(tenantId: string, eventType: string, attribute: object): string {
  let shape = `${tenantId} ${eventType}`;
  for (const path in attribute) shape += ` ${path}`;
  return shape;
}

/** Returns the row of a line of the journal. */
export function rowOfLine(text: string): EventRow {
  const cells = JSON.parse(text) as unknown[];
  const [tenantId = '', eventType = '', eventId = ''] = [cells[0], cells[1], cells[3]].map(String);
  const given = cells[10] as Record<string, unknown>;
  const attribute = byPath(given);
  const line = attribute === given ? text : JSON.stringify([...cells.slice(0, 10), attribute]);
  return { tenantId, eventId, shape: shapeOf(tenantId, eventType, attribute), line };
}

/** Returns attributes by their paths, also those of a journal from before there were paths. */
function byPath(attributes: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(attributes);
  if (entries.every(([name]) => /^k([0-9a-f]{2})+$/.test(name))) return attributes;
  return Object.fromEntries(entries.map(([key, value]) => [pathOf(key), value]));
}
