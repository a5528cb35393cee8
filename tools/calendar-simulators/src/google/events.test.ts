import { afterAll, describe, expect, test } from 'vitest';
import { clientA } from '../../test-support/clients.ts';
import { startSimulators } from '../start-simulators.ts';

const simulators = await startSimulators();
afterAll(simulators.close);
const email = 'ana@example.com';
const client = await clientA(simulators, email);
const calendarId = 'primary';

const hour = (start: number) => ({
  start: { dateTime: `2026-12-01T${start}:00:00`, timeZone: 'Europe/Zurich' },
  end: { dateTime: `2026-12-01T${start + 1}:00:00`, timeZone: 'Europe/Zurich' },
});
const refused = (status: number, reason: string) => ({
  status,
  response: { data: { error: { code: status, errors: [expect.objectContaining({ reason })] } } },
});
let number = 0;
const newId = () => {
  number += 1;
  return `event${number}`;
};
const insert = (requestBody: object) => client.events.insert({ calendarId, requestBody });

describe('An event at Google', () => {
  test('keeps the id that the client chose, and refuses it a second time', async () => {
    const id = newId();
    const { data } = await insert({ id, summary: 'Review', ...hour(10) });
    expect(data).toMatchObject({
      id,
      status: 'confirmed',
      summary: 'Review',
      sequence: 0,
      organizer: { email, self: true },
      start: { dateTime: '2026-12-01T10:00:00+01:00', timeZone: 'Europe/Zurich' },
    });
    await expect(insert({ id, ...hour(12) })).rejects.toMatchObject(refused(409, 'duplicate'));
    await client.events.delete({ calendarId, eventId: id });
    await expect(insert({ id, ...hour(12) })).rejects.toMatchObject(refused(409, 'duplicate'));
    await expect(insert({ id: 'NOT-base32', ...hour(9) })).rejects.toMatchObject(
      refused(400, 'invalid'),
    );
  });

  test('is changed by a patch in what it names, and replaced by an update', async () => {
    const id = newId();
    const privately = { extendedProperties: { private: { meeting: '1', other: 'x' } } };
    await insert({ id, summary: 'Old', description: 'Text', ...hour(10), ...privately });
    const patched = await client.events.patch({
      calendarId,
      eventId: id,
      requestBody: {
        ...hour(14),
        extendedProperties: { private: { other: null as unknown as string } },
      },
    });
    expect(patched.data).toMatchObject({
      summary: 'Old',
      description: 'Text',
      sequence: 1,
      extendedProperties: { private: { meeting: '1' } },
    });
    expect(patched.data.extendedProperties?.private).not.toHaveProperty('other');
    const updated = await client.events.update({
      calendarId,
      eventId: id,
      requestBody: { summary: 'New', ...hour(14), sequence: 1 },
    });
    expect(updated.data.description).toBeUndefined();
    const behind = { calendarId, eventId: id, requestBody: { ...hour(14), sequence: 0 } };
    await expect(client.events.update(behind)).rejects.toMatchObject(refused(400, 'invalid'));
  });

  test('is written only over the version that If-Match names', async () => {
    const id = newId();
    const first = await insert({ id, ...hour(10) });
    await client.events.patch({ calendarId, eventId: id, requestBody: { summary: 'Other' } });
    const headers = { 'If-Match': String(first.data.etag) };
    const late = { calendarId, eventId: id, requestBody: { summary: 'Late' } };
    await expect(client.events.patch(late, { headers })).rejects.toMatchObject(
      refused(412, 'conditionNotMet'),
    );
    const { data } = await client.events.get({ calendarId, eventId: id });
    expect(data.summary).toBe('Other');
  });

  test('stays to be seen as cancelled once deleted, and cannot be deleted twice', async () => {
    const id = newId();
    await insert({ id, ...hour(10) });
    await client.events.delete({ calendarId, eventId: id });
    expect((await client.events.get({ calendarId, eventId: id })).data.status).toBe('cancelled');
    await expect(client.events.delete({ calendarId, eventId: id })).rejects.toMatchObject(
      refused(410, 'deleted'),
    );
    await expect(client.events.get({ calendarId, eventId: 'unknown' })).rejects.toMatchObject(
      refused(404, 'notFound'),
    );
  });

  test('lasts whole days with the day after as its end', async () => {
    const { data } = await insert({ start: { date: '2026-12-24' }, end: { date: '2026-12-26' } });
    expect(data).toMatchObject({ start: { date: '2026-12-24' }, end: { date: '2026-12-26' } });
    await expect(
      insert({ start: { date: '2026-12-24' }, end: { date: '2026-12-24' } }),
    ).rejects.toMatchObject(refused(400, 'timeRangeEmpty'));
    await expect(insert({ start: { date: '2026-12-24' } })).rejects.toMatchObject(
      refused(400, 'required'),
    );
  });

  test('takes a time with an offset, and shows it in the zone that is asked for', async () => {
    const start = { dateTime: '2026-07-01T10:00:00Z', timeZone: 'America/Santiago' };
    const { data } = await insert({ start, end: { dateTime: '2026-07-01T12:00:00+01:00' } });
    expect(data.start).toEqual({
      dateTime: '2026-07-01T06:00:00-04:00',
      timeZone: 'America/Santiago',
    });
    const eventId = String(data.id);
    const shown = await client.events.get({ calendarId, eventId, timeZone: 'Asia/Tokyo' });
    expect(shown.data.start?.dateTime).toBe('2026-07-01T19:00:00+09:00');
    const nowhere = { dateTime: '2026-07-01T10:00:00', timeZone: 'Mars/Base' };
    await expect(insert({ start: nowhere, end: nowhere })).rejects.toMatchObject(
      refused(400, 'invalid'),
    );
  });

  test('loses the answer of a guest who is sent back without it', async () => {
    const id = newId();
    await insert({ id, ...hour(10), attendees: [{ email: 'guest@example.com' }] });
    simulators.a.person(email).answer(id, 'guest@example.com', 'accepted');
    const read = await client.events.get({ calendarId, eventId: id });
    expect(read.data.attendees?.[0]?.responseStatus).toBe('accepted');
    const kept = { attendees: read.data.attendees ?? [] };
    const patch = (requestBody: object) =>
      client.events.patch({ calendarId, eventId: id, requestBody });
    expect((await patch(kept)).data.attendees?.[0]?.responseStatus).toBe('accepted');
    const bare = { attendees: [{ email: 'guest@example.com' }] };
    expect((await patch(bare)).data.attendees?.[0]?.responseStatus).toBe('needsAction');
  });

  test('is announced to its guests only when the caller says so', async () => {
    const attendees = [{ email: 'guest@example.com' }, { email }];
    const before = simulators.a.mails.length;
    await insert({ ...hour(10), attendees });
    expect(simulators.a.mails.length).toBe(before);
    const requestBody = { ...hour(10), attendees };
    await client.events.insert({ calendarId, sendUpdates: 'all', requestBody });
    expect(simulators.a.mails.slice(before)).toEqual([
      { to: 'guest@example.com', kind: 'invite', eventId: expect.any(String) },
    ]);
  });

  test('is busy time unless it is transparent or declined', async () => {
    const other = await clientA(simulators, 'bob@example.com');
    const bob = simulators.a.person('bob@example.com');
    const day = (time: string) => `2027-03-01T${time}`;
    bob.create({ title: 'one', start: day('09:00'), end: day('10:00'), zone: 'UTC' });
    bob.create({ title: 'two', start: day('09:30'), end: day('11:00'), zone: 'UTC' });
    bob.create({
      title: 'free',
      start: day('13:00'),
      end: day('14:00'),
      zone: 'UTC',
      showAs: 'free',
    });
    const invited = bob.create({
      title: 'declined',
      start: day('15:00'),
      end: day('16:00'),
      zone: 'UTC',
      organizer: 'ana@example.com',
    });
    bob.answer(invited.id, 'bob@example.com', 'declined');
    const { data } = await other.freebusy.query({
      requestBody: {
        timeMin: '2027-03-01T00:00:00Z',
        timeMax: '2027-03-02T00:00:00Z',
        items: [{ id: 'primary' }, { id: 'nobody@example.com' }],
      },
    });
    expect(data.calendars?.primary?.busy).toEqual([
      { start: '2027-03-01T09:00:00Z', end: '2027-03-01T11:00:00Z' },
    ]);
    expect(data.calendars?.['nobody@example.com']?.errors?.[0]?.reason).toBe('notFound');
  });

  test('is in the one calendar that an account has', async () => {
    const { data } = await client.calendars.get({ calendarId });
    expect(data).toMatchObject({ id: email, timeZone: 'Europe/Zurich' });
    const listed = await client.calendarList.list();
    expect(listed.data.items).toMatchObject([{ id: email, primary: true, accessRole: 'owner' }]);
    await expect(client.calendars.get({ calendarId: 'holidays' })).rejects.toMatchObject(
      refused(404, 'notFound'),
    );
  });

  test('is nobody’s business without a valid token, or with one for something else', async () => {
    const url = `${simulators.a.url}/calendar/v3/calendars/primary/events`;
    const answered = await fetch(url, { headers: { authorization: 'Bearer nonsense' } });
    expect(answered.status).toBe(401);
    expect(await answered.json()).toMatchObject({
      error: { code: 401, errors: [{ reason: 'authError', location: 'Authorization' }] },
    });
    const foreign = { calendarId: 'bob@example.com', eventId: 'x' };
    await expect(client.events.get(foreign)).rejects.toMatchObject(refused(404, 'notFound'));
  });
});
