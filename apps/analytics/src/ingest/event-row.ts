/** An event as it is stored: identifiers in lower case, times in UTC, absent text empty. */
export type EventRow = {
  tenantId: string;
  eventId: string;
  /** Tenant, type and attribute keys as a JSON array: what the catalogue learns from the event. */
  shape: string;
  /** The row as a JSON array in the order of the columns: what the journal and the store take. */
  line: string;
  /** The term of the store in which it was found to be new: set when it was looked up. */
  newIn?: number | undefined;
};

/** What the catalogue learns from an event. */
export function shapeOf(tenantId: string, eventType: string, attributes: object): string {
  return JSON.stringify([tenantId, eventType, ...Object.keys(attributes)]);
}

/** Reads a line of the journal back. */
export function rowOfLine(line: string): EventRow {
  const cells = JSON.parse(line) as unknown[];
  const [tenantId, eventType, eventId] = [cells[0], cells[1], cells[3]].map(String);
  const shape = shapeOf(tenantId ?? '', eventType ?? '', cells[10] as object);
  return { tenantId: tenantId ?? '', eventId: eventId ?? '', shape, line };
}
