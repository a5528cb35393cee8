import { compile } from 'html-to-text';

/** The part of an HTML text that is read, in bytes: what a person wrote stands before what is answered. */
export const longestHtml = 65_536;

const skipped = ['blockquote', 'img', 'style', 'script', 'head'];
const toPlain = compile({
  wordwrap: false,
  limits: { maxInputLength: longestHtml, maxDepth: 50, maxChildNodes: 1_000 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...skipped.map((selector) => ({ selector, format: 'skip' })),
  ],
});

/** Returns what a person reads in an HTML text, without pictures and what is quoted. */
export const wordsOfHtml = (html: string): string => (html === '' ? '' : toPlain(html).trim());
