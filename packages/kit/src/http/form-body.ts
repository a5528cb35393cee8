import { fieldError, KitProblem } from '../problem.ts';
import { charsetOf, readUtf8 } from './body-text.ts';
import { checkText } from './json-body.ts';

/** The type of a posted form. */
export const formType = 'application/x-www-form-urlencoded';

/**
 * Reads a posted form: the values of each name in their order. Names and values are UTF-8, also where they
 * are percent-encoded. Throws MALFORMED_JSON for other bytes and UNSUPPORTED_MEDIA_TYPE for another charset.
 */
export function readForm(body: Buffer, contentType: string | undefined): Map<string, string[]> {
  if (charsetOf(contentType) !== 'utf-8')
    throw new KitProblem('UNSUPPORTED_MEDIA_TYPE', 'A form is UTF-8');
  const form = new Map<string, string[]>();
  for (const pair of readUtf8(body).split('&')) {
    if (pair === '') continue;
    const [name = '', ...rest] = pair.split('=');
    const [key, value] = [decode(name), decode(rest.join('='))];
    form.set(key, [...(form.get(key) ?? []), value]);
  }
  return form;
}

/**
 * Reads a posted form as an object; of a name that comes more than once the last value counts. Throws
 * VALIDATION_FAILED for what no store can keep.
 */
export function readFormObject(body: Buffer, contentType: string | undefined) {
  const entries = [...readForm(body, contentType)].map(
    ([name, values]) => [name, values.at(-1) ?? ''] as const,
  );
  for (const [name, value] of entries) {
    checkText(name, 'body');
    checkText(value, name);
  }
  return Object.fromEntries(entries);
}

/** Returns whether the percent-encoded bytes of a name or value are UTF-8. */
export function isEncodedUtf8(text: string): boolean {
  try {
    decodeText(text);
    return true;
  } catch {
    return false;
  }
}

// A percent sign that begins no code stands for itself, as browsers read it.
const decodeText = (text: string): string =>
  decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![0-9a-f]{2})/gi, '%25'));

function decode(text: string): string {
  try {
    return decodeText(text);
  } catch {
    const errors = [fieldError('body', 'MALFORMED_JSON', 'is not UTF-8')];
    throw new KitProblem('MALFORMED_JSON', 'The form is not UTF-8', { errors });
  }
}
