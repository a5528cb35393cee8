import { StringDecoder } from 'node:string_decoder';
import { setImmediate as turn } from 'node:timers/promises';
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

/**
 * Reads newline-delimited JSON as a batch while it arrives. A bad or too long line spoils only
 * itself; empty lines do not count. Reads no further than it must: throws PAYLOAD_TOO_LARGE
 * beyond `maxBytes` and VALIDATION_FAILED beyond the largest batch.
 */
export async function readLines(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<{ events: unknown[] }> {
  const decoder = new StringDecoder('utf8');
  const events: unknown[] = [];
  let bytes = 0;
  let rest = '';
  let skipping = false;

  function take(line: string): void {
    const tooLong = skipping;
    skipping = false;
    if (!tooLong && line.trim() === '') return;
    if (events.length === maxBatch) throw invalid(tooMany);
    events.push(tooLong ? new UnreadableEvent([tooLarge]) : readEventText(line));
  }

  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new KitProblem('PAYLOAD_TOO_LARGE');
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
    if (rest.length <= eventBytes) continue;
    skipping = true;
    rest = '';
  }
  take(rest + decoder.end());
  return { events };
}

// Parsing so much takes about two milliseconds; then others have their turn.
const charactersAtOnce = 262_144;

/**
 * Reads a batch in JSON. An event that cannot be read spoils only itself. Throws MALFORMED_JSON
 * or VALIDATION_FAILED for what is around the events, and beyond the largest batch.
 */
export async function readBatch(text: string): Promise<unknown> {
  const { rest, events } = cutBatch(text, maxBatch);
  if (events.length > maxBatch) throw invalid(tooMany);
  if (rest.trim() === '') return undefined;
  if (rest.length > eventBytes) throw new KitProblem('PAYLOAD_TOO_LARGE');
  const batch = parseJson(rest);
  if (events.length === 0) return batch;
  const read: unknown[] = [];
  let characters = 0;
  for (const event of events) {
    read.push(readEventText(event));
    characters += event.length;
    if (characters < charactersAtOnce) continue;
    characters = 0;
    await turn();
  }
  return { ...(batch as object), events: read };
}

/** Returns the event of a text, or why it cannot be read. */
function readEventText(text: string): unknown {
  const isShort = text.length <= eventBytes && Buffer.byteLength(text) <= eventBytes;
  if (!isShort) return new UnreadableEvent([tooLarge]);
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof ProblemError) return new UnreadableEvent(error.errors);
    throw error;
  }
}
