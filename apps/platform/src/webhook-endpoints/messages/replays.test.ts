import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { plansOf } from '../../../test-support/plans.ts';
import { world } from '../../../test-support/world.ts';
import { endOutgoingPause, pauseOutgoing } from '../../background/outgoing-pause.ts';
import { system } from '../../database/principal.ts';
import { giveUpMessages } from '../delivery/give-up-messages.ts';
import { numberMessages } from './queries.ts';

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

test('an endpoint that is read hands nothing out while outgoing work waits, nothing that was given up, and nothing out of its place', async () => {
  const polled = { delivery: 'POLL', eventTypes: ['task.created'] };
  const { body: made } = await admin.post('/api/webhook-endpoints', polled);
  const path = `/api/webhook-endpoints/${made.endpointUuid}`;
  const read = async (after?: string): Promise<string[]> => {
    const query = new URLSearchParams({ withPayload: 'true', ...(after && { after }) });
    const { body } = await admin.get(`${path}/messages?${query}`);
    return body.content.map(({ messageId }: { messageId: string }) => messageId);
  };
  const replayed = async () => (await admin.post(`${path}/replay`, since)).body.messages;
  const tried = async () => (await admin.post(`${path}/test`)).body.messageId;
  for (const title of ['One', 'Two']) await admin.post('/api/tasks', { title });
  await replayed();
  const [first = '', second = '', ...more] = await read();
  expect([second, more]).toEqual([expect.stringMatching(/\S/), []]);
  // What was handed out stays where a reader may go on from.
  const resend = (id: string) => admin.post(`${path}/messages/${id}/resend`);
  const refused = await resend(first);
  expect([refused.status, refused.body.code]).toEqual([409, 'HANDED_OUT']);
  expect((await resend(randomUUID())).status).toBe(404);
  expect(await replayed()).toBe(0);
  expect(await read(first)).toEqual([second]);
  const given = await tried();
  try {
    await w.db.asPlatform(pauseOutgoing);
    expect(await read(second)).toEqual([]);
    await w.db.asPlatform(giveUpMessages);
  } finally {
    await w.db.asPlatform(endOutgoingPause);
  }
  expect(await read(second)).toEqual([]);
  // Once more, it comes behind what was read meanwhile.
  const later = await tried();
  expect(await read(second)).toEqual([later]);
  expect((await resend(given)).status).toBe(202);
  expect(await read(later)).toEqual([given]);
});

test('a poll finds what waits by its index, however much was handed out', async () => {
  const polled = { delivery: 'POLL', eventTypes: ['task.created'] };
  const { endpointUuid } = (await admin.post('/api/webhook-endpoints', polled)).body;
  await w.db.asPlatform(
    (tx) => tx`
      insert into webhook_messages (tenant_uuid, endpoint_uuid, event_type, occurred_at, payload, status, position)
      select ${tenant.tenantUuid}, ${endpointUuid}, 'task.created', now(), '{}', 'DELIVERED', at
        from generate_series(1, 3000) at`,
  );
  await w.sql`analyze webhook_messages`;
  const plans = await w.db.asTenant(tenant.tenantUuid, system, (tx) =>
    plansOf(tx, (explaining) => numberMessages(explaining, endpointUuid)),
  );
  expect(plans.join()).toContain('webhook_messages_waiting');
});
