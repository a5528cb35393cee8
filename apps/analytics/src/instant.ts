const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;
const usual = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;

// A text is checked and then read, one right after the other: the second time costs nothing.
let last: { text: string; ms: number | undefined } = { text: '', ms: undefined };

/** Reads an ISO 8601 date-time with a zone into ms since 1970; undefined when it is not one. */
export function readInstant(text: string): number | undefined {
  if (last.text !== text) last = { text, ms: parse(text) };
  return last.ms;
}

function parse(text: string): number | undefined {
  if (usual.test(text)) {
    // What most senders write. The engine's own parser is quick but lets 30 February and hour 24 through.
    const ms = Date.parse(text);
    const day = text.slice(8, 10);
    const isThere =
      day <= '28' ? text.slice(11, 13) < '24' : new Date(ms).getUTCDate() === Number(day);
    if (isThere && !Number.isNaN(ms)) return ms;
  }
  if (!zoned.test(text)) return undefined;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** Milliseconds since 1970 as the contract writes them: ISO 8601 ending in `Z`. */
export function writeInstant(ms: number): string {
  const text = new Date(ms).toISOString();
  return ms % 1000 === 0 ? `${text.slice(0, -5)}Z` : text.replace(/0*Z$/, 'Z');
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The formats that schemas of this service name. A UUID has no `urn:uuid:` before it. */
export const formats = {
  instant: (text: string) => readInstant(text) !== undefined,
  uuid: (text: string) => uuid.test(text),
};
