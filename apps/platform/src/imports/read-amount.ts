import { foldText } from '@atrium/kit/texts/folding.ts';

/** The signs that stand before the decimals of an amount. */
export const decimals = ['COMMA', 'POINT'] as const;
export type Decimal = (typeof decimals)[number];

const signs: Record<Decimal, string> = { COMMA: ',', POINT: '.' };
const others: Record<Decimal, Decimal> = { COMMA: 'POINT', POINT: 'COMMA' };

/** Returns an amount without what people write with and without: its currency, blanks, apostrophes between thousands. */
const bare = (text: string) =>
  foldText(text)
    .replace(/[\s\p{Sc}]|(?<=\d)'(?=\d{3}(?!\d))/gu, '')
    .replaceAll('٬', ',')
    .replaceAll('٫', '.');

/**
 * Returns the decimal sign of an amount as far as it shows it: `1.200,50` has a comma, `1.5` a point.
 * Undefined where it has no sign, or one that may part thousands as well (`1.200`).
 */
export function decimalIn(text: string): Decimal | undefined {
  const amount = bare(text);
  const fitting = decimals.filter((decimal) => plainAmount(amount, decimal) !== undefined);
  return fitting.length === 1 && /[.,]/.test(amount) ? fitting[0] : undefined;
}

/**
 * Returns an amount with a point before its decimals and no sign between thousands: 'UNCLEAR' when it
 * would be another amount by the other decimal sign and `decimal` does not say which is meant, and
 * undefined for what is no amount by the decimal sign that there is.
 */
export function readAmount(text: string, decimal: Decimal | null): string | undefined {
  const amount = bare(text);
  const readings = decimals.map((each) => plainAmount(amount, each));
  if (decimal) return plainAmount(amount, decimal);
  const [first, second] = readings;
  if (first !== undefined && second !== undefined && first !== second) return 'UNCLEAR';
  return first ?? second;
}

/** Reads an amount by a decimal sign: digits, or thousands of three, and then maybe decimals. */
function plainAmount(amount: string, decimal: Decimal): string | undefined {
  const [point, group] = [signs[decimal], signs[others[decimal]]];
  const [whole = '', fraction, ...more] = amount.split(point);
  const digits = whole.split(group);
  const isGrouped =
    /^-?[1-9]\d{0,2}$/.test(digits[0] ?? '') &&
    digits.slice(1).every((each) => /^\d{3}$/.test(each));
  const isWhole = digits.length === 1 ? /^-?\d+$/.test(whole) : isGrouped;
  if (more.length > 0 || !isWhole || (fraction !== undefined && !/^\d+$/.test(fraction)))
    return undefined;
  return fraction === undefined ? digits.join('') : `${digits.join('')}.${fraction}`;
}
