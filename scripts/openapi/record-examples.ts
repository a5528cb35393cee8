import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exchange } from '@atrium/platform/test-support/record-exchanges.ts';
import { type Example, type Examples, examplesPath, readExamples } from './examples.ts';
import { isExampleOf, operationFinder } from './match-examples.ts';
import { readDocument } from './read-document.ts';

/**
 * Renews the document's examples from what tests send and receive: `npm run record:examples` with all
 * tests through HTTP, or `-- contacts` with those whose path has that word. An operation that the
 * tests did not reach keeps the example that it has, if that still meets its schema.
 */
const folder = process.env.EXCHANGES ?? (await mkdtemp(join(tmpdir(), 'atrium-exchanges-')));
if (!process.env.EXCHANGES) {
  const words = process.argv.slice(2);
  const run = ['vitest', 'run', ...(words.length > 0 ? words : ['apps/platform'])];
  spawnSync('npx', run, { stdio: 'inherit', env: { ...process.env, RECORD_EXCHANGES: folder } });
}

const document = await readDocument();
const find = operationFinder(document);
/** The best example of each operation, by the media type of its request. */
const best = new Map<string, Map<string, { example: Example; score: number }>>();
for (const file of await readdir(folder))
  for (const line of (await readFile(join(folder, file), 'utf8')).trim().split('\n')) {
    const exchange = JSON.parse(line) as Exchange;
    const found = find(exchange);
    if (!found) continue;
    const example = withoutTokens(toExample(exchange));
    const isBare = found.requestBody !== undefined && example.request.body === undefined;
    const score = scoreOf(example) / (isBare ? 10 : 1);
    const { operationId } = found;
    const byType = best.get(operationId) ?? new Map();
    best.set(operationId, byType);
    const type = example.request.contentType ?? '';
    if (score > (byType.get(type)?.score ?? -1) && isExampleOf(document, found, example))
      byType.set(type, { example, score });
  }
if (!process.env.EXCHANGES) await rm(folder, { recursive: true });

const before = await readExamples();
const examples: Examples = {};
for (const methods of Object.values(document.paths))
  for (const operation of Object.values(methods)) {
    const { operationId } = operation;
    const kept = before[operationId];
    const present = kept && isExampleOf(document, operation, kept) ? kept : undefined;
    const example = bestOf(operationId, present) ?? present;
    if (example) examples[operationId] = example;
    else process.stdout.write(`No example of ${operationId}\n`);
  }
const sorted = Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)));
await writeFile(examplesPath, `${JSON.stringify(sorted, null, 2)}\n`);

/** Returns the best example that was recorded, with the bodies of other media types, also those known before. */
function bestOf(operationId: string, before: Example | undefined): Example | undefined {
  const [first, ...others] = [...(best.get(operationId)?.values() ?? [])]
    .toSorted((one, other) => other.score - one.score)
    .map(({ example }) => example);
  if (!first) return undefined;
  const otherBodies = Object.fromEntries(
    [...(before ? [before] : []), ...others].flatMap((each) => [
      ...Object.entries(each.otherBodies ?? {}),
      ...(each.request.body === undefined
        ? []
        : [[each.request.contentType ?? 'application/json', each.request.body]]),
    ]),
  );
  delete otherBodies[first.request.contentType ?? 'application/json'];
  return { ...first, ...(Object.keys(otherBodies).length > 0 && { otherBodies }) };
}

function toExample({ method, url, contentType, sent, status, answerType, received }: Exchange) {
  const body = asObject(contentType, sent);
  const request = { method, url, ...(sent === undefined ? {} : { contentType, body }) };
  const shown = asObject(answerType, received);
  const answer = { status, ...(answerType ? { contentType: answerType, body: shown } : {}) };
  return JSON.parse(JSON.stringify({ request, answer })) as Example;
}

/** Returns a form, a line of JSON or JSON in text as the object that its schema describes. */
function asObject(type: string | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'application/x-www-form-urlencoded')
    return Object.fromEntries(new URLSearchParams(value));
  const [line = ''] = value.split('\n');
  return type?.endsWith('ndjson') || (type?.endsWith('json') && line === value)
    ? parse(line)
    : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the example with the signed tokens in it cut short, so that nobody takes them for live ones. */
function withoutTokens(example: Example): Example {
  const text = JSON.stringify(example);
  return JSON.parse(text.replace(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, 'eyJhbGciOiJFZERTQSJ9.e30.c2ln'));
}

/** Says how good an example is: one that shows something, of a length that is still read. */
function scoreOf({ request, answer }: Example): number {
  const answered = JSON.stringify(answer.body ?? '');
  const length = answered.length + JSON.stringify(request).length;
  const isEmpty = answered === '[]' || answered.includes('"content":[]');
  const made = /Marker|sample text|(.)\1{19}/.test(answered + JSON.stringify(request)) ? 2 : 1;
  return (isEmpty ? 0.1 : 1) / (1 + Math.abs(length - 1_500) / 1_500) / made;
}
