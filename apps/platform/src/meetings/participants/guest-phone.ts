import { type FieldError, fieldError } from '@atrium/kit/problem.ts';
import { foldText } from '@atrium/kit/texts/folding.ts';
import countries from 'i18n-iso-countries';
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';

/** Returns a guest's phone as it is kept: digits, with the plus that begins it, if it has nothing else but what is written between them. */
export function keptPhone(phone: string): string {
  const plain = foldText(phone).replace(/[\s().-]/g, '');
  return /^\+?\d+$/.test(plain) ? plain : phone;
}

type Stated = { countryCode?: string | null; phone?: string | null };

const digitsAlone = /^[\s().-]*(\d[\s().-]*){7,15}$/;

/**
 * Returns what is wrong with a guest's phone. The country is an ISO 3166 code (`CL`, `CHL`) or a calling
 * code (`+56`, `56`), and the number has as many digits as numbers there have: whether it is in
 * use cannot be known. One that begins with + has to be of the country if one is stated; of one
 * without a country, 7 to 15 digits are all that can be asked (E.164).
 */
export function phoneFaults({ countryCode, phone }: Stated, path: string): FieldError[] {
  const country = countryCode ? readCountry(countryCode) : {};
  if (!country) return [fieldError(`${path}.countryCode`, 'INVALID_FORMAT', 'must be a country')];
  if (!phone) return [];
  const folded = foldText(phone);
  if (!countryCode && digitsAlone.test(folded)) return [];
  const number = parsePhoneNumberFromString(folded, {
    ...(country.iso ? { defaultCountry: country.iso } : {}),
    ...(country.calling ? { defaultCallingCode: country.calling } : {}),
    extract: false,
  });
  // Countries that share a calling code, as the United States and Canada, are not told apart.
  const calling = country.iso ? getCountryCallingCode(country.iso) : country.calling;
  if (number?.isPossible() && (!calling || number.countryCallingCode === calling)) return [];
  return [
    fieldError(`${path}.phone`, 'INVALID_PHONE', 'is not a phone number, or not of the country'),
  ];
}

function readCountry(text: string): { iso?: CountryCode; calling?: string } | undefined {
  const code = foldText(text).toUpperCase();
  const calling = /^\+?(\d{1,4})$/.exec(code)?.[1];
  if (calling) return { calling };
  const iso = code.length === 3 ? countries.alpha3ToAlpha2(code) : code;
  return iso && isSupportedCountry(iso) ? { iso } : undefined;
}
