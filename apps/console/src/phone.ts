import { foldText } from '@atrium/kit/texts/folding.ts';
import { withoutTrunkZero } from '@atrium/kit/texts/trunk-zero.ts';

/** A telephone number as the API has it. */
export type Phone = { phoneCountryCode: string; phoneNumber: string };

/** Country calling codes of two digits (ITU-T E.164); 1 and 7 have one, all others three. */
const ofTwo = /^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** Returns a number that was typed with its country, `+56 9 1234 5678`, or is of `country`; a zero that is dialled within it alone goes. */
export function parsePhone(text: string, country = '+56'): Phone | null {
  const folded = foldText(text);
  const digits = folded.replace(/\D/g, '');
  if (digits === '') return null;
  const length = /^[17]/.test(digits) ? 1 : ofTwo.test(digits) ? 2 : 3;
  const [phoneCountryCode, number] = folded.startsWith('+')
    ? [`+${digits.slice(0, length)}`, digits.slice(length)]
    : [country, digits];
  return { phoneCountryCode, phoneNumber: withoutTrunkZero(number, phoneCountryCode) };
}

/** Returns a number as it is read: the country, then groups from the end. */
export function showPhone({ phoneCountryCode, phoneNumber }: Phone): string {
  const groups = phoneNumber.replace(/\B(?=(\d{4})+$)/g, ' ');
  return `${phoneCountryCode} ${groups}`;
}
