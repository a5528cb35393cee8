// The engine's regular expressions are compiled into 8 MiB at most; a letter takes up to 100 bytes of that.
const longestPattern = 8_000;
// So many characters of a value are looked for by the engine: few events have them and not the value.
const lookedFor = 24;
const cleared = '—';

/** Finds and clears some texts in any case. */
export type ValuePatterns = {
  /** Regular expressions by which the engine finds every text that has a value, and maybe some more. */
  readonly sources: readonly string[];
  /** Returns a text with a dash in the place of each of the values. */
  clear(text: string): string;
};

/** Returns patterns of texts, the longest first, so that none leaves the rest of a longer one. */
export function valuePatterns(values: readonly string[]): ValuePatterns {
  // A letter with an accent is one character or two, as its writer's machine had it.
  const spellings = values.flatMap((each) => [each, each.normalize('NFC'), each.normalize('NFD')]);
  const texts = spellings.sort((one, other) => other.length - one.length);
  const beginnings = texts.map((each) => [...each].slice(0, lookedFor).join(''));
  const patterns = alternatives(texts).map((source) => new RegExp(source, 'giu'));
  return {
    sources: alternatives(beginnings).map((source) => `(?i)${source}`),
    clear: (text) => patterns.reduce((left, pattern) => left.replace(pattern, cleared), text),
  };
}

/** Returns regular expressions of literal texts in their order, which the engine and JavaScript read alike. */
function alternatives(texts: readonly string[]): string[] {
  const sources: string[] = [];
  for (const each of new Set(texts)) {
    const literal = each.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
    const last = sources.at(-1);
    if (last === undefined || last.length + literal.length > longestPattern) sources.push(literal);
    else sources[sources.length - 1] = `${last}|${literal}`;
  }
  return sources;
}

/** Returns attributes with their values cleared, and whether any of them was. */
export function clearAttributes(
  attribute: object,
  { clear }: ValuePatterns,
): { attribute: Record<string, unknown>; isChanged: boolean } {
  let isChanged = false;
  const entries = Object.entries(attribute).map(([name, value]): [string, unknown] => {
    const left = typeof value === 'string' ? clear(value) : value;
    isChanged ||= left !== value;
    return [name, left];
  });
  return { attribute: Object.fromEntries(entries), isChanged };
}
