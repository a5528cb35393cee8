import { readNetwork } from '@atrium/kit/http/networks.ts';
import type { Formats } from '@atrium/kit/http/validation.ts';
import { isBlank } from '@atrium/kit/texts/folding.ts';
import { isZone } from '@atrium/kit/zones.ts';
import countries from 'i18n-iso-countries';
import { readLocalTime } from './local-time.ts';
import { isCallingCode, isPhoneNumber } from './phone-number.ts';
import { isRut } from './rut.ts';

/** ISO 4217 has units of account that Intl leaves out: Chile's UF (CLF) above all. */
const unitsOfAccount = 'BOV CHE CHW CLF COU MXV USN UYI UYW VED'.split(' ');
const currencies = new Set([...Intl.supportedValuesOf('currency'), ...unitsOfAccount]);

/** The wire formats beyond JSON Schema's own, by the name that schemas give them. */
export const formats: Formats = {
  country: (text) => /^([A-Z]{2}|[A-Z]{3})$/i.test(text) && countries.isValid(text.toUpperCase()),
  'country-alpha-3': (text) => /^[A-Z]{3}$/.test(text) && countries.isValid(text),
  'country-alpha-2': (text) => /^[A-Z]{2}$/.test(text) && countries.isValid(text),
  rut: isRut,
  'calling-code': isCallingCode,
  'phone-number': isPhoneNumber,
  currency: (text) => currencies.has(text),
  'time-zone': isZone,
  'past-date': (text) => isDate(text) && Date.parse(text) < Math.floor(Date.now() / dayMs) * dayMs,
  'real-date': isDate,
  'local-time': (text) => readLocalTime(text) !== undefined,
  'record-time': (text) =>
    /T.*\d{2}Z?$/.test(text) && readLocalTime(text.replace(/Z$/, '')) !== undefined,
  'e-mail': (text) => emailForm.test(text),
  network: (text) => readNetwork(text) !== undefined,
  'not-blank': (text) => !isBlank(text),
};

// Neither part may hold what delimits addresses in a header, nor characters that are not seen.
const emailForm =
  /^[^\s\p{C}@<>"(),:;\\[\]]+@[^\s\p{C}@<>"(),:;\\[\].]+(\.[^\s\p{C}@<>"(),:;\\[\].]+)+$/u;

/** A day of the calendar as YYYY-MM-DD. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8)].map(Number) as [
    number,
    number,
    number,
  ];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : daysOfMonth[month - 1];
  // PostgreSQL has no year 0.
  return year >= 1 && days !== undefined && day >= 1 && day <= days;
}

const dayMs = 86_400_000;
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
