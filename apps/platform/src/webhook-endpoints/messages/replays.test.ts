import { expect, test } from 'vitest';
import { world } from '../../../test-support/world.ts';

const w = await world({}, { own: true });
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');

async function endpoint(): Promise<string> {
  const input = { url: 'https://hooks.example.com/atrium', eventTypes: ['staff.created'] };
  const { status, body } = await admin.post('/api/webhook-endpoints', input);
  expect(status).toBe(201);
  return `/api/webhook-endpoints/${body.endpointUuid}`;
}

const since = { from: '2026-01-01T00:00:00' };

async function countWaiting(): Promise<number> {
  const [row] = await w.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'atrium' and wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

test('an endpoint has one replay at a time, other endpoints have theirs, and all come to their end', async () => {
  const [one, other] = [await endpoint(), await endpoint()];
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = w.sql.begin(async (sql) => {
    await sql.unsafe('lock table webhook_messages in access exclusive mode');
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const replays = [1, 2, 3].map(() => admin.post(`${one}/replay`, since));
  await expect.poll(countWaiting).toBe(1);
  replays.push(admin.post(`${other}/replay`, since));
  await expect.poll(countWaiting).toBe(2);
  release.resolve();
  await holding;
  const answers = await Promise.all(replays);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(new Set(answers.map(({ body }) => body.messages)).size).toBe(1);
});
