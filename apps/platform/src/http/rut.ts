import { foldText } from '@atrium/kit/texts/folding.ts';
import { checkDigitOf } from '@atrium/kit/texts/plain-forms.ts';

/**
 * Returns whether a text is a Chilean RUT with the right check digit. Dots, dash, spaces, zeros in front,
 * the letter case of K and the script of the digits do not count.
 */
export function isRut(text: string): boolean {
  const plain = foldText(text).replaceAll(' ', '');
  const [, body, check] = /^0*(\d{1,2}\.?\d{3}\.?\d{3})-?([\dk])$/.exec(plain) ?? [];
  if (!body || !check) return false;
  const number = body.replaceAll('.', '');
  return Number(number) > 0 && check.toUpperCase() === checkDigitOf(number);
}
