import { foldText } from '@atrium/kit/texts/folding.ts';
import { type Key, shownKeys, useKeyList } from '../keys.ts';
import { useOnline } from '../ui/online.ts';
import type { Found } from './found.ts';

/** Returns what this page's keys and the record at hand offer for the text; nothing before something is typed. */
export function usePageKeys(text: string): Found[] {
  return keysFor(text, useKeyList(), useOnline());
}

/** The keys that open this box and its neighbour lead nowhere from here. */
const own = ['mod+k', '/', '?', 'Escape'];

/**
 * Returns the keys whose words contain the text, and the acts of which the text begins a word. An act, which
 * has no key or writes, may send mail: it does not come up by chance while somebody is searched for.
 */
export function keysFor(text: string, keys: readonly Key[], isOnline: boolean): Found[] {
  const wanted = foldText(text);
  if (wanted === '') return [];
  const isLong = wanted.replace(/[^\p{L}]/gu, '').length >= 3;
  return keys
    .filter(({ keys: names, group }) => group !== 'go' && !own.includes(names))
    .filter(({ writes }) => isOnline || !writes)
    .filter((key) => {
      const label = foldText(key.label);
      return isAct(key) ? isLong && ` ${label}`.includes(` ${wanted}`) : label.includes(wanted);
    })
    .map((key) => ({
      kind: isAct(key) ? 'act' : 'key',
      label: key.label,
      run: key.run,
      ...(key.keys ? { hint: shownKeys(key.keys) } : {}),
    }));
}

const isAct = ({ keys, writes }: Key) => keys === '' || writes === true;
