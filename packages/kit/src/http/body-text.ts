import { isUtf8 } from 'node:buffer';
import { fieldError, KitProblem } from '../problem.ts';

/**
 * Reads the bytes of a body as text: strict UTF-8, or what the `charset` of its type names. One byte order
 * mark at the start is passed over. Throws MALFORMED_JSON where the bytes are not of that charset, and
 * UNSUPPORTED_MEDIA_TYPE for one that nobody knows.
 */
export function readText(body: Uint8Array, contentType: string | undefined): string {
  const charset = charsetOf(contentType);
  if (charset === 'utf-8') return readUtf8(body);
  const decoder = decoderOf(
    hasMark(body, utf16BeMark) && /^utf-?16$/.test(charset) ? 'utf-16be' : charset,
  );
  try {
    return decoder.decode(body);
  } catch {
    throw notText(`is not ${charset}`);
  }
}

/** Reads bytes as strict UTF-8. Throws MALFORMED_JSON for any other. */
export function readUtf8(body: Uint8Array): string {
  if (!isUtf8(body)) throw notText('is not UTF-8');
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return text.toString('utf8', hasMark(body, utf8Mark) ? utf8Mark.length : 0);
}

/** Returns the charset that a type declares, in lower case; UTF-8 where it declares none. */
export function charsetOf(contentType = ''): string {
  const [, quoted, bare] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType) ?? [];
  const charset = (quoted ?? bare ?? '').trim().toLowerCase();
  return charset === '' || charset === 'utf8' || charset === 'us-ascii' ? 'utf-8' : charset;
}

const utf8Mark = [0xef, 0xbb, 0xbf];
const utf16BeMark = [0xfe, 0xff];

const hasMark = (body: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => body[at] === byte);

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    const detail = `The charset ${charset.slice(0, 40)} is not taken: send UTF-8`;
    throw new KitProblem('UNSUPPORTED_MEDIA_TYPE', detail);
  }
}

/** Says that bytes are no text of their charset. */
function notText(message: string): KitProblem {
  const errors = [fieldError('body', 'MALFORMED_JSON', message)];
  return new KitProblem('MALFORMED_JSON', `The body ${message}`, { errors });
}
