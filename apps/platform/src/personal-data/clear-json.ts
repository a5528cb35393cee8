/** What became of a JSON value: itself where nothing was cleared, and whether a number of the person stays. */
type Cleared = { json: string; isChanged: boolean; hasNumber: boolean };

type Rules = {
  clear: (text: string) => string;
  isNumber: (digits: string) => boolean;
  /** Keys whose texts are words of a list, such as the operator of a filter. */
  listed: ReadonlySet<string>;
};

/** A text that tells apart or says when, which a number may be equal to by chance. */
const identifierOrTime =
  /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?)$/i;

/**
 * Clears the texts of a JSON document and nothing else: keys, numbers, literals and words of lists stay,
 * numbers with each of their digits.
 */
export function clearJson(document: string, { clear, isNumber, listed }: Rules): Cleared {
  let isChanged = false;
  let hasNumber = false;
  const json = JSON.stringify(
    JSON.parse(document, (key, value: unknown, context?: { source?: string }) => {
      if (typeof value === 'string' && !listed.has(key) && !identifierOrTime.test(value)) {
        const cleared = clear(value);
        isChanged ||= cleared !== value;
        return cleared;
      }
      if (typeof value !== 'number') return value;
      const source = context?.source ?? String(value);
      hasNumber ||= isNumber(source);
      return rawJson(source);
    }),
  );
  return { json: isChanged ? json : document, isChanged, hasNumber };
}

/** Returns a number that is written as it was read (TC39, JSON.parse source text access). */
const rawJson = (source: string): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(source);
