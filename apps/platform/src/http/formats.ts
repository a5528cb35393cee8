import type { Formats } from '@atrium/kit/http/validation.ts';
import countries from 'i18n-iso-countries';
import { isRut } from '../contacts/rut.ts';
import { readLocalTime } from '../meetings/time.ts';

/** ISO 4217 has units of account that Intl leaves out: Chile's UF (CLF) above all. */
const unitsOfAccount = 'BOV CHE CHW CLF COU MXV USN UYI UYW VED'.split(' ');
const currencies = new Set([...Intl.supportedValuesOf('currency'), ...unitsOfAccount]);

/** The wire formats beyond JSON Schema's own, by the name that schemas give them. */
export const formats: Formats = {
  country: (text) => /^([A-Z]{2}|[A-Z]{3})$/i.test(text) && countries.isValid(text.toUpperCase()),
  'country-alpha-3': (text) => /^[A-Z]{3}$/.test(text) && countries.isValid(text),
  'country-alpha-2': (text) => /^[A-Z]{2}$/.test(text) && countries.isValid(text),
  rut: isRut,
  currency: (text) => currencies.has(text),
  'time-zone': isTimeZone,
  'past-date': (text) =>
    isDate(text) && Temporal.PlainDate.compare(text, Temporal.Now.plainDateISO('UTC')) < 0,
  'real-date': isDate,
  'local-time': (text) => readLocalTime(text) !== undefined,
  'e-mail': (text) => /^[^\s@<>"(),:;\\[\]]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text),
  'not-blank': (text) => text.trim() !== '',
};

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    Temporal.PlainDate.from(text);
    return true;
  } catch {
    return false;
  }
}

/** An IANA name; offsets such as +01:00, which Intl also takes, are not zones. */
function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
