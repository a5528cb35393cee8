import { expect, test } from 'vitest';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();

test('a contact says when it met last and meets next, by which lists are filtered and sorted', async () => {
  const m = await meetingWorld(w);
  const now = Temporal.Now.plainDateTimeISO('UTC').round('second');
  const meet = async (contactUuid: string, hours: number) => {
    const startDateTime = now.add({ hours }).toString();
    const endDateTime = now.add({ hours: hours + 1 }).toString();
    const span = { startDateTime, endDateTime, timezone: 'UTC', externalAttendees: [] };
    return m.meeting({ ...span, contactIds: [contactUuid], staffIds: [] });
  };
  const [soon, later, never] = [await m.contact(), await m.contact(), await m.contact()];
  const last = await meet(soon, -30);
  await meet(soon, -60);
  const next = await meet(soon, 10);
  await meet(soon, 20);
  await meet(later, 30);
  const met = { lastMeetingAt: last.startDateTime, nextMeetingAt: next.startDateTime };
  expect((await m.host.get(`/api/contacts/${soon}`)).body).toMatchObject(met);
  const none = { lastMeetingAt: null, nextMeetingAt: null };
  expect((await m.host.get(`/api/contacts/${never}`)).body).toMatchObject(none);

  const found = async (body: object) => {
    const { content } = (await m.host.post('/api/v2/contacts', body)).body;
    return content.map((each: { contactUuid: string }) => each.contactUuid);
  };
  const has = (field: string, operator: string, value?: string) => ({
    filters: [{ field, operator, ...(value && { value }) }],
  });
  expect(await found(has('nextMeetingAt', 'EQUALS', next.startDateTime))).toEqual([soon]);
  expect(await found(has('lastMeetingAt', 'LESS_THAN', next.startDateTime))).toEqual([soon]);
  const dated = { ...has('nextMeetingAt', 'IS_NOT_NULL'), sort: ['nextMeetingAt,desc'] };
  expect(await found(dated)).toEqual([later, soon]);
  const { body } = await m.host.get('/api/contacts?sort=nextMeetingAt,asc');
  expect(body.content[0]).toMatchObject({ contactUuid: soon, ...met });

  await m.host.post(`${next.path}/cancel`);
  const { nextMeetingAt } = (await m.host.get(`/api/contacts/${soon}`)).body;
  expect(nextMeetingAt).not.toBe(next.startDateTime);
});
