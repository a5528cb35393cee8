import { StringDecoder } from 'node:string_decoder';
import { parseJson } from '@atrium/kit/http/json-body.ts';
import {
  type FieldError,
  fieldError,
  invalid,
  KitProblem,
  ProblemError,
} from '@atrium/kit/problem.ts';
import { eventBytes, maxBatch } from './schemas.ts';

/** A line of a batch that could not be read. */
export class UnreadableLine {
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
    events.push(tooLong ? new UnreadableLine([tooLarge]) : readLine(line));
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

export const tooLarge = fieldError('event', 'TOO_LARGE', `must be at most ${eventBytes} bytes`);

function readLine(line: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    if (error instanceof ProblemError) return new UnreadableLine(error.errors);
    throw error;
  }
}
