import { foldText } from '@atrium/kit/texts/folding.ts';

const wordsIn = (text: string) =>
  ` ${foldText(text)
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join(' ')} `;

/** Returns whether a text has a name in it, as whole words: "mañana" does not say "Ana". */
export const saysName = (text: string, name: string): boolean =>
  wordsIn(text).includes(wordsIn(name));
