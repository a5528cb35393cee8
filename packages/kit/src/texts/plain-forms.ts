import { domainToASCII } from 'node:url';
import { foldText } from './folding.ts';

// What identifies is compared in one plain form. `plain_email`, `plain_identity` and `plain_phone` of the
// database return the same, by a test.

/**
 * Returns an e-mail address as it is compared: composed, in lower case, its domain in ASCII (RFC 5890,
 * section 2.3.2.1). It is for comparing only: nothing is mailed to it.
 */
export function plainEmail(email: string): string {
  const [, local = '', domain] = lowerCase(email).match(/^(.*)@([^@]*)$/s) ?? [];
  if (domain === undefined) return lowerCase(email);
  return `${local}@${plainDomain(domain)}`;
}

/** Returns a domain in ASCII and lower case; one that has no such form as it is. */
export function plainDomain(domain: string): string {
  const lower = lowerCase(domain);
  return ascii.test(lower) ? lower : domainToASCII(lower) || lower;
}

/**
 * Returns the number of a person or a firm as it is compared: its letters and digits of every script, and
 * without the zeros in front if it is a RUT. Undefined where nothing is left to compare.
 */
export function plainIdentity(number: string): string | undefined {
  const plain = lettersAndDigits(number).replace(/[a-z]+/g, (letters) => letters.toUpperCase());
  const significant = plain.replace(/^0+/, '');
  if (isPlainRut(significant)) return significant;
  return plain === '' ? undefined : plain;
}

/** A phone as it is kept: a calling code and a national number. */
type Phone = { phoneCountryCode: string; phoneNumber: string };

/**
 * Returns a phone as it is compared: the digits of its calling code and of its national number, without
 * the zero that is dialled within the country. Undefined where either has no digits.
 */
export function plainPhone({ phoneCountryCode, phoneNumber }: Phone): string | undefined {
  const code = digitsOf(phoneCountryCode);
  const national = digitsOf(phoneNumber).replace(/^0(?=.)/, '');
  return code && national ? code + national : undefined;
}

/** Returns what is left of a text when it is compared by its letters and digits alone. */
export const lettersAndDigits = (text: string): string =>
  foldText(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '');

const digitsOf = (text: string): string => foldText(text).replace(/\D/g, '');

const ascii = /^[\0-\x7f]*$/;

function lowerCase(text: string): string {
  return text.normalize('NFC').replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ');
}

/** Returns whether a text is a RUT: seven or eight digits and the right check digit. */
function isPlainRut(plain: string): boolean {
  const [, body, digit] = plain.match(/^([1-9]\d{6,7})([\dK])$/) ?? [];
  return body !== undefined && digit === checkDigitOf(body);
}

/** Returns a RUT's check digit: modulo 11 with the weights 2 to 7 from the right, as the Registro Civil sets it. */
export function checkDigitOf(number: string): string {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => total + digit * (2 + (at % 6)), 0);
  return '0K987654321'.charAt(sum % 11);
}
