import type { FastifyBodyParser } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { cutText } from '../cut-text.ts';
import { type FieldError, fieldError, invalid, KitProblem } from '../problem.ts';
import { readText } from './body-text.ts';
import { InexactNumber, mayBeInexact, parseExactly } from './exact-numbers.ts';

const maxDepth = 32;
// No object of the API has as many. A megabyte of names takes the parser up to a second, so texts
// that could hold that many are looked through first, which takes a few milliseconds.
const maxNames = 1_000;
const longText = 32_768;

/** Says what becomes of a number that a double does not hold: it is refused, or kept as the text of its digits. */
type LongNumbers = 'REFUSED' | 'TEXT';
type Options = { longNumbers?: LongNumbers };

/**
 * Reads JSON bodies. Beyond the syntax it refuses what no store can keep (NUL characters, text
 * that is not Unicode, numbers that would become others), nesting deeper than 32, objects of more than
 * 1,000 names, and keys that reach for the prototype, and names the place. An empty body counts as none.
 */
export const jsonBody = fastifyPlugin<Options>(async (app, options) => {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonParser(options));
});

/** Returns what reads a body of JSON, for the further media types of a protocol too. */
export function jsonParser(options: Options = {}): FastifyBodyParser<Buffer> {
  // Not async: a body that is there is parsed without a turn of the event loop.
  return (request, body, done) => {
    try {
      const text = readText(body, request.headers['content-type']);
      done(null, text.trim() === '' ? undefined : parseJson(text, options));
    } catch (error) {
      done(error as Error);
    }
  };
}

/** Parses JSON from outside. Throws MALFORMED_JSON, or VALIDATION_FAILED naming the place. */
export function parseJson(text: string, { longNumbers = 'REFUSED' }: Options = {}): unknown {
  const isLong = text.length > longText;
  if (isLong) refuseExcess(text);
  const hasLongNumbers = mayBeInexact(text);
  let value: unknown;
  try {
    value = hasLongNumbers ? parseExactly(text) : JSON.parse(text);
  } catch {
    throw new KitProblem('MALFORMED_JSON', undefined, {
      errors: [fieldError('body', 'MALFORMED_JSON', 'is not valid JSON')],
    });
  }
  if (!hasLongNumbers && isPlain(text) && (isLong || !isDeep(value, 0))) return value;
  return checked(value, { path: '', depth: 0, longNumbers });
}

const suspicious = ['\\u', '\0', '__proto__', 'constructor'];

/**
 * Returns whether the text alone shows that no text or name in it can be refused: no escape that could make
 * a NUL or half a character or hide a name, and no such name. A search for each is quicker than one
 * expression for all.
 */
function isPlain(text: string): boolean {
  for (const each of suspicious) if (text.includes(each)) return false;
  return text.isWellFormed();
}

/** Returns whether a value is nested deeper than allowed. */
function isDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= maxDepth) return true;
  const values: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const each of values) if (isDeep(each, depth + 1)) return true;
  return false;
}

type Place = { path: string; depth: number; longNumbers: LongNumbers };

/** Returns a value as it may be used, with the digits of long numbers where they are texts. */
function checked(value: unknown, { path, depth, longNumbers }: Place): unknown {
  if (typeof value === 'string') checkText(value, path);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof InexactNumber) {
    if (longNumbers === 'TEXT' && decimal.test(value.source)) return value.source;
    throw invalid(fieldError(path || 'body', 'INEXACT_NUMBER', inexact));
  }
  if (depth >= maxDepth) throw tooDeep(cutText(path, 100));
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) {
    const field = fieldOf(path, key, Array.isArray(value));
    const reaches = key === 'constructor' && holdsPrototype(members[key]);
    if (key === '__proto__' || reaches)
      throw invalid(fieldError(field, 'NOT_ALLOWED', 'is not an allowed name'));
    checkText(key, field);
    const kept = checked(members[key], { path: field, depth: depth + 1, longNumbers });
    if (kept !== members[key]) members[key] = kept;
  }
  return value;
}

const decimal = /^-?\d+(\.\d+)?$/;
const inexact = 'has more digits than a number of JSON holds for sure; send it as text';

const holdsPrototype = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');

function tooDeep(place: string): KitProblem {
  return invalid(fieldError(place, 'TOO_DEEP', `is nested deeper than ${maxDepth}`));
}

/**
 * Throws VALIDATION_FAILED for an object of too many names, or nesting that is too deep. What is no
 * JSON is left to the parser.
 */
function refuseExcess(text: string): void {
  const names = [0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === signs.quote) at = endOfText(text, at);
    else if (sign === signs.openObject || sign === signs.openList) {
      if (names.push(0) > maxDepth + 1) throw tooDeep('body');
    } else if (sign === signs.closeObject || sign === signs.closeList) names.pop();
    else if (sign === signs.colon) {
      const count = (names.pop() ?? 0) + 1;
      names.push(count);
      if (count <= maxNames) continue;
      const message = `has an object of more than ${maxNames} names`;
      throw invalid(fieldError('body', 'TOO_MANY', message));
    }
  }
}

const signs = {
  quote: 0x22,
  backslash: 0x5c,
  openObject: 0x7b,
  closeObject: 0x7d,
  openList: 0x5b,
  closeList: 0x5d,
  colon: 0x3a,
};

/** Returns where the text ends that begins with the quotation mark at `start`. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0) {
    let before = end - 1;
    while (text.charCodeAt(before) === signs.backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

function fieldOf(path: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${key}]`;
  return path ? `${path}.${key}` : key;
}

/** Throws VALIDATION_FAILED for a text that no store can keep. */
export function checkText(text: string, path: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw invalid(invalidText(path.toWellFormed(), 'body'));
}

/** Returns the fault of a text at a place, which may itself have a NUL; without a name it is `whole`. */
export function invalidText(place: string, whole: 'body' | 'query'): FieldError {
  const message = 'must be Unicode text without NUL characters';
  return fieldError(place.replaceAll('\0', '') || whole, 'INVALID_TEXT', message);
}
