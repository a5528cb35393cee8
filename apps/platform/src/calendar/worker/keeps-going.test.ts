import { describe, expect, test } from 'vitest';
import {
  calendarWorld,
  eachProvider,
  type Kind,
  patience,
} from '../../../test-support/calendar-world.ts';
import { dated } from '../../../test-support/dated.ts';

const w = await calendarWorld();
const listing = (kind: Kind) => (kind === 'a' ? 'events.list' : 'calendarView.delta');
const creation = (kind: Kind) => (kind === 'a' ? 'events.insert' : 'events.create');

describe.each(eachProvider)('with $provider', ({ kind }) => {
  test('a listing that ends without a token is complete, told, and compared anew at the usual pace', async () => {
    const { tenant, person, email, meetings, pull, connection, simulator } =
      await w.staffWithCalendar(kind);
    // Until its channel is open the worker pulls by itself, too.
    await expect.poll(async () => (await connection()).push.state, patience).toBe('OPEN');
    simulator.faults.add({ kind: 'no-sync-token', account: email, times: null });
    simulator.expireSyncTokens(email);
    person.create({
      title: 'There',
      start: dated('2027-03-10T10:00'),
      end: dated('2027-03-10T11:00'),
    });
    await pull();
    await expect.poll(async () => (await meetings()).length, patience).toBe(1);
    const told = await connection();
    expect(told).toMatchObject({ status: 'CONNECTED', lastError: 'NO_SYNC_TOKEN' });
    expect(told.lastSyncedAt).not.toBeNull();
    const listings = () =>
      simulator.requests.filter(
        (each) => each.account === email && each.operation === listing(kind),
      ).length;
    await w.atRest(tenant.tenantUuid);
    const before = listings();
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    person.cancel(person.events()[0]?.id ?? '');
    expect(await pull()).toMatchObject({ canceled: 1 });
    // One listing for the pull that was asked for, and at most one for a notification before it.
    expect(listings() - before).toBeLessThanOrEqual(2);
    const { lastSyncedAt, nextPullAt } = await connection();
    expect(Date.parse(`${nextPullAt}Z`) - Date.parse(`${lastSyncedAt}Z`)).toBeGreaterThan(600_000);
    simulator.faults.clear();
    await pull();
    expect((await connection()).lastError).toBeNull();
  });

  test('meetings are exported while the calendar cannot be listed, and told so apart', async () => {
    const { person, email, create, until, staff, path, connection, simulator } =
      await w.staffWithCalendar(kind);
    const operation = listing(kind);
    simulator.faults.add({ kind: 'fail-before', operation, account: email, times: null });
    expect((await staff.post('/api/v1/calendar/sync')).status).toBe(503);
    const { meetingUuid } = await create({ title: 'Goes out' });
    await until(meetingUuid, 'SYNCED');
    expect(person.events().map(({ title }) => title)).toEqual(['Goes out']);
    expect((await connection()).lastError).toBe('PROVIDER_UNAVAILABLE');
    simulator.faults.add({
      kind: 'fail-before',
      operation: 'events.*',
      account: email,
      times: null,
    });
    await staff.put(path(meetingUuid), { title: 'Cannot go out' });
    const failed = await until(meetingUuid, 'FAILED');
    expect(failed.syncFailureCode).toBe('PROVIDER_UNAVAILABLE');
    simulator.faults.clear();
  });

  test('a calendar is read while nothing can be written to it', async () => {
    const { person, email, create, meetings, connection, simulator } =
      await w.staffWithCalendar(kind);
    simulator.faults.add({
      kind: 'rate-limit',
      operation: creation(kind),
      account: email,
      times: null,
      retryAfterSeconds: 3_600,
    });
    await create({ title: 'Has to wait' });
    await expect.poll(async () => (await connection()).lastError, patience).toBe('RATE_LIMITED');
    person.create({
      title: 'There',
      start: dated('2027-03-12T10:00'),
      end: dated('2027-03-12T11:00'),
    });
    await expect
      .poll(async () => (await meetings()).map(({ title }) => title).sort(), patience)
      .toEqual(['Has to wait', 'There']);
    simulator.faults.clear();
  });
});
