import { foldText, foldWithPlaces } from '@atrium/kit/texts/folding.ts';
import { lettersAndDigits } from '@atrium/kit/texts/plain-forms.ts';

/** What a person is known by, of which texts are cleared. */
export type Searched = {
  /** E-mails and numbers that no other contact has: cleared wherever they occur. */
  emails: readonly string[];
  numbers: readonly string[];
  /** Phones, as country code and national number. */
  phones: readonly (readonly [country: string, national: string])[];
  /** Whole names that nobody else has: cleared in what is about the person or has the above. */
  names: readonly string[];
  /** Single words of the names: cleared only in what is about the person. */
  words: readonly string[];
};

/** The text in place of one that was cleared. */
const blank = '—';

/**
 * Returns the functions that clear texts of a person: `everywhere` of e-mails and numbers, `beside` those
 * of whole names too, `near` also of single words. Texts are compared folded, as they are searched,
 * numbers by their letters and digits whatever stands between them. Each returns the same text when
 * nothing of the person is in it.
 */
export function createMatcher({ emails, numbers, phones, names, words }: Searched) {
  const distinctive = [
    ...emails.map(emailPattern),
    ...phones.map(phonePattern),
    ...numbers.map(numberPattern),
  ];
  const everywhere = toPattern(distinctive);
  const withNames = (texts: readonly string[]) =>
    toPattern([...distinctive, ...longestFirst(texts).map(namePattern)]);
  const [beside, near] = [withNames(names), withNames([...names, ...words])];
  const plainNumbers = new Set([...numbers.map(plainOf), ...phones.map((each) => each.join(''))]);
  return {
    everywhere: (text: string) => clear(text, everywhere),
    beside: (text: string) => clear(text, beside),
    near: (text: string) => clear(text, near),
    /** Returns whether a JSON number is one of the person's, which cannot be cleared. */
    isNumber: (digits: string) => plainNumbers.has(plainOf(digits)),
  };
}
export type Matcher = ReturnType<typeof createMatcher>;

/** Returns letters and digits of a number of any script, folded, without zeros in front. */
const plainOf = (number: string): string => lettersAndDigits(number).replace(/^0+(?=.)/, '');

function clear(text: string, pattern: RegExp | undefined): string {
  // Most texts name nobody, and are folded without the places of their signs, which costs far less.
  if (!pattern || text === '' || foldText(text).search(pattern) < 0) return text;
  const { text: folded, at } = foldWithPlaces(text);
  let cleared = '';
  let from = 0;
  for (const { index, 0: match } of folded.matchAll(pattern)) {
    if (isDate(match)) continue;
    const [start = 0, end = text.length] = [at[index], at[index + match.length]];
    cleared += text.slice(from, start) + blank;
    from = end;
  }
  return from === 0 ? text : cleared + text.slice(from);
}

/**
 * Returns whether signs are written as a day of these times, which a number of eight digits may be equal to
 * by chance: what happened on that day is not about its bearer.
 */
const isDate = (signs: string): boolean =>
  /^(?:(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\2(?:19|20)\d\d)$/.test(
    signs,
  );

function toPattern(alternatives: readonly string[]): RegExp | undefined {
  const used = alternatives.filter((each) => each !== '');
  if (used.length === 0) return undefined;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${used.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

const longestFirst = (names: readonly string[]) =>
  [...names].sort((one, other) => other.length - one.length);

const { escape: escaped } = RegExp as unknown as { escape: (text: string) => string };

/** Matches an e-mail, also as people write it so that no program finds it: `ana at example dot com`. */
function emailPattern(email: string): string {
  const [local = '', domain = ''] = foldText(email).split(/@(?=[^@]*$)/);
  if (!domain) return escaped(local);
  const dot = '(?:\\.|\\s?[\\[(]?\\s?(?:dot|punto)\\s?[\\])]?\\s?)';
  const at = '(?:\\s?@\\s?|\\s?[\\[(]?\\s?(?:at|arroba)\\s?[\\])]?\\s?)';
  return `${escaped(local)}${at}${domain.split('.').map(escaped).join(dot)}`;
}

/** Matches a number with whatever people put between its signs. */
function numberPattern(number: string): string {
  const plain = plainOf(number);
  return plain === '' ? '' : `0*${spaced(plain)}`;
}

const spaced = (plain: string) => [...plain].map(escaped).join('[^\\p{L}\\p{N}]{0,3}');

/** Matches a phone number with its country's code, with a trunk zero, or with neither. */
function phonePattern([country, national]: readonly [string, string]): string {
  const [code, own] = [plainOf(country), plainOf(national)];
  if (own === '') return '';
  const before = code === '' ? '' : `(?:\\+|00)?${spaced(code)}[^\\p{L}\\p{N}]{0,3}`;
  const trunk = '(?:\\(?0\\)?[^\\p{L}\\p{N}]{0,2})?';
  return `(?:${before})?${trunk}${spaced(own)}`;
}

/** Matches a name whose words stand in a row, parted by whatever parts words. */
function namePattern(name: string): string {
  const words = foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words.map(escaped).join('[^\\p{L}\\p{N}]{1,3}');
}
