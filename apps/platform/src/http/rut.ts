import { checkDigitOf } from '@atrium/kit/texts/plain-forms.ts';

/**
 * Returns whether a text is a Chilean RUT with the right check digit. Dots, the dash and the letter case
 * of K do not count.
 */
export function isRut(text: string): boolean {
  const [, body, check] = /^(\d{1,2}\.?\d{3}\.?\d{3})-?([\dkK])$/.exec(text.trim()) ?? [];
  if (!body || !check) return false;
  const number = body.replaceAll('.', '');
  return Number(number) > 0 && check.toUpperCase() === checkDigitOf(number);
}
