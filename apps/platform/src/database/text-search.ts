import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from './transaction.ts';

/** The words of a search, ten at most. */
export const toWords = (searchTerm: string): string[] =>
  searchTerm.split(/\s+/).filter(Boolean).slice(0, 10);

/** A word as LIKE looks for it amid a folded text, its own signs taken literally. */
export const pattern = (tx: Tx, word: string): Fragment =>
  tx`'%' || fold(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`;

/**
 * What finds the candidates in an index of trigrams: of the word that tells most, a number before
 * the longest name, the end of the number or of what stands before an @. Every letter more is a
 * list more to go through. Undefined when no word has three letters.
 */
export function tellingPart(words: readonly string[]): string | undefined {
  const weight = (word: string) => word.length + (/\d{3}/.test(word) ? 100 : 0);
  const [best] = words.filter((word) => word.length >= 3).toSorted((a, b) => weight(b) - weight(a));
  return best?.match(/[^@]{0,3}[\p{L}\p{N}]{3}@|.{0,3}\d{3}$/u)?.[0] ?? best;
}
