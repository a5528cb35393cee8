import type { Client } from '@microsoft/microsoft-graph-client';
import { afterAll, describe, expect, test } from 'vitest';
import { clientB, pathOf } from '../../test-support/clients.ts';
import { startSimulators } from '../start-simulators.ts';

const simulators = await startSimulators({ zone: 'Europe/Zurich' });
afterAll(simulators.close);
const email = 'ana@example.com';
const client = await clientB(simulators, email);
const person = simulators.b.person(email);

const west = 'W. Europe Standard Time';
const hour = (start: number) => ({
  start: { dateTime: `2026-12-01T${start}:00:00`, timeZone: west },
  end: { dateTime: `2026-12-01T${start + 1}:00:00`, timeZone: west },
});
const refused = (statusCode: number, code: string) => ({ statusCode, code });
const create = (body: object, prefer = '') =>
  client.api('/me/events').header('Prefer', prefer).post(body);
const read = (id: string, prefer = '') =>
  client.api(`/me/events/${id}`).header('Prefer', prefer).get();

describe('An event at Microsoft', () => {
  test('is made once for a transaction id, however often it is posted', async () => {
    const body = { subject: 'Review', transactionId: 't-1', ...hour(10) };
    const first = await create(body);
    expect((await create(body)).id).toBe(first.id);
    expect(person.events().filter(({ title }) => title === 'Review')).toHaveLength(1);
    await expect(create({ ...body, subject: 'Another' })).rejects.toMatchObject(
      refused(409, 'ErrorDuplicateTransactionId'),
    );
    simulators.b.faults.add({ kind: 'refuse-repeat' });
    await expect(create(body)).rejects.toMatchObject(refused(409, 'ErrorDuplicateTransactionId'));
  });

  test('is told in UTC, or in the zone preferred, by its Windows or its IANA name', async () => {
    const { id, start, originalStartTimeZone } = await create(hour(10));
    expect(start).toEqual({ dateTime: '2026-12-01T09:00:00.0000000', timeZone: 'UTC' });
    expect(originalStartTimeZone).toBe(west);
    const inTokyo = await read(id, 'outlook.timezone="Tokyo Standard Time"');
    expect(inTokyo.start).toEqual({
      dateTime: '2026-12-01T18:00:00.0000000',
      timeZone: 'Tokyo Standard Time',
    });
    const inZurich = await read(id, 'outlook.timezone="Europe/Zurich"');
    expect(inZurich.start.dateTime).toBe('2026-12-01T10:00:00.0000000');
    const odd = { dateTime: '2026-12-01T10:00:00+05:00', timeZone: west };
    const offset = await create({ start: odd, end: odd });
    expect([offset.start.dateTime, offset.originalStartTimeZone]).toEqual([
      '2026-12-01T05:00:00.0000000',
      'UTC',
    ]);
    const nowhere = { dateTime: '2026-12-01T10:00:00', timeZone: 'Mars Standard Time' };
    await expect(create({ start: nowhere, end: nowhere })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test('that lasts all day is at midnight of the zone preferred, or of the mailbox', async () => {
    const at = (day: number) => ({ dateTime: `2026-12-${day}T00:00:00`, timeZone: west });
    const { id } = await create({ isAllDay: true, start: at(24), end: at(26) });
    const midnights = (timeZone: string) => ({
      start: { dateTime: '2026-12-24T00:00:00.0000000', timeZone },
      end: { dateTime: '2026-12-26T00:00:00.0000000', timeZone },
      originalStartTimeZone: west,
    });
    expect(await read(id)).toMatchObject(midnights(west));
    const tokyo = 'Tokyo Standard Time';
    expect(await read(id, `outlook.timezone="${tokyo}"`)).toMatchObject(midnights(tokyo));
  });

  test('is changed in what a PATCH names, over the version that If-Match names', async () => {
    const made = await create({ subject: 'Old', showAs: 'tentative', ...hour(10) });
    const path = `/me/events/${made.id}`;
    const changed = await client.api(path).patch({ subject: 'New' });
    expect(changed).toMatchObject({ subject: 'New', showAs: 'tentative' });
    expect(changed['@odata.etag']).not.toBe(made['@odata.etag']);
    const late = client.api(path).header('If-Match', made['@odata.etag']);
    await expect(late.patch({ subject: 'Late' })).rejects.toMatchObject(
      refused(412, 'ErrorIrresolvableConflict'),
    );
    await client.api(path).delete();
    await expect(read(made.id)).rejects.toMatchObject(refused(404, 'ErrorItemNotFound'));
    await expect(client.api(path).delete()).rejects.toMatchObject({ statusCode: 404 });
    await expect(read('nonsense')).rejects.toMatchObject(refused(400, 'ErrorInvalidIdMalformed'));
  });

  test('takes whole days from midnight to midnight', async () => {
    const midnight = (day: number) => ({ dateTime: `2026-12-${day}T00:00:00`, timeZone: west });
    const made = await create({ isAllDay: true, start: midnight(24), end: midnight(26) });
    expect([made.isAllDay, made.start.dateTime, made.end.dateTime]).toEqual([
      true,
      '2026-12-24T00:00:00.0000000',
      '2026-12-26T00:00:00.0000000',
    ]);
    await expect(create({ isAllDay: true, ...hour(10) })).rejects.toMatchObject(
      refused(400, 'ErrorInvalidAllDayEvent'),
    );
  });

  test('keeps guests’ answers through a change of text, and asks anew when it is moved', async () => {
    const attendees = [{ type: 'required', emailAddress: { address: 'guest@example.com' } }];
    const before = simulators.b.mails.length;
    const { id } = await create({ subject: 'x', ...hour(10), attendees });
    const [event] = person.events().slice(-1);
    person.answer(event?.id ?? '', 'guest@example.com', 'accepted');
    const answerIn = (body: { attendees: { status: { response: string } }[] }) =>
      body.attendees[0]?.status.response;
    const path = `/me/events/${id}`;
    expect(answerIn(await client.api(path).patch({ subject: 'y', attendees }))).toBe('accepted');
    expect(answerIn(await client.api(path).patch(hour(15)))).toBe('none');
    await client.api(`${path}/cancel`).post({ comment: 'Sorry' });
    expect(simulators.b.mails.slice(before).map(({ kind }) => kind)).toEqual([
      'invite',
      'update',
      'update',
      'cancel',
    ]);
  });

  test('from outside can be answered, is marked when its organiser cancels, and cannot be cancelled here', async () => {
    const invitation = () =>
      person.create({
        title: 'Outside',
        start: '2026-12-03T10:00',
        end: '2026-12-03T11:00',
        organizer: 'boss@example.com',
      });
    const shown = async (title: string) =>
      (await client.api('/me/events').top(50).get()).value.find(
        (each: { subject: string }) => each.subject === title,
      );
    const first = invitation();
    const wire = await shown('Outside');
    expect(wire).toMatchObject({
      isOrganizer: false,
      organizer: { emailAddress: { address: 'boss@example.com' } },
      responseStatus: { response: 'notResponded' },
    });
    await client.api(`/me/events/${wire.id}/accept`).post({ sendResponse: false });
    expect((await read(wire.id)).responseStatus.response).toBe('accepted');
    await expect(client.api(`/me/events/${wire.id}/cancel`).post({})).rejects.toMatchObject({
      statusCode: 400,
    });
    person.cancel(first.id);
    expect(await read(wire.id)).toMatchObject({ isCancelled: true, subject: 'Canceled: Outside' });
    invitation();
    const second = await shown('Outside');
    await client.api(`/me/events/${second.id}/decline`).post({});
    await expect(read(second.id)).rejects.toMatchObject({ statusCode: 404 });
  });

  test('gets another id when it is moved to another calendar, unless ids are immutable', async () => {
    const immutable = 'IdType="ImmutableId"';
    const made = await create({ subject: 'Moving', ...hour(10) });
    const [event] = person.events().slice(-1);
    const stable = (await read(made.id, immutable)).id;
    expect(stable).not.toBe(made.id);
    person.moveAway(event?.id ?? '');
    await expect(read(stable, immutable)).rejects.toMatchObject({ statusCode: 404 });
    person.moveBack(event?.id ?? '');
    await expect(read(made.id)).rejects.toMatchObject(refused(404, 'ErrorItemNotFound'));
    const again = await read(stable, immutable);
    expect([again.subject, again.id, again.iCalUId]).toEqual(['Moving', stable, made.iCalUId]);
  });

  test('carries extended properties, shown and found by their name', async () => {
    const id = 'String {66f5a359-4659-4830-9070-00047ec6ac6e} Name Meeting';
    const property = { id, value: '42' };
    const made = await create({ ...hour(10), singleValueExtendedProperties: [property] });
    expect(made).not.toHaveProperty('singleValueExtendedProperties');
    const expand = `singleValueExtendedProperties($filter=id eq '${id}')`;
    const shown = await client.api(`/me/events/${made.id}`).expand(expand).get();
    expect(shown.singleValueExtendedProperties).toEqual([property]);
    const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${id}' and ep/value eq '42')`;
    const found = await client.api('/me/events').filter(filter).get();
    expect(found.value.map((each: { id: string }) => each.id)).toEqual([made.id]);
    const byUid = await client.api('/me/events').filter(`iCalUId eq '${made.iCalUId}'`).get();
    expect(byUid.value).toHaveLength(1);
  });

  test('has its text wrapped into a document, or told as plain text', async () => {
    const made = await create({
      ...hour(10),
      body: { contentType: 'html', content: '<p>Hi &amp; bye</p>' },
    });
    expect(made.body.content).toMatch(/^<html>[\s\S]*<p>Hi &amp; bye<\/p>/);
    const text = await read(made.id, 'outlook.body-content-type="text"');
    expect(text.body).toEqual({ contentType: 'text', content: 'Hi & bye' });
    expect(text.bodyPreview).toBe('Hi & bye');
  });
});

test('A series is told by its pattern, whatever kind it is', async () => {
  const range = { type: 'numbered', numberOfOccurrences: 3, startDate: '2026-12-01' };
  const patterns = {
    daily: { type: 'daily', interval: 2 },
    weekly: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday', 'thursday'] },
    absoluteMonthly: { type: 'absoluteMonthly', interval: 1, dayOfMonth: 1 },
    relativeMonthly: {
      type: 'relativeMonthly',
      interval: 1,
      daysOfWeek: ['tuesday'],
      index: 'first',
    },
    absoluteYearly: { type: 'absoluteYearly', interval: 1, month: 12, dayOfMonth: 1 },
    relativeYearly: {
      type: 'relativeYearly',
      interval: 1,
      month: 12,
      daysOfWeek: ['tuesday'],
      index: 'first',
    },
  };
  const days: Record<string, string[]> = {};
  for (const [name, pattern] of Object.entries(patterns)) {
    const other = await clientB(simulators, `${name}@example.com`);
    const made = await other
      .api('/me/events')
      .post({ ...hour(10), recurrence: { pattern, range } });
    expect(made).toMatchObject({ type: 'seriesMaster', recurrence: { pattern, range } });
    days[name] = await daysOf(other);
  }
  expect(days).toEqual({
    daily: ['2026-12-01', '2026-12-03', '2026-12-05'],
    weekly: ['2026-12-01', '2026-12-03', '2026-12-08'],
    absoluteMonthly: ['2026-12-01', '2027-01-01', '2027-02-01'],
    relativeMonthly: ['2026-12-01', '2027-01-05', '2027-02-02'],
    absoluteYearly: ['2026-12-01', '2027-12-01', '2028-12-01'],
    relativeYearly: ['2026-12-01', '2027-12-07', '2028-12-05'],
  });
});

test('A calendar view is paged by links, and names its window', async () => {
  const other = await clientB(simulators, 'view@example.com');
  for (let day = 1; day <= 5; day += 1)
    simulators.b.person('view@example.com').create({
      title: `Day ${day}`,
      start: `2026-12-0${day}T10:00`,
      end: `2026-12-0${day}T11:00`,
    });
  const query = { startDateTime: '2026-12-02T00:00:00Z', endDateTime: '2026-12-30T00:00:00Z' };
  const first = await other.api('/me/calendarView').query(query).top(3).get();
  const second = await other.api(pathOf(first['@odata.nextLink'])).get();
  const subjects = [...first.value, ...second.value].map(({ subject }) => subject);
  expect(subjects).toEqual(['Day 2', 'Day 3', 'Day 4', 'Day 5']);
  expect(second).not.toHaveProperty('@odata.nextLink');
  await expect(other.api('/me/calendarView').get()).rejects.toMatchObject({ statusCode: 400 });
});

test('An account says who it is and in which zone', async () => {
  expect(await client.api('/me').get()).toMatchObject({ mail: email, displayName: 'Ana' });
  expect(await client.api('/me/mailboxSettings').get()).toEqual({ timeZone: west });
  expect((await client.api('/me/calendar').get()).owner.address).toBe(email);
  const answered = await fetch(`${simulators.b.url}/v1.0/me`);
  expect(answered.status).toBe(401);
  expect(await answered.json()).toMatchObject({
    error: { code: 'InvalidAuthenticationToken', innerError: { 'request-id': expect.any(String) } },
  });
});

test('A schedule shows who is busy when, and of whom nothing is known', async () => {
  const day = (time: string) => ({ dateTime: `2027-03-01T${time}`, timeZone: 'UTC' });
  const busy = simulators.b.person('busy@example.com');
  const entry = { title: 'x', zone: 'UTC', start: '2027-03-01T09:00', end: '2027-03-01T10:00' };
  busy.create(entry);
  busy.create({ ...entry, start: '2027-03-01T10:30', end: '2027-03-01T11:00', showAs: 'oof' });
  const { value } = await client.api('/me/calendar/getSchedule').post({
    schedules: ['busy@example.com', 'nobody@example.com'],
    startTime: day('08:30:00'),
    endTime: day('11:00:00'),
    availabilityViewInterval: 30,
  });
  expect(value[0].availabilityView).toBe('02203');
  expect(value[0].scheduleItems[1]).toMatchObject({ status: 'oof' });
  expect(value[1].error.responseCode).toBe('ErrorMailRecipientNotFound');
});

async function daysOf(other: Client): Promise<string[]> {
  const query = { startDateTime: '2026-11-01T00:00:00Z', endDateTime: '2030-01-01T00:00:00Z' };
  const { value } = await other.api('/me/calendarView').query(query).get();
  return value.map((each: { start: { dateTime: string } }) => each.start.dateTime.slice(0, 10));
}
