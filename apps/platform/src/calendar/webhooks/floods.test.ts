import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  calendarWorld,
  eachProvider,
  type Kind,
  patience,
} from '../../../test-support/calendar-world.ts';

const perMinute = 20;
const beyond = perMinute * 3;
const w = await calendarWorld({
  RATE_LIMITS: 'on',
  RATE_LIMIT_WEBHOOK_PER_MINUTE: String(perMinute),
  RATE_LIMIT_USER_PER_MINUTE: '100000',
});
const a = '/api/v1/webhooks/provider_a';
const b = '/api/v1/webhooks/provider_b';

type Channel = { id: string; token?: string | undefined };

/** Sends a notification of a channel as its provider does. */
function notify(kind: Kind, { id, token = '' }: Channel, caller = w.anonymous) {
  if (kind === 'b') return caller.post(b, { value: [{ clientState: token, subscriptionId: id }] });
  return caller.post(a, undefined, {
    'x-goog-channel-id': id,
    'x-goog-channel-token': token,
    'x-goog-resource-state': 'exists',
  });
}

/** Sends many requests, half of them at once, and answers which statuses came. */
async function statusesOf(count: number, send: () => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: count / 2 }, send));
  while (answers.length < count) answers.push(await send());
  return [...new Set(answers.map(({ status }) => status))];
}

async function channelOf(kind: Kind, email: string): Promise<Channel> {
  const { provider } = w.simulators[kind];
  await expect.poll(() => provider.channelsOf(email).length, patience).toBe(1);
  const [channel] = provider.channelsOf(email);
  if (!channel) throw new Error('There is no channel');
  return channel;
}

const waitingOf = (tenantUuid: string) =>
  w.db.asPlatform(async (tx) => {
    const [row] = await tx<[{ count: number }]>`
      select count(*)::int as count from calendar_notifications
       where tenant_uuid = ${tenantUuid} and handled_at is null`;
    return row.count;
  });

describe.each(eachProvider)('a flood of notifications of $provider', ({ kind }) => {
  test('about one channel is always answered 200, and what the last one tells of is pulled', async () => {
    const { email, person, onlyMeeting, tenant } = await w.staffWithCalendar(kind);
    const channel = await channelOf(kind, email);
    const send = () => notify(kind, channel);
    expect(await statusesOf(beyond, send)).toEqual([200]);
    await expect.poll(() => waitingOf(tenant.tenantUuid), patience).toBe(0);
    w.simulators[kind].faults.add({ kind: 'drop-push', account: email });
    person.create({ title: 'Told late', start: '2027-01-05T08:00', end: '2027-01-05T09:00' });
    expect((await send()).status).toBe(200);
    expect((await onlyMeeting()).title).toBe('Told late');
    await expect.poll(() => waitingOf(tenant.tenantUuid), patience).toBe(0);
  });

  test('leaves, beyond its count, one that waits for the pull, however many come', async () => {
    const { email, tenant } = await w.staffWithCalendar(kind);
    const channel = await channelOf(kind, email);
    await statusesOf(perMinute, () => notify(kind, channel));
    await expect.poll(() => waitingOf(tenant.tenantUuid), patience).toBe(0);
    await w.db.asPlatform(
      (tx) => tx`
        update calendar_connections set paused_until = now() + interval '1 hour'
         where tenant_uuid = ${tenant.tenantUuid}`,
    );
    expect(await statusesOf(beyond, () => notify(kind, channel))).toEqual([200]);
    expect(await waitingOf(tenant.tenantUuid)).toBe(1);
    if (kind === 'b') return;
    const bare = () => w.anonymous.post(a, undefined, { 'x-goog-channel-id': channel.id });
    for (let each = 0; each < beyond; each += 1) expect((await bare()).status).toBe(200);
    expect(await waitingOf(tenant.tenantUuid)).toBe(1);
  });

  test('by nobody, from the same address, stops neither one of ours nor a handshake', async () => {
    const { email } = await w.staffWithCalendar(kind);
    const channel = await channelOf(kind, email);
    const ofNobody = kind === 'a' ? 403 : 200;
    const guess = () => notify(kind, { id: randomUUID(), token: `${randomUUID()}.guess` });
    expect(await statusesOf(beyond, guess)).toEqual([ofNobody]);
    expect((await notify(kind, channel)).status).toBe(200);
    const forged = await notify(kind, { ...channel, token: `${channel.token}x` });
    expect(forged.status).toBe(ofNobody);
    const handshake = await w.anonymous.post(`${b}?validationToken=still+heard`);
    expect([handshake.status, handshake.body]).toEqual([200, 'still heard']);
  });
});

test('Beyond the count by address, what is not of ours is answered without the database', async () => {
  // The minute of an address begins with its first request.
  const caller = w.anonymous.at('203.0.113.77');
  const guesses = [
    () => caller.post(a, undefined, { 'x-goog-channel-id': randomUUID() }),
    () => notify('a', { id: randomUUID(), token: 'guess' }, caller),
    () => notify('b', { id: randomUUID(), token: `${randomUUID()}.guess` }, caller),
  ];
  for (const guess of guesses) await statusesOf(perMinute, guess);
  const statuses = await w.sql.begin(async (sql) => {
    await sql`lock table calendar_channels in access exclusive mode`;
    return Promise.all(guesses.map(async (guess) => (await guess()).status));
  });
  expect(statuses).toEqual([403, 403, 200]);
});
