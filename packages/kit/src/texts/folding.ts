/**
 * The one form in which texts are compared: composed, without accents, case and what is not seen, any
 * white space as one space and none at the ends, digits of any script as 0 to 9. `fold` of the database
 * returns the same, by a test over every sign.
 */
export function foldText(text: string): string {
  return withoutEnds(foldPart(text));
}

/** A text as it is compared, and of each of its signs the place in the text where it begins. */
export type FoldedText = { text: string; at: number[] };

/**
 * Folds a text and tells where each sign of it stands in the text; one more place is the text's end.
 * White space at the ends stays, as one space.
 */
export function foldWithPlaces(text: string): FoldedText {
  if (plainAscii.test(text)) {
    const at = Array.from({ length: text.length + 1 }, (_, index) => index);
    return { text: text.toLowerCase(), at };
  }
  let folded = '';
  const at: number[] = [];
  let index = 0;
  const known = new Map<string, string>();
  for (const part of partsOf(text)) {
    // A text has few signs that differ, and each costs as much as a short text.
    const sign = known.get(part) ?? foldPart(part);
    known.set(part, sign);
    const each = folded.endsWith(' ') ? sign.replace(/^ /, '') : sign;
    folded += each;
    for (let unit = 0; unit < each.length; unit++) at.push(index);
    index += part.length;
  }
  at.push(text.length);
  return { text: folded, at };
}

/** Returns whether a text has nothing that is seen: only white space and signs without any width. */
export const isBlank = (text: string): boolean => !seen.test(text);

/** Returns a text as LIKE takes it literally. What is compared folded is folded before. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns the words of a text as they are compared. */
export const wordsOf = (text: string): string[] => foldText(text).split(' ').filter(Boolean);

const space = '\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const spaces = new RegExp(`[${space}]+`, 'g');
const seen = new RegExp(`[^${space}\\p{Default_Ignorable_Code_Point}]`, 'u');
const plainAscii = /^(?!.* {2})[\x20-\x7e]*$/;
const asciiOnly = /^[\0-\x7f]*$/;

/** Accents and vowel points of Latin, Greek, Cyrillic, Hebrew, Arabic and Syriac; other marks are letters' parts. */
const accents =
  '\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a' +
  '\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u0711\\u0730-\\u074a' +
  '\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f';
const dropped = new RegExp(`[${accents}\\p{Default_Ignorable_Code_Point}]`, 'gu');

/** Letters that Unicode does not decompose, and signs that people type in several ways. */
const single = new Map(
  pairs(
    'øđðħıĸłŋŧƀɓɖɗƒɠɨƙƚɫɲƥʉⱥɇɉɍɏƴƶȥǥςʹʻʼʽ‘’‛′‐‒–—―−“”„‟⁄',
    "oddhiqlntbbddfgikllnpuaejryyzzgσ''''''''------\"\"\"\"/",
  ),
);
const double = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]);

/** The zeros of other scripts, each followed by its nine other digits. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50,
  0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0,
  0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
];
for (const zero of zeros)
  for (let digit = 0; digit < 10; digit++)
    single.set(String.fromCodePoint(zero + digit), String(digit));

function foldPart(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase().replace(spaces, ' ');
  const plain = text.replaceAll('´', "'").normalize('NFKD').replace(dropped, '').toLowerCase();
  let folded = '';
  for (const sign of plain) folded += single.get(sign) ?? double.get(sign) ?? sign;
  return folded.normalize('NFC').replace(spaces, ' ');
}

const withoutEnds = (text: string) => text.replace(/^ | $/g, '');

/** Matches what belongs to the sign before it: marks, signs without width, the later letters of a Hangul syllable. */
const joins = /^[\p{M}\p{Default_Ignorable_Code_Point}\u1160-\u11ff]/u;

/** Returns whether a sign composes with the one before; of those up to Latin's only the soft hyphen does. */
const isJoined = (sign: string): boolean =>
  sign < '\u0300' ? sign === '\u00ad' : joins.test(sign.normalize('NFKD'));

/** Cuts a text where no sign composes with the one before. */
function* partsOf(text: string): Generator<string> {
  let part = '';
  for (const sign of text) {
    if (part && !isJoined(sign)) {
      yield part;
      part = '';
    }
    part += sign;
  }
  if (part) yield part;
}

function pairs(from: string, to: string): [string, string][] {
  const after = [...to];
  return [...from].map((sign, at) => [sign, after[at] ?? '']);
}
