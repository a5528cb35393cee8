import { ApiError } from '../api-error.ts';
import { parseAmount, typedAmount } from '../forms/amounts.ts';
import { wordsOf } from '../i18n/words.ts';

/** Returns a value as people read it: what is no single value as programs write it. */
export const shownCustom = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Returns whether people can type a value; the others belong to the program that wrote them. */
export const isTypable = (value: unknown) => value === null || typeof value !== 'object';

/** Returns a value as it is typed: a number with the signs of the language, for it to be read by them. */
export const typedFrom = (value: unknown): string =>
  typeof value === 'number' ? typedAmount(String(value)) : shownCustom(value ?? '');

/** Returns what was typed or chosen as a value of the kind that it had. Throws an ApiError where it is none. */
export function typedCustom(typed: string | boolean | null, before: unknown): unknown {
  if (typed === null || typed === '') return null;
  if (typeof before !== 'number' || typeof typed === 'boolean') return typed;
  // What has more decimals than an amount, as a place on the earth, has no signs between thousands.
  const exact = /^-?\d+[.,]\d{5,}$/.test(typed) ? typed.replace(',', '.') : undefined;
  const number = parseAmount(typed) ?? exact;
  if (number !== undefined) return Number(number);
  const message = wordsOf('people')('custom.notNumber', { form: typedAmount('1250000.5') });
  const errors = [{ field: 'value', code: 'OWN', message }];
  throw new ApiError(400, { code: 'VALIDATION_FAILED', errors });
}
