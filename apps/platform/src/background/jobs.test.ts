import { createLogger } from '@atrium/kit/logging.ts';
import { afterAll, expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import { createJobs } from './jobs.ts';

const w = await world({}, { own: true });
const { tenantUuid } = await w.tenant();
const lines: Record<string, unknown>[] = [];
const logger = createLogger('test', 'warn', { write: (line) => lines.push(JSON.parse(line)) });
const jobs = createJobs({ url: w.config.databaseUrl ?? '', logger });
afterAll(() => jobs.stop());

test('jobs run one after another without a pause, and one that fails is in the log, its message not', async () => {
  const done: number[] = [];
  const run = async ({ number }: { tenantUuid: string; number: number }) => {
    if (number === 3) throw Object.assign(new Error('550 ana@example.com'), { code: 'EENVELOPE' });
    done.push(number);
  };
  await jobs.start([{ name: 'errands', run }]);
  await w.db.asTenant(tenantUuid, system, async (tx) => {
    for (const number of [1, 2, 3, 4, 5, 6])
      await jobs.enqueue(tx, 'errands', { tenantUuid, number });
  });
  jobs.wake('errands');
  await expect.poll(() => [...done].sort()).toEqual([1, 2, 4, 5, 6]);
  expect(lines[0]).toMatchObject({ job: 'errands', code: 'EENVELOPE', msg: 'a job failed' });
  const kept = await w.sql`select output::text from pgboss.job where output is not null`;
  expect(JSON.stringify([lines, kept])).not.toContain('ana@');
  // What keeps the queue from its work is told, too.
  const told = () => lines.filter(({ msg }) => msg === 'job queue').map(({ err }) => err);
  await w.sql`alter table pgboss.job rename to away`;
  jobs.wake('errands');
  await expect.poll(told).toContainEqual(expect.objectContaining({ code: '42P01' }));
  await w.sql`alter table pgboss.away rename to job`;
  expect(told()).not.toContainEqual({ message: 'Not an Error' });
});

test('work at fixed times is done by one of several replicas', async () => {
  const url = w.config.databaseUrl ?? '';
  const replicas = [1, 2, 3].map(() => createJobs({ url, logger }));
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let begun = 0;
  const run = () => {
    begun += 1;
    return finished;
  };
  const yearly = { name: 'yearly', cron: '0 0 1 1 *', atStart: true, run };
  await Promise.all(replicas.map((replica) => replica.start([], [yearly])));
  await expect.poll(() => begun).toBe(1);
  expect(await w.sql`select state from pgboss.job where name = 'yearly'`).toEqual([
    { state: 'active' },
  ]);
  expect(await w.sql`select name, cron from pgboss.schedule`).toEqual([
    { name: 'yearly', cron: '0 0 1 1 *' },
  ]);
  finish();
  await Promise.all(replicas.map((replica) => replica.stop()));
  expect(begun).toBe(1);
});

test('what is asked for once is done by one of several replicas', async () => {
  const replicas = [1, 2, 3].map(() => createJobs({ url: w.config.databaseUrl ?? '', logger }));
  const numbers = Array.from({ length: 30 }, (_, number) => number);
  const done: number[] = [];
  const run = async ({ number }: { tenantUuid: string; number: number }) => {
    done.push(number);
  };
  for (const replica of replicas) await replica.start([{ name: 'chores', run }]);
  await w.db.asTenant(tenantUuid, system, async (tx) => {
    for (const number of numbers) await jobs.enqueue(tx, 'chores', { tenantUuid, number });
  });
  for (const replica of replicas) replica.wake('chores');
  const waits = () =>
    w.sql`select from pgboss.job where name = 'chores' and state <> 'completed'`.then(
      (rows) => rows.length,
    );
  await expect.poll(waits).toBe(0);
  await Promise.all(replicas.map((replica) => replica.stop()));
  expect(done.toSorted((a, b) => a - b)).toEqual(numbers);
});
