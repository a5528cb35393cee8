import { describe, expect, test } from 'vitest';
import {
  calendarWorld,
  eachProvider,
  type Kind,
  patience,
} from '../../../test-support/calendar-world.ts';
import { dated } from '../../../test-support/dated.ts';

const w = await calendarWorld();
const secret = /surgery|clinic|doctor|anaesthetist/i;
const flags = (kind: Kind, isPrivate: boolean) =>
  kind === 'a'
    ? { visibility: isPrivate ? 'private' : 'default' }
    : { sensitivity: isPrivate ? 'private' : 'normal' };

/** All that is kept of a meeting anywhere, as one text. */
async function keptOf(meetingUuid: string): Promise<string> {
  const rows = await w.db.asPlatform(
    (tx) => tx<{ text: string }[]>`
      select to_jsonb(m)::text as text from meetings m where m.meeting_uuid = ${meetingUuid}
      union all
      select to_jsonb(l)::text from calendar_links l where l.meeting_uuid = ${meetingUuid}
      union all
      select to_jsonb(h)::text from record_history h where h.entity_uuid = ${meetingUuid}`,
  );
  return rows.map(({ text }) => text).join('\n');
}

describe.each(eachProvider)('an event of $provider that is set private', ({ kind }) => {
  test('after it was taken in leaves a block of time, which follows it, and nothing else', async () => {
    const { tenant, staff, person, onlyMeeting, path, read, pull } =
      await w.staffWithCalendar(kind);
    await pull();
    const { id, extra } = person.create({
      title: 'Team lunch',
      description: 'Who comes?',
      start: dated('2027-03-10T10:00'),
      end: dated('2027-03-10T11:00'),
      location: 'Canteen',
      attendees: ['anaesthetist@outside.example'],
    });
    const { meetingUuid } = await onlyMeeting();
    expect((await staff.put(path(meetingUuid), { isPersonal: false })).status).toBe(200);
    const admin = await tenant.as('TENANT_ADMIN');
    person.change(id, {
      title: 'Surgery',
      description: 'At the clinic',
      location: 'Clinic',
      extra: { ...extra, ...flags(kind, true) },
    });
    const seen = async () => (await admin.get(`/api/v1/meetings/${meetingUuid}`)).body;
    await expect.poll(async () => (await seen()).title, patience).toBe('Private');
    expect(await seen()).toMatchObject({
      status: 'ACTIVE',
      description: null,
      locationDetail: null,
      participants: [],
      organizerEmail: null,
    });
    person.change(id, { title: 'Surgery with the doctor' });
    person.move(id, dated('2027-03-11T09:00'));
    await expect
      .poll(async () => (await read(meetingUuid)).startDateTime, patience)
      .toBe(dated('2027-03-11T09:00:00'));
    expect(JSON.stringify(await seen())).not.toMatch(secret);
    expect(await keptOf(meetingUuid)).not.toMatch(secret);
    const history = `/api/history?entityType=MEETING&entityUuid=${meetingUuid}`;
    expect((await admin.get(history)).body.content).toContainEqual(
      expect.objectContaining({ field: 'startDateTime', after: dated('2027-03-11T09:00:00') }),
    );

    person.change(id, { title: 'Back at work', extra: { ...extra, ...flags(kind, false) } });
    await expect.poll(async () => (await read(meetingUuid)).title, patience).toBe('Back at work');
    expect((await read(meetingUuid)).participants).toHaveLength(1);
  });

  test('though its meeting was made here keeps the texts of the meeting and follows its time', async () => {
    const { person, create, until, read, pull, staff, path } = await w.staffWithCalendar(kind);
    await pull();
    const email = `kept-${kind}@outside.example`;
    const made = await create({ title: 'Portfolio', externalAttendees: [{ email }] });
    await until(made.meetingUuid, 'SYNCED');
    const mails = () => w.mails.filter(({ to }) => to === email).length;
    await expect.poll(mails, patience).toBe(1);
    const { id, extra } = person.events()[0] ?? { id: '', extra: {} };
    const hidden = { ...extra, ...flags(kind, true) };
    person.change(id, { title: 'Surgery', location: 'Clinic', extra: hidden });
    await pull();
    expect(await read(made.meetingUuid)).toMatchObject({
      title: 'Portfolio',
      locationDetail: 'Apoquindo 3000',
    });
    expect(mails()).toBe(1);
    person.move(id, dated('2027-03-11T09:00'));
    await expect
      .poll(async () => (await read(made.meetingUuid)).startDateTime, patience)
      .toBe(dated('2027-03-11T09:00:00'));
    await staff.put(path(made.meetingUuid), { meetingInformation: 'Only here' });
    await pull();
    expect(await read(made.meetingUuid)).toMatchObject({ title: 'Portfolio', status: 'ACTIVE' });
    expect(await keptOf(made.meetingUuid)).not.toMatch(secret);
  });
});
