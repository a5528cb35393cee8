/** A number of a JSON text that a double does not hold. */
export class InexactNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

// A double holds any number of fifteen digits that is written without a power of ten.
const suspicious = /[0-9.]{16}|(?:^|[\s:,[])-?[0-9.]+[eE]/;

/** Returns whether JSON may have a number that a double does not hold: any other is for `JSON.parse`. */
export const mayBeInexact = (text: string): boolean => suspicious.test(text);

/**
 * Parses JSON as `JSON.parse` does, with an InexactNumber in place of each number that would become another
 * one. Throws a SyntaxError.
 */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    const { source } = context ?? {};
    if (typeof value !== 'number' || source === undefined) return value;
    return isExact(source, value) ? value : new InexactNumber(source);
  });
}

const integer = /^-?\d+$/;

/** Returns whether a double is, as it is written, the same number as its source. */
function isExact(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (integer.test(source)) return source === String(value) || source === '-0';
  return decimalOf(source) === decimalOf(String(value));
}

/** Returns a number as its significant digits and the power of ten of the last. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${power}`;
}
