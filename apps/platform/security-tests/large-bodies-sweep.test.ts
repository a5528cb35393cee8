import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { workOf } from '../../../packages/kit/test-support/work-of.ts';
import { world } from '../test-support/world.ts';
import { validBody } from './bodies.ts';
import { requiredQuery } from './calls.ts';
import { largeBodies } from './large-bodies.ts';
import { operationsOf, type Schema } from './operations.ts';
import { openTenantFixture } from './tenant-fixture.ts';

const w = await world({}, { own: true });
const mine = await openTenantFixture(w);
const operations = operationsOf(w.app).filter(({ body }) => body);
const tried = new Set<string>();
/** What a body may take at a time, in times of what its JSON takes to be read. */
const mostWork = 8;

describe('a list, text or object in a body', () => {
  test.each(operations.map((each) => [each.name, each] as const))(
    'has a greatest size in the document: %s',
    (_name, { body }) => expect(unbounded(body)).toEqual([]),
  );
});

describe('a body of one megabyte does not stop the event loop', () => {
  const own = operations.filter(({ path }) => !path.startsWith('/api/analytics/'));
  test.each(own.map((each) => [each.name, each] as const))('%s', async (_name, operation) => {
    // Signing out would end the caller that the other tests use.
    const isNobody = !operation.roles || operation.operationId === 'logout';
    const client = isNobody ? w.anonymous : mine.callerOf(operation);
    const path = await mine.pathOf(operation);
    const good = await validBody(operation, mine, path);
    const query = new URLSearchParams(requiredQuery(operation)).toString();
    const address = operation.path.replace(/\{(\w+)\}/g, (_all, name) => path[name] ?? '');
    for (const { what, text } of largeBodies(operation.body ?? {}, good ?? {}, tried)) {
      const send = () =>
        w.app.inject({
          method: operation.method,
          url: query ? `${address}?${query}` : address,
          headers: { ...client.identity, 'content-type': 'application/json' },
          payload: text,
        });
      // Another process may have had the processor: what the body itself does happens each time.
      for (let time = 1, gap = Number.POSITIVE_INFINITY; gap > mostWork; time++) {
        const watching = await watched(send);
        gap = watching.gap;
        expect(watching.status, what).toBeLessThan(500);
        if (time === 3) expect(gap, what).toBeLessThan(mostWork);
      }
    }
  });
});

/**
 * The status of an answer, and the longest that the event loop stood still meanwhile, in times of what
 * a megabyte of JSON takes: no longer than this thread worked, since a pause that other processes
 * made is not the body's.
 */
async function watched(send: () => Promise<{ statusCode: number }>) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // The first sample needs a turn to begin at, and the last one a turn to end at.
  await new Promise((turn) => setTimeout(turn, 2));
  const { answer, work, unitMs } = await workOf(send);
  await new Promise((turn) => setTimeout(turn, 2));
  delay.disable();
  return { status: answer.statusCode, gap: Math.min(delay.max / 1e6 / unitMs, work) };
}

/** The places in a schema that do not say how much they take. */
function unbounded(schema: Schema | undefined, place = 'body'): string[] {
  if (!schema) return [];
  const types = [schema.type].flat();
  const isFixed = schema.enum || schema.const !== undefined || schema.format || schema.pattern;
  const here = [
    types.includes('array') && schema.maxItems === undefined,
    types.includes('object') && isFree(schema) && schema.maxProperties === undefined,
    types.includes('string') && !isFixed && schema.maxLength === undefined,
  ].some(Boolean);
  return [
    ...(here ? [place] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      unbounded(each, `${place}.${name}`),
    ),
    ...unbounded(schema.items, `${place}[]`),
    ...(schema.anyOf ?? []).flatMap((each) => unbounded(each, place)),
  ];
}

const isFree = ({ properties, additionalProperties }: Schema) =>
  properties === undefined || Boolean(additionalProperties);
