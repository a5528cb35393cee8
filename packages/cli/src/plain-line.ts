// Control characters (also C1, which some terminals obey), ends of lines, and marks that turn the direction.
const notShown = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns a text of somebody else's, such as the header of a file or an answer, as one line that a
 * terminal only shows: what would steer it is written as its code point.
 */
export function plainLine(text: string): string {
  return text.replace(notShown, (sign) => {
    const code = sign.codePointAt(0)?.toString(16) ?? '';
    return `\\u${code.padStart(4, '0')}`;
  });
}
