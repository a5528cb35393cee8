const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;
/** Returns the ms since 1970 of an ISO 8601 date-time with a zone; undefined when it is not one. */
export function readInstant(text: string): number | undefined {
  if (!zoned.test(text)) return undefined;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** Returns ms since 1970 as the contract writes them: ISO 8601 ending in `Z`. */
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
