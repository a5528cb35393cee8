import { isUtf8 } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { charsetOf, readText, readUtf8 } from '@atrium/kit/http/body-text.ts';
import { parseJson } from '@atrium/kit/http/json-body.ts';
import {
  type FieldError,
  fieldError,
  invalid,
  KitProblem,
  ProblemError,
} from '@atrium/kit/problem.ts';
import { cutBatch } from './cut-batch.ts';
import { eventBytes, maxBatch } from './schemas.ts';

/** An event of a batch that could not be read. */
export class UnreadableEvent {
  readonly errors: FieldError[];

  constructor(errors: FieldError[]) {
    this.errors = errors;
  }
}

const tooLarge = fieldError('event', 'TOO_LARGE', `must be at most ${eventBytes} bytes`);
const tooMany = fieldError('events', 'TOO_MANY', `must NOT have more than ${maxBatch} items`);

const lineFeed = 0x0a;

/**
 * Reads newline-delimited JSON in UTF-8 as a batch while it arrives. A bad or too long line spoils only
 * itself; empty lines do not count. Reads no further than it must: throws PAYLOAD_TOO_LARGE
 * beyond `maxBytes`, VALIDATION_FAILED beyond the largest batch, and UNSUPPORTED_MEDIA_TYPE for another
 * charset.
 */
export async function readLines(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  contentType?: string,
): Promise<{ events: unknown[] }> {
  if (charsetOf(contentType) !== 'utf-8')
    throw new KitProblem('UNSUPPORTED_MEDIA_TYPE', 'NDJSON is UTF-8');
  const events: unknown[] = [];
  let bytes = 0;
  let rest: Buffer[] = [];
  let held = 0;

  /** Takes the line that `rest` and these bytes make; of one that is too long nothing is held. */
  function take(end: Buffer): void {
    const tooLong = held + end.length > eventBytes;
    const line = tooLong ? end : Buffer.concat([...rest, end]);
    rest = [];
    held = 0;
    if (!tooLong && isEmpty(line, events.length === 0)) return;
    if (events.length === maxBatch) throw invalid(tooMany);
    events.push(tooLong ? new UnreadableEvent([tooLarge]) : readEventBytes(line));
  }

  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new KitProblem('PAYLOAD_TOO_LARGE');
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, start)) {
      take(chunk.subarray(start, at));
      start = at + 1;
    }
    held += chunk.length - start;
    if (held <= eventBytes) rest.push(chunk.subarray(start));
    else rest = [];
  }
  take(Buffer.alloc(0));
  return { events };
}

/** Returns whether a line has white space only; before the first a byte order mark may stand. */
function isEmpty(line: Buffer, isFirst: boolean): boolean {
  const text = line.toString('latin1');
  return (isFirst ? text.replace(/^\xef\xbb\xbf/, '') : text).trim() === '';
}

// Parsing so much takes about two milliseconds; then others have their turn.
const charactersAtOnce = 262_144;

/**
 * Reads a batch in JSON. An event that cannot be read spoils only itself. Throws MALFORMED_JSON
 * or VALIDATION_FAILED for what is around the events, and beyond the largest batch.
 */
export async function readBatch(body: Buffer, contentType?: string): Promise<unknown> {
  // No byte of a longer sign is one of ASCII, so bytes that are no UTF-8 are cut as they are.
  const isText = charsetOf(contentType) !== 'utf-8' || isUtf8(body);
  const text = isText ? readText(body, contentType) : body.toString('latin1');
  const { rest, events } = cutBatch(text, maxBatch);
  if (events.length > maxBatch) throw invalid(tooMany);
  const around = isText ? rest : readUtf8(Buffer.from(rest, 'latin1'));
  if (around.trim() === '') return undefined;
  if (around.length > eventBytes) throw new KitProblem('PAYLOAD_TOO_LARGE');
  const batch = parseJson(around);
  if (events.length === 0) return batch;
  const read: unknown[] = [];
  let characters = 0;
  for (const event of events) {
    read.push(isText ? readEventText(event) : readEventBytes(Buffer.from(event, 'latin1')));
    characters += event.length;
    if (characters < charactersAtOnce) continue;
    characters = 0;
    await turn();
  }
  return { ...(batch as object), events: read };
}

/** Returns the event of some bytes, or why it cannot be read. */
function readEventBytes(bytes: Buffer): unknown {
  return unlessUnreadable(() => readEventText(readUtf8(bytes)));
}

/** Returns the event of a text, or why it cannot be read. */
function readEventText(text: string): unknown {
  const isShort = text.length <= eventBytes && Buffer.byteLength(text) <= eventBytes;
  if (!isShort) return new UnreadableEvent([tooLarge]);
  return unlessUnreadable(() => parseJson(text, { longNumbers: 'TEXT' }));
}

function unlessUnreadable(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError) return new UnreadableEvent(error.errors);
    throw error;
  }
}
