import { convert } from 'html-to-text';

const markup = /<\/?[a-z][^>]*>|&(?:[a-z]+|#\d+|#x[\da-f]+);/i;

const options = {
  wordwrap: false,
  preserveNewlines: true,
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'img', format: 'skip' },
  ],
} as const;

/** Reads a description, which Google Calendar's own editor writes as HTML, as the text it shows. */
export function toText(description: string): string {
  if (!markup.test(description)) return description;
  return convert(description, { ...options, selectors: [...options.selectors] });
}

/** Writes a text so that it is shown as it is: what looks like markup is escaped. */
export function fromText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
