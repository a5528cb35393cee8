import { Readable } from 'node:stream';
import { paged } from '../../../client/src/pages.ts';
import { flag, type Here, parse, place, text, UsageError } from '../command.ts';
import { writeWhole } from '../write-whole.ts';
import { openCaller } from './caller.ts';
import type { Operation } from './catalogue.ts';
import { format, type Output, outputs } from './format.ts';
import { bodyOf, parametersOf } from './input.ts';

const many = { type: 'string', multiple: true } as const;
const largestPage = '100';

/** Calls an operation and prints its answer. Returns the exit code. Throws UsageError. */
export async function runOperation(
  operation: Operation,
  args: string[],
  here: Here,
): Promise<number> {
  const { row } = operation;
  const own = Object.fromEntries(operation.options.map(({ option }) => [option, many]));
  const shared = { ...place, output: text, fields: text, all: flag, body: text, out: text };
  const { values, positionals } = parse(args, { ...own, ...shared });
  if (positionals.length > 0) throw new UsageError(`There is no place for "${positionals[0]}"`);
  const output = outputOf(values.output);
  const fields = (values.fields ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  if (values.all && !row.cursor)
    throw new UsageError('The operation has no pages: --all is for lists');
  const given = values as Record<string, string | string[] | undefined>;
  const input = parametersOf(operation, given, ['path', 'query']);
  const { 'idempotency-key': idempotencyKey, ...headers } = parametersOf(operation, given, [
    'header',
  ]) as Record<string, string>;
  const body = await bodyOf(operation, values.body);

  let answered: Promise<string> | undefined;
  const call = openCaller({ ...values, isPublic: row.isPublic }, here, async (url, init) => {
    const response = await fetch(url, {
      ...init,
      headers: { ...headers, ...(init?.headers as object) },
    });
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    answered = isJson && response.ok ? response.clone().text() : undefined;
    return response;
  });
  const asked = { ...input, ...(body === undefined ? {} : { body }) };
  const options = { ...(idempotencyKey && { idempotencyKey }) };
  const show = (answer: unknown) =>
    writeWhole(values.out, Readable.from([format(answer, output, fields)]));
  if (values.all) {
    const all: unknown[] = [];
    for await (const each of paged(call, row, whole(row.query, asked), options)) all.push(each);
    await show(all);
    return 0;
  }
  const answer = await call(row, asked, options);
  if (answer instanceof Blob || answer instanceof ReadableStream) {
    const stream = answer instanceof Blob ? answer.stream() : answer;
    await writeWhole(values.out, Readable.fromWeb(stream as never));
  } else if (output === 'json' && fields.length === 0 && answered && answer !== undefined)
    await writeWhole(values.out, Readable.from([`${await answered}\n`]));
  else if (typeof answer === 'string') await writeWhole(values.out, Readable.from([answer]));
  else await show(answer);
  return 0;
}

/** Returns what is asked for with pages as large as they may be, unless their size is stated. */
const whole = (query: readonly string[], asked: Record<string, unknown>) =>
  query.includes('size') ? { size: largestPage, ...asked } : asked;

function outputOf(given = 'json'): Output {
  const found = outputs.find((each) => each === given);
  if (found) return found;
  throw new UsageError(`--output is one of ${outputs.join(', ')}`);
}
