import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { Problem } from '../../problems.ts';

/**
 * Decodes a file into text, in pieces that end with a line: UTF-8 (with or without BOM), or
 * Latin-1 when it is no UTF-8. Throws PAYLOAD_TOO_LARGE above the limit, VALIDATION_FAILED for
 * text that is neither.
 */
export async function* decodeLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string> {
  let decode = fromUtf8();
  let rest = Buffer.alloc(0);
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    if (read > maxBytes) throw new Problem('PAYLOAD_TOO_LARGE');
    const held = Buffer.concat([rest, chunk]);
    const end = held.lastIndexOf(0x0a) + 1;
    rest = held.subarray(end);
    if (end > 0) yield piece(held.subarray(0, end));
  }
  if (rest.length > 0) yield piece(rest);

  function piece(bytes: Buffer): string {
    const text = decode(bytes) ?? latin1(bytes);
    if (!text.includes('\0')) return text;
    throw invalid(fieldError('body', 'INVALID_TEXT', 'must be text without NUL characters'));
  }

  /** Decodes the rest as Latin-1. What came so far was ASCII, which both encodings have in common. */
  function latin1(bytes: Buffer): string {
    decode = (more) => more.toString('latin1');
    return decode(bytes) ?? '';
  }
}

type Decoder = (bytes: Buffer) => string | undefined;

function fromUtf8(): Decoder {
  let onlyAscii = true;
  return (bytes) => {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      onlyAscii &&= text.length === bytes.length;
      return text;
    } catch {
      if (onlyAscii) return undefined;
      throw invalid(fieldError('body', 'INVALID_TEXT', 'must be UTF-8 or Latin-1, not a mixture'));
    }
  };
}
