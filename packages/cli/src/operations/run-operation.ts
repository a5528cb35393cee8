import { Readable } from 'node:stream';
import type { CallOptions, Input } from '../../../client/src/calls.ts';
import { AtriumError, ConnectionError } from '../../../client/src/errors.ts';
import { paged } from '../../../client/src/pages.ts';
import type { Row } from '../../../client/src/table.ts';
import { flag, type Here, parse, place, text, UsageError } from '../command.ts';
import { writeWhole } from '../write-whole.ts';
import { type Caller, openCaller } from './caller.ts';
import type { Operation } from './catalogue.ts';
import { format, formatAll, type Output, outputs } from './format.ts';
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
  if (values.all && !row.cursor && !operation.isArray)
    throw new UsageError('The operation has no pages: --all is for lists');
  const given = values as Record<string, string | string[] | undefined>;
  const input = parametersOf(operation, given, ['path', 'query']);
  const stated = parametersOf(operation, given, ['header']) as Record<string, string>;
  const { 'idempotency-key': idempotencyKey, 'if-match': ifMatch, ...headers } = stated;
  const body = await bodyOf(operation, values.body);

  // The text as it came is what is shown of an answer that nothing is chosen of.
  const isAsItCame = output === 'json' && fields.length === 0 && !values.all;
  let answered: Promise<string | undefined> | undefined;
  const call = openCaller({ ...values, isPublic: row.isPublic }, here, async (url, init) => {
    const response = await fetch(url, {
      ...init,
      headers: { ...headers, ...(init?.headers as object) },
    });
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    // Of an answer that breaks off the client tells, and asks again.
    const text = () =>
      response
        .clone()
        .text()
        .catch(() => undefined);
    answered = isAsItCame && isJson && response.ok ? text() : undefined;
    return response;
  });
  const asked = { ...input, ...(body === undefined ? {} : { body }) };
  const options = { ...(idempotencyKey && { idempotencyKey }), ...(ifMatch && { ifMatch }) };
  if (values.all) {
    const walk = row.cursor ? paged : partsOf;
    const records = walk(call, row, whole(row.query, asked), options);
    const source = Readable.from(formatAll(records, output, fields));
    await writeWhole(values.out, source).catch(tellRefusal);
    return 0;
  }
  const answer = await call(row, asked, options);
  if (answer instanceof Blob || answer instanceof ReadableStream) {
    const stream = answer instanceof Blob ? answer.stream() : answer;
    await writeWhole(values.out, Readable.fromWeb(stream as never));
    return 0;
  }
  const came = answer === undefined ? undefined : await answered;
  const plain = typeof answer === 'string' ? answer : format(answer, output, fields);
  await writeWhole(values.out, Readable.from([came === undefined ? plain : `${came}\n`]));
  return 0;
}

/** Yields the elements of a list without a cursor: of its only part, or of one part after the other. */
async function* partsOf(
  call: Caller,
  row: Row,
  asked: Input,
  options: CallOptions,
): AsyncGenerator<unknown> {
  for (let page = Number(asked.page ?? 0); ; page += 1) {
    const hasParts = row.query.includes('page');
    const part = (await call(row, hasParts ? { ...asked, page } : asked, options)) as unknown[];
    yield* part;
    if (!hasParts || part.length < Number(asked.size ?? 1)) return;
  }
}

/** Throws what the API said of a list that broke off, else what became of it. */
function tellRefusal(error: Error): never {
  const { cause } = error;
  throw cause instanceof AtriumError || cause instanceof ConnectionError ? cause : error;
}

/** Returns what is asked for with pages as large as they may be, unless their size is stated. */
const whole = (query: readonly string[], asked: Record<string, unknown>) =>
  query.includes('size') ? { size: largestPage, ...asked } : asked;

function outputOf(given = 'json'): Output {
  const found = outputs.find((each) => each === given);
  if (found) return found;
  throw new UsageError(`--output is one of ${outputs.join(', ')}`);
}
