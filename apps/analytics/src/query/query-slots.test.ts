import { expect, test } from 'vitest';
import { countOf, world } from '../../test-support/world.ts';
import { createQuerySlots } from './query-slots.ts';

const maxWaitMs = 60_000;
const forever = new AbortController().signal;

/** Work that runs until it is let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, letGo: resolve };
}

test('queries wait for a slot, tenants in turns', async () => {
  const inSlot = createQuerySlots({ slots: 1, maxWaiting: 10, maxWaitingOfTenant: 5, maxWaitMs });
  const first = held();
  const order: string[] = [];
  const running = [inSlot('a', forever, first.work)];
  for (const name of ['a1', 'a2', 'b1'])
    running.push(inSlot(name.charAt(0), forever, async () => void order.push(name)));
  first.letGo();
  await Promise.all(running);
  expect(order).toEqual(['a1', 'b1', 'a2']);
});

test('a tenant with too many waiting is refused, another is not', async () => {
  const inSlot = createQuerySlots({ slots: 1, maxWaiting: 3, maxWaitingOfTenant: 1, maxWaitMs });
  const first = held();
  const running = [inSlot('a', forever, first.work), inSlot('a', forever, async () => {})];
  await expect(inSlot('a', forever, async () => {})).rejects.toMatchObject({ code: 'OVERLOADED' });
  running.push(inSlot('b', forever, async () => {}));
  first.letGo();
  await Promise.all(running);
});

test('a caller that goes away gives up its place', async () => {
  const inSlot = createQuerySlots({ slots: 1, maxWaiting: 1, maxWaitingOfTenant: 1, maxWaitMs });
  const first = held();
  const running = inSlot('a', forever, first.work);
  const gone = new AbortController();
  const waiting = inSlot('a', gone.signal, async () => {});
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'OVERLOADED' });
  const next = inSlot('a', forever, async () => 'ran');
  first.letGo();
  await running;
  expect(await next).toBe('ran');
});

test('one tenant’s 50 heavy questions leave another’s small ones quick, and each is answered', async () => {
  await using atrium = await world({
    ANALYTICS_QUERY_SECONDS: '1',
    ANALYTICS_QUERY_WAIT_SECONDS: '6',
  });
  const [greedy, modest] = [crypto.randomUUID(), crypto.randomUUID()];
  await atrium.running.store.writer.command(
    `insert into events (tenant_id, event_type, occurred_at, event_id, entity_id, schema_version)
     select toUUID('${greedy}'), 'heavy', now(), generateUUIDv4(), toString(rand()), 1 from numbers(3000000)`,
  );
  const heavy = {
    ...countOf('heavy'),
    groupBy: [{ field: 'entityId' }, { field: 'eventId' }],
    aggregations: [{ function: 'MAX', field: 'entityId' }],
  };
  const [flood, ask] = [await atrium.as(greedy), await atrium.as(modest)];
  // Two run and fifty wait: the last are refused, however quick the machine is.
  let waiting = 55;
  const answers = Array.from({ length: waiting }, async () => {
    const { status, headers } = await flood('POST', '/api/analytics/query', heavy);
    waiting -= 1;
    if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    return status;
  });
  const passed: number[] = [];
  while (waiting > 0) {
    const before = waiting;
    const { status } = await ask('POST', '/api/analytics/query', countOf('small'));
    expect(status).toBe(200);
    passed.push(before - waiting);
  }
  const statuses = await Promise.all(answers);
  expect(new Set(statuses).difference(new Set([200, 500, 503]))).toEqual(new Set());
  expect(statuses).toContain(503);
  // Each has its turn before those who came earlier: hardly any of the fifty goes first.
  process.stdout.write(
    `${passed.length} small questions; answered before each: ${passed.join()}\n`,
  );
  expect(passed.filter((count) => count === 0).length).toBeGreaterThanOrEqual(passed.length / 2);
});
