import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from './transaction.ts';

/** Returns the words of a search, ten at most. */
export const toWords = (searchTerm: string): string[] =>
  searchTerm.split(/\s+/).filter(Boolean).slice(0, 10);

/** Returns the pattern by which LIKE finds a word in a folded text; its own signs are taken literally. */
export const pattern = (tx: Tx, word: string): Fragment =>
  tx`'%' || fold(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`;

/**
 * Returns the text that finds the candidates in an index of trigrams: the end of the most selective
 * word (a number before the longest name), of an e-mail the part before the @. Each further letter
 * is another list to read. Undefined when no word has three letters.
 */
export function tellingPart(words: readonly string[]): string | undefined {
  const weight = (word: string) => word.length + (/\d{3}/.test(word) ? 100 : 0);
  const [best] = words.filter((word) => word.length >= 3).toSorted((a, b) => weight(b) - weight(a));
  return best?.match(/[^@]{0,3}[\p{L}\p{N}]{3}@|.{0,3}\d{3}$/u)?.[0] ?? best;
}
