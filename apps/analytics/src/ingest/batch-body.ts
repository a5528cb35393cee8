import { parseJson } from '@atrium/kit/http/json-body.ts';
import { type FieldError, ProblemError } from '@atrium/kit/problem.ts';

/** A line of a batch that could not be read. */
export class UnreadableLine {
  readonly errors: FieldError[];

  constructor(errors: FieldError[]) {
    this.errors = errors;
  }
}

/** Reads newline-delimited JSON as a batch. A bad line spoils only itself; empty lines do not count. */
export function readLines(text: string): { events: unknown[] } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return { events: lines.map(readLine) };
}

function readLine(line: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    if (error instanceof ProblemError) return new UnreadableLine(error.errors);
    throw error;
  }
}
