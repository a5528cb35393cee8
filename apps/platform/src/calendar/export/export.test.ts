import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  calendarWorld,
  eachProvider,
  meetingInput,
  patience,
} from '../../../test-support/calendar-world.ts';
import { contactInput } from '../../../test-support/contact-input.ts';
import { dated } from '../../../test-support/dated.ts';
import { replicaServices } from '../../../test-support/replica.ts';

const w = await calendarWorld({ CALENDAR_TIMEOUT_MS: '2000' });

const titles = (person: { events: () => { title: string }[] }) =>
  person.events().map(({ title }) => title);

/** Counts the mails of a tenant: those of other tests may still go out. */
const mailsOf = ({ tenantUuid }: { tenantUuid: string }): number =>
  w.mails.filter((mail) => mail.tenantUuid === tenantUuid).length;

describe.each(eachProvider)('a meeting whose host is connected to $provider', ({ kind }) => {
  test('is PENDING with its creation, SYNCED when the calendar has it, and once there', async () => {
    const { person, create, until, read, path, staff } = await w.staffWithCalendar(kind);
    const made = await create();
    expect(made).toMatchObject({ externalSyncStatus: 'PENDING', lastSyncOperation: 'CREATE' });
    await until(made.meetingUuid, 'SYNCED');
    expect(titles(person)).toEqual(['Quarterly review']);

    const changed = await staff.put(path(made.meetingUuid), { title: 'Annual review' });
    expect(changed.body.externalSyncStatus).toBe('SYNCED');
    await expect.poll(() => titles(person), patience).toEqual(['Annual review']);
    await expect
      .poll(async () => (await read(made.meetingUuid)).lastSyncOperation, patience)
      .toBe('UPDATE');

    await staff.post(`${path(made.meetingUuid)}/cancel`);
    await expect.poll(() => titles(person), patience).toEqual([]);
    await expect
      .poll(async () => (await read(made.meetingUuid)).lastSyncOperation, patience)
      .toBe('DELETE');
    expect((await read(made.meetingUuid)).externalSyncStatus).toBe('SYNCED');
  });

  test.each(['fail-after', 'hang-up-after', 'slow-after'] as const)(
    'is made once although the answer was lost (%s)',
    async (fault) => {
      const { person, email, create, until, history, simulator } = await w.staffWithCalendar(kind);
      const operation = kind === 'a' ? 'events.insert' : 'events.create';
      simulator.faults.add({ kind: fault, operation, account: email, delayMs: 2_500, times: 2 });
      const { meetingUuid } = await create();
      await until(meetingUuid, 'SYNCED');
      expect(titles(person)).toEqual(['Quarterly review']);
      const outcomes = (await history(meetingUuid)).map(
        (each: { outcome: string }) => each.outcome,
      );
      expect(outcomes).toContain('DONE');
    },
  );

  test('is made once although the answer was lost and it has changed since', async () => {
    const { person, email, create, until, path, staff, simulator } =
      await w.staffWithCalendar(kind);
    const operation = kind === 'a' ? 'events.insert' : 'events.create';
    simulator.faults.add({ kind: 'fail-after', operation, account: email, times: 3 });
    const { meetingUuid } = await create();
    await expect.poll(() => titles(person).length, patience).toBe(1);
    const later = {
      title: 'Later',
      startDateTime: dated('2027-03-12T09:00:00'),
      endDateTime: dated('2027-03-12T10:00:00'),
    };
    await staff.put(path(meetingUuid), later);
    await until(meetingUuid, 'SYNCED');
    await expect.poll(() => titles(person), patience).toEqual(['Later']);
    expect(person.events()[0]?.span).toMatchObject({
      start: { local: dated('2027-03-12T09:00:00') },
    });
  });

  test('is not made at all when it is canceled before its turn, or else removed again', async () => {
    const { person, email, create, until, path, staff, simulator } =
      await w.staffWithCalendar(kind);
    simulator.faults.add({
      kind: 'hang-up-after',
      account: email,
      operation: 'events.*',
      times: 2,
    });
    const { meetingUuid } = await create();
    await staff.post(`${path(meetingUuid)}/cancel`);
    await until(meetingUuid, 'SYNCED');
    await expect.poll(() => titles(person), patience).toEqual([]);
  });

  test('fails after eight tries, says why, and is tried again when somebody asks', async () => {
    const { person, email, create, until, history, path, staff, simulator, tenant } =
      await w.staffWithCalendar(kind);
    const operation = kind === 'a' ? 'events.insert' : 'events.create';
    const repair = simulator.faults.add({
      kind: 'fail-before',
      operation,
      account: email,
      times: null,
    });
    const { meetingUuid } = await create();
    const other = await create({ title: 'Annual review' });
    await until(other.meetingUuid, 'FAILED');
    const failed = await until(meetingUuid, 'FAILED');
    expect(failed).toMatchObject({
      lastSyncOperation: 'CREATE',
      syncFailureCode: 'PROVIDER_UNAVAILABLE',
      syncFailureReason: expect.any(String),
      syncFailedAt: expect.stringMatching(/^\d{4}-/),
      canRetrySync: true,
      externalSyncFailureVisibleToViewer: true,
    });
    const attempts = await history(meetingUuid);
    expect(attempts.length).toBe(8);
    expect(attempts[0]).toMatchObject({
      outcome: 'FAILED',
      attempt: 8,
      providerStatus: 503,
      nextTryAt: null,
    });
    expect(attempts[1]).toMatchObject({
      outcome: 'RETRY',
      attempt: 7,
      direction: 'OUTWARD',
      operation: 'CREATE',
    });
    expect(attempts[1].nextTryAt).toMatch(/^\d{4}-/);

    const still = await staff.post(`${path(meetingUuid)}/sync`);
    expect([still.status, still.body.externalSyncStatus]).toEqual([200, 'FAILED']);
    repair();
    const again = await staff.post(`${path(meetingUuid)}/sync`);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      externalSyncStatus: 'SYNCED',
      canRetrySync: false,
      syncFailureCode: null,
      syncFailedAt: null,
    });
    expect(titles(person)).toEqual(['Quarterly review']);

    // Of several at once it is told what became of each.
    const nobodys = randomUUID();
    const meetingUuids = [meetingUuid, other.meetingUuid, nobodys];
    const retry = (by = staff) => by.post('/api/v1/meetings/sync', { meetingUuids });
    const told = (refusals: readonly (string | null)[]) => {
      const outcomes = meetingUuids.map((uuid, at) => ({ uuid, refusal: refusals[at] }));
      return { outcomes: outcomes.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)) };
    };
    const stranger = await retry(await tenant.as('TENANT_STAFF'));
    expect(stranger.body).toEqual(told(['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND']));
    const several = await retry();
    expect(several.status).toBe(200);
    expect(several.body).toEqual(told(['SYNC_NOT_RETRYABLE', null, 'NOT_FOUND']));
    await until(other.meetingUuid, 'SYNCED');
    expect(titles(person).toSorted()).toEqual(['Annual review', 'Quarterly review']);
    expect((await staff.post(`${path(meetingUuid)}/sync`)).status).toBe(409);
  });

  test('fails at once when the provider will never take it, and is PENDING again after an edit', async () => {
    const { email, create, until, history, path, staff, simulator } =
      await w.staffWithCalendar(kind);
    const operation = kind === 'a' ? 'events.insert' : 'events.create';
    simulator.faults.add({ kind: 'fail-before', status: 400, operation, account: email });
    const { meetingUuid } = await create();
    const failed = await until(meetingUuid, 'FAILED');
    expect(failed.syncFailureCode).toBe('PROVIDER_REJECTED');
    expect((await history(meetingUuid)).length).toBe(1);
    const { body } = await staff.put(path(meetingUuid), { title: 'Otherwise' });
    expect(body.externalSyncStatus).toBe('PENDING');
    await until(meetingUuid, 'SYNCED');
  });

  test('waits as long as the provider says', async () => {
    const { email, create, until, history, simulator } = await w.staffWithCalendar(kind);
    const status = kind === 'a' ? 403 : 429;
    const operation = kind === 'a' ? 'events.insert' : 'events.create';
    simulator.faults.add({
      kind: 'rate-limit',
      status,
      retryAfterSeconds: 1,
      operation,
      account: email,
    });
    const startedAt = Date.now();
    const { meetingUuid } = await create();
    await until(meetingUuid, 'SYNCED');
    expect(Date.now() - startedAt).toBeGreaterThan(950);
    const attempts = await history(meetingUuid);
    expect(attempts.at(-1)).toMatchObject({
      outcome: 'RETRY',
      code: 'RATE_LIMITED',
      providerStatus: status,
    });
  });

  test('keeps its days when it is all day, and its local time in any zone', async () => {
    const { person, create, until } = await w.staffWithCalendar(kind);
    const days = await create({
      title: 'Retreat',
      allDay: true,
      startDateTime: dated('2027-04-03T00:00:00'),
      endDateTime: dated('2027-04-05T00:00:00'),
      timezone: 'Pacific/Auckland',
    });
    const far = await create({
      title: 'Far',
      startDateTime: dated('2027-03-28T02:30:00'),
      endDateTime: dated('2027-03-28T04:00:00'),
      timezone: 'Asia/Kolkata',
    });
    await until(days.meetingUuid, 'SYNCED');
    await until(far.meetingUuid, 'SYNCED');
    const spanOf = (title: string) => person.events().find((each) => each.title === title)?.span;
    expect(spanOf('Retreat')).toEqual({
      allDay: true,
      start: dated('2027-04-03'),
      end: dated('2027-04-05'),
    });
    expect(spanOf('Far')).toMatchObject({
      start: { local: dated('2027-03-28T02:30:00') },
      end: { local: dated('2027-03-28T04:00:00') },
    });
  });

  test('invites its guests once, from here: the provider writes to nobody', async () => {
    const { tenant, person, create, until, path, staff, simulator } =
      await w.staffWithCalendar(kind);
    const [mails, theirs] = [mailsOf(tenant), simulator.mails.length];
    const { meetingUuid } = await create({
      externalAttendees: [{ email: 'eva@outside.example', name: 'Eva Soto' }],
    });
    await until(meetingUuid, 'SYNCED');
    await staff.put(path(meetingUuid), { description: 'Please bring the papers' });
    await expect.poll(() => person.events()[0]?.description, patience).toContain('papers');
    await expect.poll(() => mailsOf(tenant) - mails, patience).toBe(1);
    expect(simulator.mails.length).toBe(theirs);
  });

  test('tells nothing of internal notes, meeting information and passwords', async () => {
    const { person, create, until } = await w.staffWithCalendar(kind);
    const { meetingUuid } = await create({
      internalNotes: 'TOP-SECRET-1',
      meetingInformation: 'TOP-SECRET-2',
      meetingPassword: 'TOP-SECRET-3',
    });
    await until(meetingUuid, 'SYNCED');
    expect(JSON.stringify(person.events())).not.toContain('TOP-SECRET');
  });

  test.each([
    ['FULL', 'Review with Isabel Fuentes', true],
    ['INITIALS', 'Review with I. F.', false],
    ['HIDDEN', 'Client meeting', false],
  ] as const)('names clients as the tenant wishes: %s', async (clientNames, title, named) => {
    const { tenant, staff, person, create, until } = await w.staffWithCalendar(kind);
    const admin = await tenant.as('TENANT_ADMIN');
    await admin.put('/api/v1/calendar/settings', { clientNames });
    const manager = staff.identity['x-user-id'] ?? '';
    const contact = await staff.post('/api/contacts', contactInput(tenant.tenantUuid, manager));
    const { meetingUuid } = await create({
      title: 'Review with Isabel Fuentes',
      description: 'Isabel asked about bonds',
      contactIds: [contact.body.contactUuid],
    });
    await until(meetingUuid, 'SYNCED');
    const text = JSON.stringify(person.events());
    expect(person.events()[0]?.title).toBe(title);
    expect(text.includes('Isabel')).toBe(named);
    expect(text.includes('bonds')).toBe(clientNames !== 'HIDDEN');
    if (!named) expect(text).not.toContain('isabel@example.com');
  });
});

test('a meeting that was removed from Google before its making was answered is canceled, not made again', async () => {
  const { person, email, create, read, simulator } = await w.staffWithCalendar('a');
  const often = { account: email, times: 1_000 };
  simulator.faults.add({ kind: 'fail-after', operation: 'events.insert', ...often });
  // Nor is it seen in a listing before.
  simulator.faults.add({ kind: 'drop-push', ...often });
  const { meetingUuid } = await create();
  await expect.poll(() => titles(person), patience).toHaveLength(1);
  person.cancel(person.events()[0]?.id ?? '');
  simulator.faults.clear();
  await expect.poll(async () => (await read(meetingUuid)).status, patience).toBe('CANCELED');
  expect(await read(meetingUuid)).toMatchObject({
    externalSyncStatus: 'SYNCED',
    lastSyncOperation: 'DELETE',
  });
  expect(titles(person)).toEqual([]);
});

describe('guests at Google', () => {
  test('keep the answers they gave over there when the meeting is renamed, and lose them when it moves', async () => {
    const { tenant, staff, person, create, until, path, read } = await w.staffWithCalendar('a');
    await (await tenant.as('TENANT_ADMIN')).put('/api/v1/calendar/settings', {
      clientNames: 'FULL',
    });
    const guest = 'eva@outside.example';
    const { meetingUuid } = await create({ externalAttendees: [{ email: guest }] });
    await until(meetingUuid, 'SYNCED');
    const id = person.events()[0]?.id ?? '';
    person.answer(id, guest, 'accepted');
    const answerHere = async () => (await read(meetingUuid)).participants[0].rsvpStatus;
    await expect.poll(answerHere, patience).toBe('ACCEPTED');
    await staff.put(path(meetingUuid), { title: 'Renamed', description: 'New' });
    await expect.poll(() => person.find(id).title, patience).toBe('Renamed');
    expect(person.find(id).attendees.find((each) => each.email === guest)?.answer).toBe('accepted');
    expect(await answerHere()).toBe('ACCEPTED');
    await staff.put(path(meetingUuid), {
      startDateTime: dated('2027-03-11T10:00:00'),
      endDateTime: dated('2027-03-11T11:00:00'),
    });
    await expect.poll(answerHere, patience).toBe('UNKNOWN');
    const answerThere = () =>
      person.find(id).attendees.find((each) => each.email === guest)?.answer;
    await expect.poll(answerThere, patience).toBe('none');
    expect(await answerHere()).toBe('UNKNOWN');
  });

  test('whom the host added over there stay when others come and go here', async () => {
    const { tenant, staff, person, create, until, path } = await w.staffWithCalendar('a');
    await (await tenant.as('TENANT_ADMIN')).put('/api/v1/calendar/settings', {
      clientNames: 'FULL',
    });
    const { meetingUuid } = await create({ externalAttendees: [{ email: 'one@outside.example' }] });
    await until(meetingUuid, 'SYNCED');
    const event = person.events()[0];
    person.change(event?.id ?? '', {
      attendees: [
        ...(event?.attendees ?? []),
        { email: 'added@outside.example', answer: 'none', optional: false },
      ],
    });
    await staff.put(path(meetingUuid), { externalAttendees: [{ email: 'two@outside.example' }] });
    const emails = () =>
      person
        .events()[0]
        ?.attendees.map((each) => each.email)
        .sort();
    await expect.poll(emails, patience).toEqual(['added@outside.example', 'two@outside.example']);
  });
});

describe('an internal meeting', () => {
  test('of a host without a calendar is NOT_APPLICABLE and stays so', async () => {
    const staff = await (await w.tenant()).as('TENANT_STAFF');
    const { body } = await staff.post('/api/v1/meetings', meetingInput());
    expect(body).toMatchObject({ externalSyncStatus: 'NOT_APPLICABLE', canRetrySync: false });
    const { body: changed } = await staff.put(`/api/v1/meetings/${body.meetingUuid}`, {
      title: 'X',
    });
    expect(changed.externalSyncStatus).toBe('NOT_APPLICABLE');
    const path = `/api/v1/meetings/${body.meetingUuid}`;
    expect((await staff.post(`${path}/sync`)).status).toBe(409);
    expect((await staff.get(`${path}/sync-history`)).body).toEqual({
      meetingUuid: body.meetingUuid,
      externalSyncStatus: 'NOT_APPLICABLE',
      nextTryAt: null,
      attempts: [],
    });
  });

  test('shows its history to those who take part, to nobody else and to no other tenant', async () => {
    const { tenant, create, until, path } = await w.staffWithCalendar('a');
    const { meetingUuid } = await create();
    await until(meetingUuid, 'SYNCED');
    const url = `${path(meetingUuid)}/sync-history`;
    const [stranger, client, admin] = await Promise.all([
      tenant.as('TENANT_STAFF'),
      tenant.as('CLIENT'),
      tenant.as('TENANT_ADMIN'),
    ]);
    const elsewhere = await (await w.tenant()).as('TENANT_ADMIN');
    expect((await stranger.get(url)).status).toBe(403);
    expect((await client.get(url)).status).toBe(403);
    expect((await admin.get(url)).status).toBe(200);
    expect((await elsewhere.get(url)).status).toBe(404);
    expect((await elsewhere.post(`${path(meetingUuid)}/sync`)).status).toBe(404);
    expect((await stranger.post(`${path(meetingUuid)}/sync`)).status).toBe(403);
  });

  test('keeps its last state when the host disconnects, and cannot be retried', async () => {
    const { staff, create, until, read } = await w.staffWithCalendar('a');
    const { meetingUuid } = await create();
    await until(meetingUuid, 'SYNCED');
    await staff.post('/api/v1/calendar/disconnect');
    expect(await read(meetingUuid)).toMatchObject({
      externalSyncStatus: 'SYNCED',
      canRetrySync: false,
    });
  });
});

test('of two replicas that look after the same calendars one writes each meeting', async () => {
  const replica = await replicaServices(w, w.door.url);
  onTestFinished(async () => {
    await replica.calendar.stop();
    await replica.closeDb();
  });
  replica.calendar.start();
  const people = [await w.staffWithCalendar('a'), await w.staffWithCalendar('b')];
  for (const { create, until, email, person, simulator } of people) {
    const made = await Promise.all(Array.from({ length: 10 }, () => create()));
    for (const { meetingUuid } of made) await until(meetingUuid, 'SYNCED');
    const writes = simulator.requests.filter(
      (each) => each.account === email && /^events\.(insert|create)/.test(each.operation),
    );
    expect([writes.length, titles(person).length]).toEqual([10, 10]);
  }
});
