import { StringDecoder } from 'node:string_decoder';
import { checkJson, parseJson } from '@atrium/kit/http/json-body.ts';
import {
  type FieldError,
  fieldError,
  invalid,
  KitProblem,
  ProblemError,
} from '@atrium/kit/problem.ts';
import { eventBytes, maxBatch } from './schemas.ts';

/** An event of a batch that could not be read. */
export class UnreadableEvent {
  readonly errors: FieldError[];

  constructor(errors: FieldError[]) {
    this.errors = errors;
  }
}

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
    const tooLong = skipping || line.length > eventBytes;
    skipping = false;
    if (!tooLong && line.trim() === '') return;
    if (events.length === maxBatch)
      throw invalid(fieldError('events', 'TOO_MANY', `must NOT have more than ${maxBatch} items`));
    events.push(tooLong ? new UnreadableEvent([tooLarge]) : orUnreadable(() => parseJson(line)));
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

/** Reads a batch in JSON. An event that holds what no store can keep spoils only itself. */
export function readBatch(text: string): unknown {
  return text.trim() === '' ? undefined : parseJson(text, checkEvents);
}

function checkEvents(body: unknown): void {
  const { events, ...rest } = (body ?? {}) as { events?: unknown };
  const isBatch = Array.isArray(events) && events.length <= maxBatch;
  checkJson(isBatch ? rest : body);
  if (!isBatch) return;
  for (const [index, event] of events.entries()) {
    const read = () => {
      checkJson(event);
      return event;
    };
    events[index] = orUnreadable(read);
  }
}

export const tooLarge = fieldError('event', 'TOO_LARGE', `must be at most ${eventBytes} bytes`);

/** Returns the event that is read, or why it cannot be. */
function orUnreadable(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError) return new UnreadableEvent(error.errors);
    throw error;
  }
}
