import {
  createOutgoingPause,
  endOutgoingPause,
  pauseOutgoing,
} from '@atrium/platform/background/outgoing-pause.ts';
import { startRelay } from '@atrium/platform/outbox/relay.ts';
import { calendarWorld, patience } from '@atrium/platform/test-support/calendar-world.ts';
import { staffInput } from '@atrium/platform/test-support/staff-input.ts';
import { startReceiver } from '@atrium/platform/test-support/webhook-receiver.ts';
import { Registry } from '@prometheus-io/client';
import { afterAll, expect, test } from 'vitest';
import { atrium as runHere } from '../test-support/run-atrium.ts';

const w = await calendarWorld(
  { WEBHOOKS_PRIVATE_ADDRESSES: 'on' },
  {},
  { webhooks: true, paused: true },
);
const delivered: string[] = [];
const { db, services } = w;
const { logger, registry } = services;
const relay = startRelay({
  db,
  logger,
  registry,
  deliver: async (events) => {
    delivered.push(...events.map(({ eventType }) => eventType));
    return events.map(() => ({ refusal: null }));
  },
});
afterAll(() => relay.stop());

const atrium = (...args: string[]) => runHere(args, { DATABASE_URL: w.config.databaseUrl });

/** Waits until each outgoing worker has looked again since now. */
async function lookedAgain(): Promise<void> {
  const turns = async () => {
    const { values = [] } = (await registry.getSingleMetric('worker_turns_total')?.get()) ?? {};
    return ['mails', 'webhooks', 'calendar', 'relay'].map((worker) =>
      values
        .filter(({ labels }) => labels.worker === worker)
        .reduce((sum, { value }) => sum + value, 0),
    );
  };
  const before = await turns();
  const least = async () =>
    Math.min(...(await turns()).map((count, at) => count - (before[at] ?? 0)));
  await expect.poll(least, patience).toBeGreaterThan(1);
}

const ready = async () => {
  const { status, body } = await w.anonymous.get('/health/ready');
  return [status, body.paused];
};

test('a restored installation sends nothing until it is resumed, and what waited may be given up', async () => {
  const receiver = await startReceiver();
  const { tenant, staff, person, create, read, until, path } = await w.staffWithCalendar('a');
  const admin = await tenant.as('TENANT_ADMIN');
  const { body: endpoint } = await admin.post('/api/webhook-endpoints', { url: receiver.url });
  const messages = async (): Promise<{ status: string; lastError: string | null }[]> =>
    (await admin.get(`/api/webhook-endpoints/${endpoint.endpointUuid}/messages`)).body.content;

  const { userEmail } = staffInput(tenant.tenantUuid);
  const hired = { ...staffInput(tenant.tenantUuid), userEmail, email: userEmail };
  expect((await admin.post('/api/tenant-staff', hired)).status).toBe(201);
  const forget = () => w.anonymous.post('/api/auth/password-reset', { email: userEmail });
  await forget();
  const { meetingUuid } = await create();
  const tested = await admin.post(`/api/webhook-endpoints/${endpoint.endpointUuid}/test`);
  expect([tested.status, tested.body.status]).toEqual([200, 'PENDING']);
  await expect.poll(async () => (await messages()).length, patience).toBeGreaterThan(2);
  const waiting = () => db.asPlatform((tx) => tx`select from mails where state = 'QUEUED'`);
  await expect.poll(async () => (await waiting()).length, patience).toBe(1);
  await lookedAgain();
  expect(await ready()).toEqual([200, true]);
  expect((await w.app.inject('/metrics')).body).toContain('\noutgoing_paused 1\n');
  expect([w.mails, receiver.received, person.events(), delivered]).toEqual([[], [], [], []]);

  const resumed = await atrium('resume', '--discard', 'mails,webhooks,calendar');
  expect(resumed).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Resumed\. Given up: 1 of calendar, 1 of mails, [1-9]/),
  });
  await expect.poll(() => delivered, patience).toContain('meeting.created');
  expect(await ready()).toEqual([200, false]);
  await lookedAgain();
  expect([w.mails, receiver.received, person.events()]).toEqual([[], [], []]);
  expect(await read(meetingUuid)).toMatchObject({
    externalSyncStatus: 'FAILED',
    syncFailureCode: 'GIVEN_UP',
    syncFailureReason: 'The installation was restored, and its operator gave up what waited',
  });
  const givenUp = (await messages()).filter(({ status }) => status === 'FAILED');
  expect(new Set(givenUp.map(({ lastError }) => lastError))).toEqual(new Set(['GIVEN_UP']));

  const next = await create();
  await forget();
  await until(next.meetingUuid, 'SYNCED');
  await expect.poll(() => w.mails.length, patience).toBe(1);
  await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(0);
  await staff.post(`${path(meetingUuid)}/sync`);
  await expect.poll(() => person.events().length, patience).toBe(2);
});

test('a process that goes on while its server is restored notices it', async () => {
  const { isPaused: asksAlways } = createOutgoingPause(db, new Registry());
  expect(await asksAlways()).toBe(false);
  await db.asPlatform(pauseOutgoing);
  expect(await asksAlways()).toBe(true);
  await db.asPlatform(endOutgoingPause);
  expect(await asksAlways()).toBe(false);
});

test('resume says when nothing is paused, and which kinds it takes', async () => {
  const [again, discarding, unknown, help] = await Promise.all([
    atrium('resume'),
    atrium('resume', '--discard', 'mails'),
    atrium('resume', '--discard', 'letters'),
    atrium('resume', '--help'),
  ]);
  expect([again.code, again.out, discarding.code]).toEqual([0, 'Nothing is paused.\n', 1]);
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('not "letters"')]);
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('--discard')]);
});
