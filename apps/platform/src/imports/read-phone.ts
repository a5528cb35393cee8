import { foldText } from '@atrium/kit/texts/folding.ts';
import { withoutTrunkZero } from '@atrium/kit/texts/trunk-zero.ts';

/** A phone as it is stated: a part that is missing is undefined. */
export type StatedPhone = {
  phoneCountryCode: string | undefined;
  phoneNumber: string;
};

/** The calling codes of one and of two digits (ITU-T E.164, list of assigned codes); all others have three. */
const shortCodes = new Set(
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
);

/**
 * Reads a phone as people write it: with spaces, dots, dashes and parentheses, in the digits of any script,
 * with its calling code after a plus or two zeros, or without one, and then with `code`, whose plus a
 * spreadsheet may have taken away. A program that took a column for numbers leaves `912345678.0`, whose
 * decimal is none of the phone. A zero that is dialled within the country alone is left out, but of a
 * number whose code stands beside it in a file of ours (`isExact`), which comes back as it went.
 */
export function readPhone(number: string, code: string | undefined, isExact: boolean): StatedPhone {
  const folded = foldText(number).trim();
  const whole = folded.replace(/^(\d{5,})\.0$/, '$1');
  const plain = whole.replace(between, '').replace(/^00(?=[1-9])/, '+');
  if (/^\+\d{5,19}$/.test(plain)) {
    const length = [1, 2].find((count) => shortCodes.has(plain.slice(1, 1 + count))) ?? 3;
    const phoneCountryCode = plain.slice(0, length + 1);
    return {
      phoneCountryCode,
      phoneNumber: withoutTrunkZero(plain.slice(length + 1), phoneCountryCode),
    };
  }
  const plainCode =
    code &&
    foldText(code)
      .trim()
      .replace(/^(\d+)\.0$/, '$1')
      .replace(between, '')
      .replace(/^00(?=[1-9])/, '');
  const withPlus = plainCode && /^\d{1,4}$/.test(plainCode) ? `+${plainCode}` : code;
  const stated = whole === folded ? number : whole;
  return {
    phoneCountryCode: withPlus,
    phoneNumber: isExact ? stated : withoutTrunkZero(stated, withPlus),
  };
}

/** Matches what people write between digits. */
const between = /[\s().-]/g;
