/**
 * Returns whether a text is a Chilean RUT with the right check digit. Dots, the dash and the letter case
 * of K do not count. Modulo 11 with the weights 2 to 7 from the right, as the Registro Civil sets it.
 */
export function isRut(text: string): boolean {
  const [, body, check] = /^(\d{1,2}\.?\d{3}\.?\d{3})-?([\dkK])$/.exec(text.trim()) ?? [];
  if (!body || !check) return false;
  const digits = [...body.replaceAll('.', '')].reverse();
  const sum = digits.reduce((total, digit, at) => total + Number(digit) * (2 + (at % 6)), 0);
  const expected = '0K987654321'[sum % 11];
  return Number(digits.join('')) > 0 && check.toUpperCase() === expected;
}
