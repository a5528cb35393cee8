import { isAscii } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { KitProblem } from '../problem.ts';

/** Says what a file is written in, as far as it is known: undefined until its bytes tell. */
export type FileEncoding = { known: 'utf-8' | 'windows-1252' | undefined };

/** A byte that UTF-8 has not: it stands for what cannot be decoded. */
const noUtf8 = Buffer.from([0xff]);
const pieceLength = 65_536;
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Passes a file on as UTF-8, or as windows-1252 where `encoding` says so at the end. What it is written in is
 * decided once for the whole: by a byte order mark (Unicode Standard, section 23.8), else by the charset
 * of its Content-Type, else it is UTF-8 if any sequence of several bytes is, else windows-1252, as the
 * Encoding Standard reads Latin-1. Throws UNSUPPORTED_MEDIA_TYPE for a charset that nobody knows.
 */
export async function* toUtf8(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
  encoding: FileEncoding,
): AsyncGenerator<Buffer> {
  const declared = declaredEncoding(contentType);
  const { start, rest } = await beginning(pieces(chunks));
  const marked = markedEncoding(start);
  const name = marked ?? declared;
  if (name === 'utf-8' || name === 'windows-1252') encoding.known = name;
  async function* whole() {
    yield marked === 'utf-8' ? start.subarray(utf8Mark.length) : start;
    yield* rest;
  }
  if (name && name !== encoding.known) {
    encoding.known = 'utf-8';
    yield* transcoded(whole(), name);
  } else if (name) yield* whole();
  else yield* observed(whole(), encoding);
}

/** Returns the encoding that a Content-Type names, by the name of the Encoding Standard. */
function declaredEncoding(contentType: string): string | undefined {
  const [, label] = /;\s*charset\s*=\s*"?([^;"\s]+)/i.exec(contentType) ?? [];
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new KitProblem('UNSUPPORTED_MEDIA_TYPE', 'The charset is not known');
  }
}

function markedEncoding(start: Buffer): string | undefined {
  if (start.subarray(0, 3).equals(utf8Mark)) return 'utf-8';
  const mark = start.subarray(0, 2).toString('hex');
  return mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined;
}

/** Cuts what comes in large chunks, with a turn of the event loop after each piece. */
async function* pieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    for (let at = 0; at < bytes.length; at += pieceLength) {
      if (at > 0) await nextTurn();
      yield bytes.subarray(at, at + pieceLength);
    }
  }
}

/** Reads on until a mark would be there whole. */
async function beginning(rest: AsyncGenerator<Buffer>) {
  let start: Buffer = Buffer.alloc(0);
  while (start.length < utf8Mark.length) {
    const next = await rest.next();
    if (next.done) break;
    start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
  }
  return { start, rest };
}

async function* transcoded(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let decoder = new TextDecoder(name);
  const decode = (chunk: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: true });
    } catch {
      // Where a sequence that a chunk began goes on wrong, the runtime throws (gb18030) and reads no more.
      decoder = new TextDecoder(name);
      return `\ufffd${decoder.decode(chunk, { stream: true })}`;
    }
  };
  for await (const chunk of chunks) yield encoded(decode(chunk));
  yield encoded(decoder.decode());
}

/** Returns the UTF-8 of a decoded text; what could not be decoded stays no text. */
function encoded(text: string): Buffer {
  const [first = '', ...others] = text.split('\ufffd');
  return Buffer.concat([
    Buffer.from(first),
    ...others.flatMap((part) => [noUtf8, Buffer.from(part)]),
  ]);
}

/** Looks for a sequence of several bytes that is UTF-8, wherever chunks are cut. */
async function* observed(
  chunks: AsyncIterable<Buffer>,
  encoding: FileEncoding,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let cut = false;
  for await (const chunk of chunks) {
    if (!encoding.known && (cut || !isAscii(chunk))) {
      if (/[^\0-\x7f\ufffd]/.test(decoder.decode(chunk, { stream: true })))
        encoding.known = 'utf-8';
      cut = chunk.length > 0 && (chunk.at(-1) ?? 0) > 0x7f;
    }
    yield chunk;
  }
  encoding.known ??= 'windows-1252';
}
