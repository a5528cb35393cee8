import { describe, expect, test } from 'vitest';
import { calendarWorld, eachProvider, patience } from '../../../test-support/calendar-world.ts';
import { dated } from '../../../test-support/dated.ts';
import { type Lease, leasesOfConnections, takeLease } from '../worker/lease.ts';

const w = await calendarWorld();
const a = '/api/v1/webhooks/provider_a';
const b = '/api/v1/webhooks/provider_b';
const json = { 'content-type': 'application/json' };
const busy = { start: dated('2027-01-05T08:00'), end: dated('2027-01-05T09:00') };

/** Says what the provider knows of the one channel of an account. */
async function channelOf(kind: 'a' | 'b', email: string) {
  const { provider } = w.simulators[kind];
  await expect.poll(() => provider.channelsOf(email).length, patience).toBe(1);
  const [channel] = provider.channelsOf(email);
  if (!channel) throw new Error('There is no channel');
  return channel;
}

describe('a notification of Google', () => {
  test('without the channel header is 400 and names it, of an unknown channel 403', async () => {
    for (const path of [a, '/api/v1/webhooks/google']) {
      const missing = await w.anonymous.post(path);
      expect(missing.status).toBe(400);
      expect(missing.body.errors[0].field).toBe('x-provider_a-channel-id');
      for (const name of [
        'x-provider_a-channel-id',
        'x-provider-a-channel-id',
        'x-goog-channel-id',
      ])
        for (const id of ['7b2c1f4e-1111-4222-8333-944455556666', 'nobody'])
          expect((await w.anonymous.post(path, undefined, { [name]: id })).status).toBe(403);
    }
  });

  test('of a known channel is 200 by any of the header’s names, 403 with another token', async () => {
    const { email } = await w.staffWithCalendar('a');
    const { id, token = '' } = await channelOf('a', email);
    for (const name of ['provider_a', 'provider-a', 'goog']) {
      const headers = { [`x-${name}-channel-id`]: id, [`x-${name}-channel-token`]: token };
      const state = { [`x-${name}-resource-state`]: 'exists' };
      expect((await w.anonymous.post(a, undefined, { ...headers, ...state })).status).toBe(200);
      const forged = { ...headers, [`x-${name}-channel-token`]: `${token}x` };
      expect((await w.anonymous.post(a, undefined, forged)).status).toBe(403);
    }
    const answer = await w.anonymous.post('/api/v1/webhooks/google', 'not json', {
      'x-goog-channel-id': id,
      'x-goog-channel-token': token,
      ...json,
    });
    expect(answer.status).toBe(200);
  });

  test('without the token header is 200, and of an open channel leads to a pull and no more', async () => {
    const { email, person, onlyMeeting, simulator, staff, tenant } = await w.staffWithCalendar('a');
    const { id } = await channelOf('a', email);
    await w.atRest(tenant.tenantUuid);
    const bare = () =>
      w.anonymous.post(a, undefined, {
        'x-goog-channel-id': id.toUpperCase(),
        'x-goog-resource-id': 'x',
      });
    const channel = () =>
      w.db.asPlatform(async (tx) => [
        ...(await tx`
          select state, resource_id, last_notification_at from calendar_channels
           where channel_uuid = ${id}`),
      ]);
    const before = await channel();
    simulator.faults.add({ kind: 'drop-push', account: email });
    person.create({ title: 'Told without a token', ...busy });
    expect((await bare()).status).toBe(200);
    expect((await onlyMeeting()).title).toBe('Told without a token');
    expect(await channel()).toEqual(before);
    await staff.post('/api/v1/calendar/disconnect');
    expect((await bare()).status).toBe(200);
  });

  test('finds its channel from the very first message on', async () => {
    const { email, simulator } = await w.staffWithCalendar('a');
    await channelOf('a', email);
    const mine = () => simulator.pushes.records.filter((each) => each.account === email);
    await expect.poll(() => mine().map(({ status }) => status), patience).toEqual([200]);
  });
});

describe('a notification of Microsoft', () => {
  test('with a validation token is answered with it as plain text, before anything is read', async () => {
    const token = 'Validation: <script>alert(1)</script> & + ü';
    const url = `${b}?validationToken=${encodeURIComponent(token)}`;
    for (const [payload, headers] of [
      [undefined, {}],
      ['{"broken', json],
      ['<xml/>', { 'content-type': 'text/xml' }],
    ] as const) {
      const answer = await w.anonymous.post(url, payload, headers);
      expect(answer.status).toBe(200);
      expect(answer.body).toBe(token);
      expect(answer.headers['content-type']).toContain('text/plain');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
    expect((await w.anonymous.post(`/api/v1/webhooks/microsoft?validationToken=x`)).body).toBe('x');
  });

  test('is 200 whatever it holds, and each item counts only with its own clientState', async () => {
    const one = await w.staffWithCalendar('b');
    const two = await w.staffWithCalendar('b');
    const [mine, theirs] = [await channelOf('b', one.email), await channelOf('b', two.email)];
    for (const { tenant } of [one, two]) await w.atRest(tenant.tenantUuid);
    const lists = (email: string) =>
      w.simulators.b.requests.filter(
        (each) => each.account === email && each.operation === 'calendarView.delta',
      ).length;
    const before = { one: lists(one.email), two: lists(two.email) };
    const value = [
      { subscriptionId: theirs.id, clientState: 'guess', changeType: 'updated' },
      { subscriptionId: theirs.id, clientState: `${theirs.token?.split('.')[0]}.guess` },
      { subscriptionId: mine.id, clientState: mine.token, changeType: 'updated' },
    ];
    expect((await w.anonymous.post(b, { value })).status).toBe(200);
    await expect.poll(() => lists(one.email), patience).toBeGreaterThan(before.one);
    expect(lists(two.email)).toBe(before.two);
    for (const body of ['', '{', '[]', '{"value":[null,1,{}]}', '{"value":{}}'])
      expect((await w.anonymous.post(b, body, json)).status).toBe(200);
  });

  test('that some were missed lists everything, that the subscription went opens another', async () => {
    const { email, person, onlyMeeting, simulator } = await w.staffWithCalendar('b');
    const before = await channelOf('b', email);
    w.simulators.b.faults.add({ kind: 'drop-push', account: email });
    person.create({ title: 'Missed', ...busy });
    w.simulators.b.sendLifecycle(email, 'missed');
    expect((await onlyMeeting()).title).toBe('Missed');
    w.simulators.b.sendLifecycle(email, 'subscriptionRemoved');
    await expect
      .poll(() => simulator.provider.channelsOf(email).map(({ id }) => id), patience)
      .not.toContain(before.id);
    await channelOf('b', email);
  });
});

describe.each(eachProvider)('notifications of $provider', ({ kind }) => {
  test('are stored before they are answered: what the provider then fails to tell comes later', async () => {
    const { email, person, onlyMeeting, simulator, tenant } = await w.staffWithCalendar(kind);
    await channelOf(kind, email);
    await expect
      .poll(
        async () =>
          (await notificationsOf(tenant.tenantUuid)).filter((each) => !each.handled).length,
        patience,
      )
      .toBe(0);
    const operation = kind === 'a' ? 'events.list' : 'calendarView.delta';
    simulator.faults.add({ kind: 'fail-before', operation, account: email, times: 5 });
    person.create({ title: 'Told once', ...busy });
    await expect
      .poll(
        async () => (await notificationsOf(tenant.tenantUuid)).some((each) => !each.handled),
        patience,
      )
      .toBe(true);
    expect(
      simulator.pushes.records
        .filter((each) => each.account === email)
        .every(({ status }) => status === 200),
    ).toBe(true);
    expect((await onlyMeeting()).title).toBe('Told once');
    await expect
      .poll(
        async () => (await notificationsOf(tenant.tenantUuid)).every((each) => each.handled),
        patience,
      )
      .toBe(true);
  });

  test('fifty at once lead to one pull or two', async () => {
    const { email, simulator, tenant, pull } = await w.staffWithCalendar(kind);
    const { id, token = '' } = await channelOf(kind, email);
    const lists = () =>
      simulator.requests.filter(
        (each) => each.account === email && /list|delta/.test(each.operation),
      ).length;
    await w.atRest(tenant.tenantUuid);
    const first = lists();
    await pull();
    const ofOne = lists() - first;
    const before = lists();
    const headers = {
      'x-goog-channel-id': id,
      'x-goog-channel-token': token,
      'x-goog-resource-state': 'exists',
    };
    const send = () =>
      kind === 'a'
        ? w.anonymous.post(a, undefined, headers)
        : w.anonymous.post(b, { value: [{ clientState: token, subscriptionId: id }] });
    // Another worker is at it until all fifty have come.
    const lease = await holdLease(tenant.tenantUuid);
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(lists()).toBe(before);
    await lease.release();
    await expect.poll(lists, patience).toBeGreaterThan(before);
    await w.atRest(tenant.tenantUuid);
    expect(await notificationsOf(tenant.tenantUuid)).toHaveLength(50);
    expect(lists() - before).toBeLessThanOrEqual(2 * ofOne);
  });

  test('go on through a new channel before the old one ends, which is stopped then', async () => {
    const operation = kind === 'a' ? 'events.watch' : 'subscriptions.create';
    w.simulators[kind].faults.add({ kind: 'short-channel', operation, seconds: 2 });
    const { email, person, onlyMeeting, simulator, connection } = await w.staffWithCalendar(kind);
    await expect.poll(async () => (await connection()).push.state, patience).toBe('OPEN');
    const areLong = () =>
      simulator.provider
        .channelsOf(email)
        .map(({ expiresMs }) => expiresMs - Date.now() > 86_400_000);
    await expect.poll(areLong, patience).toEqual([true]);
    const opened = simulator.requests.filter(
      (each) => each.account === email && each.operation === operation,
    );
    expect(opened.length).toBeGreaterThan(1);
    person.create({ title: 'Still heard', ...busy });
    await onlyMeeting();
  });

  test('go on through the old channel for as long as a new one cannot be had', async () => {
    const operation = kind === 'a' ? 'events.watch' : 'subscriptions.create';
    const { email, simulator, tenant, connection } = await w.staffWithCalendar(kind);
    const { id } = await channelOf(kind, email);
    await expect.poll(async () => (await connection()).push.state, patience).toBe('OPEN');
    simulator.faults.add({ kind: 'fail-before', operation, account: email, times: null });
    await w.db.asPlatform(
      (tx) =>
        tx`update calendar_channels set due_at = now() where tenant_uuid = ${tenant.tenantUuid}`,
    );
    await expect
      .poll(async () => (await connection()).lastError, patience)
      .toBe('PUSH_PROVIDER_UNAVAILABLE');
    expect((await connection()).push.state).toBe('OPEN');
    const asked = simulator.requests.filter(
      (each) => each.account === email && each.operation === operation,
    );
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(simulator.provider.channelsOf(email).map((each) => each.id)).toEqual([id]);
    simulator.faults.clear();
  });

  test('that cannot be had leave the regular pull, and the connection says so', async () => {
    const operation = kind === 'a' ? 'events.watch' : 'subscriptions.create';
    w.simulators[kind].faults.add({ kind: 'fail-before', operation, status: 403 });
    const { connection, person, onlyMeeting, pull } = await w.staffWithCalendar(kind);
    await expect
      .poll(async () => (await connection()).lastError, patience)
      .toBe('PUSH_PROVIDER_FORBIDS');
    person.create({ title: 'By polling', ...busy });
    await pull();
    expect((await onlyMeeting()).title).toBe('By polling');
    expect((await connection()).push).toMatchObject({ state: 'POLLING', expiresAt: null });
  });

  test('of a channel that was stopped say nothing, and are no failure', async () => {
    const { email, staff } = await w.staffWithCalendar(kind);
    const { id, token = '' } = await channelOf(kind, email);
    await staff.post('/api/v1/calendar/disconnect');
    const headers = {
      'x-goog-channel-id': id,
      'x-goog-channel-token': token,
      'x-goog-resource-state': 'exists',
    };
    const answer =
      kind === 'a'
        ? await w.anonymous.post(a, undefined, headers)
        : await w.anonymous.post(b, { value: [{ clientState: token, subscriptionId: id }] });
    expect(answer.status).toBe(200);
  });

  test('bring each change to the reader by a pull or two, long before the regular one', async () => {
    const { email, person, onlyMeeting, read, simulator, tenant, connection } =
      await w.staffWithCalendar(kind);
    await channelOf(kind, email);
    const { id } = person.create({ title: 'Moves', ...busy });
    const { meetingUuid } = await onlyMeeting();
    const pulls = () =>
      simulator.requests.filter(
        (each) => each.account === email && /list|delta/.test(each.operation),
      ).length;
    for (let hour = 9; hour < 19; hour += 1) {
      await w.atRest(tenant.tenantUuid);
      const before = pulls();
      person.move(id, dated(`2027-01-06T${String(hour).padStart(2, '0')}:00`));
      await expect
        .poll(async () => (await read(meetingUuid)).startDateTime, { ...patience, interval: 10 })
        .toBe(dated(`2027-01-06T${String(hour).padStart(2, '0')}:00:00`));
      expect(pulls() - before).toBeLessThanOrEqual(2);
    }
    const { nextPullAt, lastSyncedAt } = await connection();
    expect(Date.parse(`${nextPullAt}Z`) - Date.parse(`${lastSyncedAt}Z`)).toBeGreaterThan(600_000);
  });
});

/** Takes the lease of the tenant's one connection, as soon as it is free. */
async function holdLease(tenantUuid: string): Promise<Lease> {
  const [ref] = await w.db.asPlatform(
    (tx) => tx<{ tenantUuid: string; connectionUuid: string }[]>`
      select tenant_uuid, connection_uuid from calendar_connections where tenant_uuid = ${tenantUuid}`,
  );
  const leases = leasesOfConnections(w.db, w.services.logger);
  let lease: Lease | undefined;
  await expect
    .poll(async () => {
      lease = ref && (await takeLease(w.db, leases, ref));
      return lease;
    }, patience)
    .toBeDefined();
  if (!lease) throw new Error('The lease was not taken');
  return lease;
}

function notificationsOf(tenantUuid: string) {
  return w.db.asPlatform(async (tx) => [
    ...(await tx<{ handled: boolean }[]>`
      select handled_at is not null as handled from calendar_notifications where tenant_uuid = ${tenantUuid}`),
  ]);
}
