import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { UsageError } from '../command.ts';
import type { Operation, Option } from './catalogue.ts';

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** Returns the parameters of an operation by name, of the options that were given. Throws UsageError. */
export function parametersOf({ options }: Operation, values: Values, place: Option['in'][]) {
  const found: Record<string, string | string[]> = {};
  for (const { option, name, in: where, isMany, isRequired } of options) {
    if (!place.includes(where)) continue;
    const given = [values[option] ?? []].flat().map(String);
    const [first, ...more] = given;
    if (more.length > 0 && !isMany) throw new UsageError(`--${option} is given more than once`);
    if (isRequired && (first === undefined || (where === 'path' && /^\.{0,2}$/.test(first))))
      throw new UsageError(`--${option} is needed`);
    if (first !== undefined) found[name] = isMany ? given : first;
  }
  return found;
}

/** Returns the body that was given: a text, @FILE, or - for the input. Throws UsageError. */
export async function bodyOf({ row, needsBody }: Operation, given: string | undefined) {
  if (given !== undefined && !row.takes) throw new UsageError('The operation takes no --body');
  if (given === undefined && needsBody) throw new UsageError('--body is needed');
  if (given === undefined) return undefined;
  const bytes = await bytesOf(given);
  if (!row.takes?.endsWith('json') && !row.takes?.endsWith('urlencoded')) return bytes;
  const text = new TextDecoder().decode(bytes);
  if (row.takes.endsWith('ndjson')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(`--body is not JSON: ${(error as Error).message}`);
  }
}

async function bytesOf(given: string): Promise<Uint8Array> {
  if (given === '-') return buffer(process.stdin);
  if (!given.startsWith('@')) return Buffer.from(given);
  try {
    return readFileSync(given.slice(1));
  } catch (error) {
    throw new UsageError(`--body: ${(error as Error).message}`);
  }
}
