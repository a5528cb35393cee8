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

/** Returns a RUT's check digit: modulo 11 with the weights 2 to 7 from the right, as the Registro Civil sets it. */
export function checkDigitOf(number: string): string {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => total + digit * (2 + (at % 6)), 0);
  return '0K987654321'.charAt(sum % 11);
}
