import { cutText } from '@atrium/kit/cut-text.ts';
import { addressParser } from 'postal-mime';

const mostSigns = 300;
const mostAddressOctets = 254;
// Neither part may hold what delimits addresses in a header, nor characters that are not seen.
const addressForm = /^[^\s\p{C}@<>"(),:;\\[\]]+@[^\s\p{C}@<>"(),:;\\[\]]+$/u;

/**
 * Returns a text as one line for a header: short enough, without control characters, and with nothing
 * that a reader would decode (RFC 2047): a word joiner, which nobody sees, parts what begins like that.
 */
export function toHeaderText(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const signs = [...line];
  const most = signs.slice(0, mostSigns - 1).join('').length;
  const short = signs.length > mostSigns ? `${cutText(line, most)}…` : line;
  return short.replaceAll('=?', '=\u2060?');
}

/** Returns whether a text is one address that a mail can go to. */
export function isMailAddress(text: string): boolean {
  return Buffer.byteLength(text) <= mostAddressOctets && addressForm.test(text);
}

/** Says that a message is to what is no address. It counts as refused by the server, which never sees it. */
export class UnusableAddress extends Error {
  override name = 'UnusableAddress';
  readonly command = 'RCPT TO';
  readonly responseCode = 553;
}

/** Returns the bare address in `Atrium <no-reply@atrium.example>`. */
export function addressOf(mailbox: string): string {
  const [first] = addressParser(mailbox);
  return first?.address ?? mailbox;
}
