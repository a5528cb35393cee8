import { describe, expect, test } from 'vitest';
import { calendarWorld, eachProvider, patience } from '../../../test-support/calendar-world.ts';
import { dated } from '../../../test-support/dated.ts';

const w = await calendarWorld();
async function addressOf(userUuid: string): Promise<string> {
  const [account] = await w.db.asPlatform(
    (tx) => tx<{ email: string }[]>`select email from accounts where user_uuid = ${userUuid}`,
  );
  return account?.email ?? '';
}

const times = { start: dated('2027-03-10T10:00'), end: dated('2027-03-10T11:00') };

describe.each(eachProvider)(
  'a meeting with a colleague, both connected to $provider',
  ({ kind }) => {
    test('stays one meeting although the colleague has the copy of the provider and the mailed one', async () => {
      const title = `Together by ${kind}`;
      const host = await w.staffWithCalendar(kind);
      const colleague = await w.staffWithCalendar(kind, host.tenant);
      const staffUuid = colleague.staff.identity['x-user-id'] ?? '';
      // Their calendar is that of the address to which the firm writes.
      const address = await addressOf(staffUuid);
      const { person } = await w.connect(colleague.staff, kind, address);
      await colleague.pull();
      const input = { title, staffIds: [staffUuid] };
      const { meetingUuid } = await host.create(input);
      await host.until(meetingUuid, 'SYNCED');
      const mailed = () => w.mails.find(({ calendar }) => calendar?.content.includes(title));
      await expect.poll(() => mailed()?.calendar?.method, patience).toBe('REQUEST');
      const uid = /UID:(\S+)/.exec((mailed()?.calendar?.content ?? '').replace(/\r\n /g, ''))?.[1];
      const [event] = host.person.events();
      if (kind === 'a') expect(uid).toBe(event?.iCalUid);
      // The copy that the colleague's mail client makes of the invitation, unless it has that UID already.
      const known = person.events().some(({ iCalUid }) => iCalUid === uid);
      expect(known).toBe(kind === 'a');
      const mailedCopy = {
        ...times,
        title,
        organizer: 'atrium@firm.example',
        iCalUid: uid ?? '',
      };
      if (!known) person.create(mailedCopy);
      for (let again = 0; again < 2; again += 1) await colleague.pull();
      expect((await colleague.meetings()).map((each) => each.meetingUuid)).toEqual([meetingUuid]);
      // Another client adds the mail's event although the provider's own copy is there.
      person.create(mailedCopy);
      await colleague.pull();
      expect((await colleague.meetings()).map((each) => each.meetingUuid)).toEqual([meetingUuid]);
    });

    test('made over there is one meeting, and the answer given in the copy is known here', async () => {
      const host = await w.staffWithCalendar(kind);
      const colleague = await w.staffWithCalendar(kind, host.tenant);
      await host.pull();
      await colleague.pull();
      host.person.create({ ...times, title: 'Over there', attendees: [colleague.email] });
      const meeting = await host.onlyMeeting();
      await colleague.pull();
      await expect
        .poll(async () => (await colleague.meetings()).map((each) => each.meetingUuid), patience)
        .toEqual([meeting.meetingUuid]);
      const [copy] = colleague.person.events();
      colleague.person.answer(copy?.id ?? '', colleague.email, 'accepted');
      await colleague.pull();
      await host.pull();
      await expect
        .poll(
          async () => (await host.read(meeting.meetingUuid)).participants[0].rsvpStatus,
          patience,
        )
        .toBe('ACCEPTED');
    });
  },
);

test('the UID that was mailed stays when a calendar is connected or let go later', async () => {
  const { staff, create, until, path } = await w.staffWithCalendar('a');
  const email = 'uid@outside.example';
  const uids = () =>
    w.mails
      .filter(({ to }) => to === email)
      .map(({ calendar }) => /UID:(\S+)/.exec(calendar?.content.replace(/\r\n /g, '') ?? '')?.[1]);
  const { meetingUuid } = await create({ externalAttendees: [{ email }] });
  await until(meetingUuid, 'SYNCED');
  await staff.post('/api/v1/calendar/disconnect');
  await staff.put(path(meetingUuid), { title: 'Renamed' });
  await expect.poll(() => uids().length, patience).toBe(2);
  await w.connect(staff, 'b');
  await staff.put(path(meetingUuid), { title: 'Renamed again' });
  await expect.poll(() => uids().length, patience).toBe(3);
  expect(new Set(uids()).size).toBe(1);
  expect(uids()[0]).toMatch(/^atrium[0-9a-f]{32}@google\.com$/);
});
