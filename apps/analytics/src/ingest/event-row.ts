/** An event as it is stored: identifiers in lower case, times in UTC, absent text empty. */
export type EventRow = {
  tenantId: string;
  eventId: string;
  /** The row as a JSON array in the order of the columns: what the journal and the store take. */
  line: string;
};

/** What identifies an event for ever. */
export function keyOf(event: { tenantId: string; eventId: string }): string {
  return `${event.tenantId}${event.eventId}`;
}

/** Reads a line back, as far as it identifies the event. */
export function rowOfLine(line: string): EventRow {
  const [tenantId, , , eventId] = JSON.parse(line) as [string, string, string, string];
  return { tenantId, eventId, line };
}
