import { foldText } from '@atrium/kit/texts/folding.ts';

/** Returns a RUT by its digits alone, whatever stands between them and of which script they are. */
const plainOf = (text: string) =>
  foldText(text)
    .replace(/[. -]|^0+/g, '')
    .toUpperCase();

/** Returns a Chilean RUT as it is read, `12.345.678-5`; what is none stays as it is. */
export function showRut(text: string): string {
  const plain = plainOf(text);
  if (!/^\d{6,8}[\dK]$/.test(plain)) return text;
  const body = plain.slice(0, -1).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${body}-${plain.slice(-1)}`;
}

/** Returns whether the check digit of a Chilean RUT is right: modulo 11, weights 2 to 7 from the right. */
export function isRut(text: string): boolean {
  const plain = plainOf(text);
  if (!/^\d{6,8}[\dK]$/.test(plain)) return false;
  const digits = [...plain.slice(0, -1)].reverse();
  const sum = digits.reduce((total, digit, at) => total + Number(digit) * (2 + (at % 6)), 0);
  return '0K987654321'[sum % 11] === plain.slice(-1);
}
