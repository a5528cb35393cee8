import type { Fragment } from '@atrium/kit/sql.ts';
import { foldText, likeLiteral, wordsOf } from '@atrium/kit/texts/folding.ts';
import { lettersAndDigits, plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from './transaction.ts';

const mostWords = 10;

/** Returns the words of a search as they are compared, ten at most. */
export const toWords = (searchTerm: string): string[] => wordsOf(searchTerm).slice(0, mostWords);

/** States what must be found: all of some words, or in their place the plain form of what they spell. */
export type Asked = { words: readonly string[]; plain?: string };

/**
 * Returns what a search asks for where numbers and addresses are kept plain beside their own spelling: each
 * word, and a number that is written with signs, or in groups, also by its digits alone.
 */
export function toAsked(searchTerm: string): Asked[] {
  const asked: Asked[] = [];
  let group: string[] = [];
  const endGroup = () => {
    const plain = group.length > 1 ? plainNumber(group.join('')) : undefined;
    if (plain) asked.push({ words: group, plain });
    else asked.push(...group.map(toSingle));
    group = [];
  };
  for (const written of searchTerm.split(/\s+/)) {
    const words = wordsOf(written);
    if (words.every((word) => partOfNumber.test(word))) group.push(...words);
    else {
      endGroup();
      if (written.includes('@')) asked.push({ words, plain: foldText(plainEmail(written)) });
      else asked.push(...words.map(toSingle));
    }
  }
  endGroup();
  return asked.slice(0, mostWords);
}

const partOfNumber = /^[+(\d][\d().+/-]*$/;

function toSingle(word: string): Asked {
  const plain = plainNumber(word);
  return plain === undefined || plain === word ? { words: [word] } : { words: [word], plain };
}

/** Returns a number of five digits and more by its letters and digits, without what is dialled or filled up before them. */
function plainNumber(word: string): string | undefined {
  const plain = lettersAndDigits(word.replace('(0)', '')).replace(/^0+/, '');
  return /(\d\D*){5}/.test(plain) && plain.length <= 30 ? plain : undefined;
}

/** Returns the condition that a folded text has what is asked for. */
export function isFound(tx: Tx, text: Fragment, { words, plain }: Asked): Fragment {
  const all = words
    .map((word) => tx`${text} like ${pattern(tx, word)}`)
    .reduce((met, each) => tx`${met} and ${each}`);
  const [word] = words;
  if (plain === undefined || (words.length === 1 && plain === word)) return all;
  return tx`(${all} or ${text} like ${pattern(tx, plain)})`;
}

/**
 * Returns the pattern by which LIKE finds a text in a folded one; its own signs are taken literally. It is made
 * here, since the database would make it anew for each row.
 */
export const pattern = (tx: Tx, text: string): Fragment =>
  tx`${`%${likeLiteral(foldText(text))}%`}`;

/**
 * Returns the texts of which one is in whatever is found, for an index of trigrams: those of what is asked
 * for that tells most. None when no word has three letters.
 */
export function tellingParts(asked: readonly Asked[]): string[] {
  const candidates = asked.flatMap(({ words, plain }) => {
    const parts = [tellingPart(words), ...(plain === undefined ? [] : [tellingPart([plain])])];
    const told = parts.filter((part) => part !== undefined);
    return told.length === parts.length ? [told] : [];
  });
  const weight = (parts: readonly string[]) => Math.min(...parts.map(weightOf));
  return candidates.toSorted((one, other) => weight(other) - weight(one))[0] ?? [];
}

/**
 * Returns the text that finds the candidates in an index of trigrams: the end of the most selective
 * word (a number before the longest name), of an e-mail the part before the @. Each further letter
 * is another list to read. Undefined when no word has three letters.
 */
export function tellingPart(words: readonly string[]): string | undefined {
  const [best] = words
    .filter((word) => word.length >= 3)
    .toSorted((one, other) => weightOf(other) - weightOf(one));
  return best?.match(/[^@]{0,3}[\p{L}\p{N}]{3}@|.{0,3}\d{3}$/u)?.[0] ?? best;
}

const weightOf = (word: string) => word.length + (/\d{3}/.test(word) ? 100 : 0);
