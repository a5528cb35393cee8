const localTime = /^(\d{4})-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?)?$/;

/**
 * Reads a local time without a zone; seconds may be absent, and a plain date means its midnight.
 * Answers `YYYY-MM-DDThh:mm:ss`, or undefined for anything else and years outside 1900 to 2199.
 */
export function readLocalTime(text: string): string | undefined {
  const year = Number(localTime.exec(text)?.[1]);
  if (!(year >= 1900 && year < 2200)) return undefined;
  try {
    const time = Temporal.PlainDateTime.from(text, { overflow: 'reject' });
    return time.toString({ smallestUnit: 'second', roundingMode: 'trunc' });
  } catch {
    return undefined;
  }
}
