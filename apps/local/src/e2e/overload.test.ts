import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { bootAtrium } from './atrium.ts';
import { latencies } from './busy.ts';
import { openFirm } from './firm.ts';

const seconds = Number(process.env.OVERLOAD_SECONDS ?? 8);
// Two connections to the database, and a key with each request, which takes a transaction of several
// statements: so the load generator beside it can outrun the platform.
const atrium = await bootAtrium({ DATABASE_POOL: '2' });
afterAll(atrium.stop);
const { adviser, contact } = await openFirm(atrium);
const agent = new Agent({ keepAlive: true });
const body = JSON.stringify(contact);

type Outcome = {
  status: number;
  ms: number;
  what: string;
  retryAfter: string | undefined;
  /** How many others were served while this one was under way. */
  servedMeanwhile: number;
};
let served = 0;

/** One creation of a contact; by Node's own client, which costs the machine the least. */
function create(): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const [began, before] = [performance.now(), served];
  const done = (status: number, retryAfter?: string) => {
    const servedMeanwhile = served - before;
    if (status === 200) served += 1;
    resolve({
      status,
      ms: performance.now() - began,
      what: 'create',
      retryAfter,
      servedMeanwhile,
    });
  };
  const headers = {
    ...adviser,
    'idempotency-key': randomUUID(),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  request(`${atrium.address}/api/contacts`, { method: 'POST', agent, headers, timeout: 30_000 })
    .on('response', (response) =>
      response
        .resume()
        .on('end', () => done(response.statusCode ?? 0, response.headers['retry-after'])),
    )
    .on('timeout', () => done(-1))
    .on('error', () => done(0))
    .end(body);
  return promise;
}

/** Returns how many requests a second go through with 32 in flight. */
async function measureCapacity(): Promise<number> {
  const until = performance.now() + 3_000;
  let through = 0;
  const work = async () => {
    while (performance.now() < until) {
      await create();
      through += 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, work));
  return through / 3;
}

/** Starts so many a second, whatever becomes of those before. */
async function send(perSecond: number): Promise<Outcome[]> {
  const pending: Promise<Outcome>[] = [];
  const began = performance.now();
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - began) / 1_000) {
    while (pending.length < elapsed * perSecond) pending.push(create());
    await sleep(5);
  }
  return Promise.all(pending);
}

const leastOfCapacity = 0.25;

/** Measures what goes through, and sends three times as much. */
async function overload() {
  const capacity = await measureCapacity();
  const outcomes = await send(capacity * 3);
  const done = outcomes.filter(({ status }) => status === 200);
  const refused = outcomes.filter(({ status }) => status === 503 || status === 429);
  return { capacity, outcomes, done, refused };
}

type Overload = Awaited<ReturnType<typeof overload>>;

/** Returns whether the machine did as much under the crowd as before, neither all of it nor next to nothing. */
const isMeasure = ({ capacity, done, refused }: Overload) =>
  refused.length > 0 && done.length / seconds > capacity * leastOfCapacity;

test('at three times what it can do it does what it can, and refuses the rest soon, saying when to come again', async () => {
  await measureCapacity();
  let { capacity, outcomes, done, refused } = await overload();
  // Where what else the machine does came or went between the two, they are no measure of one another.
  for (let more = 0; more < 3 && !isMeasure({ capacity, outcomes, done, refused }); more += 1)
    ({ capacity, outcomes, done, refused } = await overload());
  process.stdout.write(
    `overload: ${JSON.stringify({ capacity: Math.round(capacity), offered: Math.round(outcomes.length / seconds), done: latencies(done), refused: latencies(refused), servedMeanwhile: Math.max(...outcomes.map((each) => each.servedMeanwhile)) })}\n`,
  );
  expect(done.length + refused.length).toBe(outcomes.length);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  // Counted in others that are served. In a queue without an end, the last would wait for two of three of
  // all that came; with one, for those of two and a half seconds, a third.
  const most = Math.max(...outcomes.map((each) => each.servedMeanwhile));
  expect(most).toBeLessThan(outcomes.length * 0.5);
  // It is no worse off than without the crowd; the crowd costs something all the same.
  expect(done.length / seconds).toBeGreaterThan(capacity * leastOfCapacity);
  // It tells balancers to send requests elsewhere until it is over.
  const ready = async () => (await fetch(`${atrium.address}/health/ready`)).status;
  await expect.poll(ready).toBe(200);
  expect((await create()).status).toBe(200);
});
