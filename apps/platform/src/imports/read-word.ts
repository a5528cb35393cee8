import { foldText } from '@atrium/kit/texts/folding.ts';
import en from '../words/en.json' with { type: 'json' };
import es from '../words/es.json' with { type: 'json' };

const tables: Record<string, Record<string, string>>[] = [es, en];

/** A value of a list that a firm made its own, and the firm's word for it. */
export type Labelled = { value: string; label: string };

/**
 * Reads a value of an enumeration or list as people write it: as its code, the firm's own word, or the
 * word that a person reads here in Spanish or English, whatever its case, accents, dashes and spaces.
 * `name` is that of the table in words. Undefined for another word.
 */
export function readWord(
  name: string,
  values: readonly (string | Labelled)[],
  text: string,
): string | undefined {
  const wanted = folded(text);
  const all = values.map((each) =>
    typeof each === 'string' ? { value: each, label: each } : each,
  );
  const isMeant = [
    ({ value }: Labelled) => value === text,
    ({ value }: Labelled) => folded(value) === wanted,
    ({ label }: Labelled) => folded(label) === wanted,
    ({ value }: Labelled) =>
      tables.some((table) => formsOf(table[name]?.[value]).some((form) => folded(form) === wanted)),
  ];
  for (const test of isMeant) {
    const found = all.find(test);
    if (found) return found.value;
  }
  return undefined;
}

const folded = (text: string) => foldText(text).replace(/[\s_-]+/g, ' ');

/** Returns a word in its forms: `Soltero/a` is also Soltero and Soltera. */
function formsOf(word: string | undefined): string[] {
  if (word === undefined) return [];
  const [, stem] = /^(.*)o\/a$/.exec(word) ?? [];
  return stem === undefined ? [word] : [word, `${stem}o`, `${stem}a`];
}
