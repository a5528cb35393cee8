import { describe, expect, test } from 'vitest';
import { meetingWorld, uuidOf, withoutMailState } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import { recordRsvp } from './rsvp/record-rsvp.ts';

const w = await world();
const m = await meetingWorld(w);
type Person = {
  participantUuid: string;
  participantType: string;
  rsvpStatus: string;
  email: string;
};

const answer = (meetingUuid: string, participantUuid: string, status: 'ACCEPTED' | 'DECLINED') =>
  w.db.asTenant(m.tenant.tenantUuid, system, (tx) =>
    recordRsvp(tx, { meetingUuid, participantUuid, status, source: 'LINK' }),
  );
const answers = (people: Person[]) => people.map((each) => each.rsvpStatus);
const eventsOf = (meetingUuid: string) =>
  w.db.asTenant(
    m.tenant.tenantUuid,
    system,
    (tx) => tx<{ eventType: string; attributes: Record<string, string> }[]>`
      select event_type, attributes from events where entity_id = ${meetingUuid} order by event_uuid`,
  );
const sequenceOf = async (meetingUuid: string) => {
  const [row] = await w.db.asTenant(
    m.tenant.tenantUuid,
    system,
    (tx) => tx`select sequence from meetings where meeting_uuid = ${meetingUuid}`,
  );
  return row?.sequence;
};

describe('changing a meeting', () => {
  test('leaves what is absent and clears what is null', async () => {
    const meeting = await m.meeting({ description: 'Cartera', meetingPassword: 'abc' });
    const { status, body, headers } = await m.host.put(meeting.path, {
      title: 'Revisión',
      description: null,
      timezone: 'Europe/Madrid',
    });
    expect(status).toBe(200);
    expect(headers.etag).toBe('"2"');
    expect(body).toMatchObject({
      title: 'Revisión',
      description: null,
      meetingPassword: 'abc',
      internalNotes: 'quiere vender',
      startDateTime: '2030-05-06T10:00:00',
      timezone: 'Europe/Madrid',
      attendeeCount: 3,
      version: 2,
    });
  });

  test('that changes nothing is no edit', async () => {
    const meeting = await m.meeting();
    const same = { ...m.input(), staffIds: [uuidOf(m.colleague)], allDay: null };
    const { body } = await m.host.put(meeting.path, same);
    expect(withoutMailState(body)).toEqual(withoutMailState({ ...meeting, path: undefined }));
    expect((await eventsOf(meeting.meetingUuid)).map((each) => each.eventType)).toEqual([
      'meeting.created',
    ]);
  });

  test('replaces the people of a kind, and who stays keeps the answer', async () => {
    const meeting = await m.meeting({
      externalAttendees: [{ email: 'stays@example.com' }, { email: 'goes@example.com' }],
    });
    for (const { participantUuid } of meeting.participants)
      await answer(meeting.meetingUuid, participantUuid, 'ACCEPTED');
    const { body } = await m.host.put(meeting.path, {
      externalAttendees: [
        { email: 'STAYS@example.com', name: 'Sofía' },
        { email: 'new@example.com' },
      ],
    });
    const people = body.participants.map((each: Person & { name: string }) => [
      each.participantType,
      each.rsvpStatus,
    ]);
    expect(people).toEqual([
      ['CONTACT', 'ACCEPTED'],
      ['TENANT_STAFF', 'ACCEPTED'],
      ['EXTERNAL', 'ACCEPTED'],
      ['EXTERNAL', 'UNKNOWN'],
    ]);
    expect(body.participants[2]).toMatchObject({ email: 'STAYS@example.com', name: 'Sofía' });
    expect(body.participants[2].participantUuid).toBe(meeting.participants[2].participantUuid);
    const emptied = await m.host.put(meeting.path, { contactIds: [], staffIds: null });
    expect(emptied.body.attendeeCount).toBe(2);
    expect((await m.client.get(meeting.path)).status).toBe(403);
    expect((await m.colleague.get(meeting.path)).status).toBe(403);
  });

  test('who was removed and comes back is a new participant', async () => {
    const meeting = await m.meeting();
    await m.host.put(meeting.path, { staffIds: [] });
    const { body } = await m.host.put(meeting.path, { staffIds: [uuidOf(m.colleague)] });
    const uuids = (people: Person[]) =>
      people
        .filter((each) => each.participantType === 'TENANT_STAFF')
        .map((each) => each.participantUuid);
    expect(uuids(body.participants)).toHaveLength(1);
    expect(uuids(body.participants)).not.toEqual(uuids(meeting.participants));
  });

  test('keeps a participant who has left the firm since', async () => {
    const contactUuid = await m.contact();
    const meeting = await m.meeting({ contactIds: [contactUuid] });
    await m.host.delete(`/api/contacts/${contactUuid}`);
    const { status, body } = await m.host.put(meeting.path, {
      contactIds: [contactUuid, m.contactUuid],
    });
    expect([status, body.attendeeCount]).toEqual([200, 4]);
  });

  test.each([
    ['a later start', { startDateTime: '2030-05-06T10:15:00' }, ['UNKNOWN', 'UNKNOWN', 'UNKNOWN']],
    ['another zone', { timezone: 'Europe/Madrid' }, ['UNKNOWN', 'UNKNOWN', 'UNKNOWN']],
    ['a whole day', { allDay: true }, ['UNKNOWN', 'UNKNOWN', 'UNKNOWN']],
    [
      'another name of the same zone',
      { timezone: 'America/New_York' },
      ['ACCEPTED', 'ACCEPTED', 'ACCEPTED'],
    ],
    ['another title', { title: 'Otra' }, ['ACCEPTED', 'ACCEPTED', 'ACCEPTED']],
    ['the same times', { startDateTime: '2030-05-06T10:00' }, ['ACCEPTED', 'ACCEPTED', 'ACCEPTED']],
  ])('%s: the answers are then %s', async (_what, changes, expected) => {
    const meeting = await m.meeting();
    for (const { participantUuid } of meeting.participants)
      await answer(meeting.meetingUuid, participantUuid, 'ACCEPTED');
    // In May Santiago's and New York's clocks show the same.
    const { body } = await m.host.put(meeting.path, changes);
    expect(answers(body.participants)).toEqual(expected);
  });

  test.each([
    ['the title', { title: 'Otra' }, 1],
    ['the time', { endDateTime: '2030-05-06T12:00' }, 1],
    ['the place', { locationDetail: 'Apoquindo 3000' }, 1],
    ['who is no longer invited', { externalAttendees: [] }, 1],
    [
      'who is invited as well',
      { externalAttendees: [{ email: 'guest@example.com' }, { email: 'b@example.com' }] },
      0,
    ],
    ['notes', { internalNotes: 'no', description: 'sí', meetingPassword: 'x' }, 0],
  ])('raises the iCalendar sequence for guests: %s', async (_what, changes, sequence) => {
    const meeting = await m.meeting();
    await m.host.put(meeting.path, changes);
    expect(await sequenceOf(meeting.meetingUuid)).toBe(sequence);
  });

  test.each([
    ['an end before the start that is there', { endDateTime: '2030-05-06T09:00' }, 'endDateTime'],
    ['no start', { startDateTime: null }, 'startDateTime'],
    ['no zone', { timezone: null }, 'timezone'],
    [
      'an unknown contact',
      { contactIds: ['00000000-0000-4000-8000-000000000000'] },
      'contactIds[0]',
    ],
    [
      'a guest’s phone',
      { externalAttendees: [{ email: 'g@example.com', countryCode: 'CL', phone: '1' }] },
      'externalAttendees[0].phone',
    ],
  ])('refuses %s and changes nothing', async (_what, changes, field) => {
    const meeting = await m.meeting();
    const { status, body } = await m.host.put(meeting.path, { title: 'Otra', ...changes });
    expect([status, body.errors[0].field]).toEqual([400, field]);
    const { body: after } = await m.host.get(meeting.path);
    expect(withoutMailState(after)).toEqual(withoutMailState({ ...meeting, path: undefined }));
  });

  test('is for the host alone', async () => {
    const meeting = await m.meeting();
    const elsewhere = await (await w.tenant()).as('TENANT_STAFF');
    for (const [caller, status] of [
      [m.colleague, 403],
      [m.stranger, 403],
      [m.admin, 403],
      [m.client, 403],
      [elsewhere, 404],
      [w.anonymous, 401],
    ] as const) {
      expect((await caller.put(meeting.path, { title: 'x' })).status).toBe(status);
      expect((await caller.post(`${meeting.path}/cancel`)).status).toBe(status);
      const isInvited = caller === m.colleague || caller === m.client;
      expect((await caller.delete(`${meeting.path}/calendar-visibility`)).status).toBe(
        isInvited ? 409 : status,
      );
    }
    expect((await m.host.get(meeting.path)).body).toMatchObject({
      title: 'Revisión anual',
      status: 'ACTIVE',
    });
  });

  test('tells what it is based on, if it wants to', async () => {
    const meeting = await m.meeting();
    const put = (ifMatch: string) =>
      m.host.put(meeting.path, { title: ifMatch }, { 'if-match': ifMatch });
    expect((await put('"1"')).status).toBe(200);
    const { status, body } = await put('"1"');
    expect([status, body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await put('W/"9"')).status).toBe(412);
    expect((await put('nonsense')).status).toBe(412);
    expect((await put('"9", "2"')).status).toBe(200);
    expect((await put('*')).status).toBe(200);
    const cancel = await m.host.post(`${meeting.path}/cancel`, undefined, { 'if-match': '"1"' });
    expect(cancel.status).toBe(412);
  });

  test('is recorded without anybody’s name', async () => {
    const meeting = await m.meeting();
    await m.host.put(meeting.path, { title: 'Otra', staffIds: [] });
    await m.host.post(`${meeting.path}/cancel`);
    const events = await eventsOf(meeting.meetingUuid);
    expect(events.map((each) => [each.eventType, each.attributes])).toEqual([
      [
        'meeting.created',
        {
          hostUuid: uuidOf(m.host),
          source: 'INTERNAL',
          locationType: 'ONLINE',
          participantCount: '3',
        },
      ],
      [
        'meeting.updated',
        expect.objectContaining({
          fieldCount: '1',
          addedCount: '0',
          removedCount: '1',
          moved: 'false',
        }),
      ],
      ['meeting.canceled', expect.objectContaining({ participantCount: '2' })],
    ]);
  });
});

describe('canceling a meeting', () => {
  test('ends it: no edit, no answer, and it can be taken out of view', async () => {
    const meeting = await m.meeting();
    const early = await m.host.delete(`${meeting.path}/calendar-visibility`);
    expect([early.status, early.body.code]).toEqual([409, 'MEETING_ACTIVE']);
    const { status, body } = await m.host.post(`${meeting.path}/cancel`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'CANCELED',
      canEdit: false,
      canCancel: false,
      canResend: false,
      canRemoveFromCalendar: true,
    });
    const edit = await m.host.put(meeting.path, { title: 'x' });
    expect([edit.status, edit.body.code]).toEqual([409, 'MEETING_CANCELED']);
    const [person] = meeting.participants;
    await expect(answer(meeting.meetingUuid, person.participantUuid, 'ACCEPTED')).rejects.toThrow(
      /canceled/,
    );

    expect((await m.host.delete(`${meeting.path}/calendar-visibility`)).status).toBe(204);
    expect((await m.host.delete(`${meeting.path}/calendar-visibility`)).status).toBe(204);
    const listed = async (query = '') =>
      (await m.host.get(`/api/v1/meetings${query}`)).body.meetings.map(
        (each: { meetingUuid: string }) => each.meetingUuid,
      );
    expect(await listed()).not.toContain(meeting.meetingUuid);
    expect(await listed('?includeHidden=true')).toContain(meeting.meetingUuid);
    expect((await m.host.get(meeting.path)).status).toBe(200);
    const colleagues = await m.colleague.get('/api/v1/meetings?status=CANCELED');
    expect(JSON.stringify(colleagues.body)).toContain(meeting.meetingUuid);
  });

  test('twice is done once', async () => {
    const meeting = await m.meeting();
    const [first, second] = [
      await m.host.post(`${meeting.path}/cancel`),
      await m.host.post(`${meeting.path}/cancel`),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(withoutMailState(second.body)).toEqual(withoutMailState(first.body));
    expect(await sequenceOf(meeting.meetingUuid)).toBe(1);
    const events = (await eventsOf(meeting.meetingUuid)).map((each) => each.eventType);
    expect(events).toEqual(['meeting.created', 'meeting.canceled']);
  });
});

describe('a meeting that is organised elsewhere', () => {
  test('is changed there: its host reads it and no more', async () => {
    const meeting = await m.meeting();
    await w.db.asTenant(
      m.tenant.tenantUuid,
      system,
      (tx) => tx`
      update meetings set externally_organized = true, source = 'PROVIDER_A', organizer_email = 'o@example.com'
       where meeting_uuid = ${meeting.meetingUuid}`,
    );
    const { body } = await m.host.get(meeting.path);
    expect(body).toMatchObject({
      externallyOrganized: true,
      showExternalCalendarIcon: true,
      organizerEmail: 'o@example.com',
      canEdit: false,
      canCancel: false,
      canResend: false,
    });
    const edit = await m.host.put(meeting.path, { title: 'x' });
    expect([edit.status, edit.body.code]).toEqual([409, 'EXTERNALLY_ORGANIZED']);
    expect((await m.host.post(`${meeting.path}/cancel`)).status).toBe(409);
  });
});

describe('an answer', () => {
  test('is refused once the meeting is over, and by who is not invited', async () => {
    const past = await m.meeting({
      startDateTime: '2020-05-06T10:00',
      endDateTime: '2020-05-06T11:00',
    });
    const other = await m.meeting();
    const [person] = past.participants;
    await expect(answer(past.meetingUuid, person.participantUuid, 'ACCEPTED')).rejects.toThrow(
      /over/,
    );
    await expect(answer(other.meetingUuid, person.participantUuid, 'ACCEPTED')).rejects.toThrow(
      /participant/,
    );
    await m.host.put(other.path, { contactIds: [] });
    await expect(
      answer(other.meetingUuid, other.participants[0].participantUuid, 'ACCEPTED'),
    ).rejects.toThrow(/participant/);
  });

  test('given again is no news, and can change', async () => {
    const meeting = await m.meeting();
    const { participantUuid } = meeting.participants[2];
    for (const status of ['ACCEPTED', 'ACCEPTED', 'DECLINED'] as const)
      await answer(meeting.meetingUuid, participantUuid, status);
    const events = (await eventsOf(meeting.meetingUuid)).slice(1);
    expect(events.map((each) => each.attributes)).toEqual(
      ['ACCEPTED', 'DECLINED'].map((rsvpStatus) => ({
        participantUuid,
        participantType: 'EXTERNAL',
        rsvpStatus,
        source: 'LINK',
      })),
    );
    const { body } = await m.host.get(meeting.path);
    expect(body.participants[2]).toMatchObject({ rsvpStatus: 'DECLINED', canResend: false });
  });
});
