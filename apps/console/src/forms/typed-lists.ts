/** The lists whose parts are words, such as networks; a part of any other is a line. */
const ofWords: readonly string[] = ['allowedNetworks', 'emailDomains'];

/** Returns the parts of a list that is typed as one text. */
export function partsOf(list: string, text: string): string[] {
  const parts = text.split(ofWords.includes(list) ? /[\s,;]+/ : '\n');
  return parts.flatMap((each) => each.trim() || []);
}
