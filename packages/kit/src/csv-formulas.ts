// Each also matches what has apostrophes already: it gets one more, so that unescapeCell takes away one.

/** Matches a number in exponent form: what a spreadsheet makes of long digits, which are lost with it. */
export const exponentForm = /^[+-]?\d+(?:[.,]\d+[eE][+-]?|[eE][+-])\d{1,3}$/;

/**
 * Matches what a spreadsheet takes as the beginning of a formula, full-width signs included, and a text
 * that would be a number in exponent form.
 */
const formula = new RegExp(
  `^'*(?:[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]|(?:${exponentForm.source.slice(1)}))`,
);

// Where the list separator is a semicolon, as in Spanish, a spreadsheet begins another cell after each
// one, also within quotes: it knows them at the beginning of its own cells only.
const formulaWithin = /(?<=[;\t\r\n])(?=['"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const escapedWithin = /(?<=[;\t\r\n])'(?=['"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/**
 * Returns the text of a cell that no spreadsheet runs as a formula: what it would run gets an apostrophe in
 * front (OWASP, CSV injection); a plain number is left alone.
 */
export function withoutFormulas(text: string): string {
  const inner = text.replace(formulaWithin, "'");
  return formula.test(inner) && !plainNumber.test(inner) ? `'${inner}` : inner;
}

/** Returns a cell as it was before `withoutFormulas`. */
export function unescapeCell(text: string): string {
  const outer = text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
  return outer.replace(escapedWithin, '');
}
