import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replyMail } from '../../../test-support/calendar-replies.ts';
import { meetingWorld, uuidOf } from '../../../test-support/meeting-world.ts';
import { mailedLinks } from '../../../test-support/rsvp-links.ts';
import { world } from '../../../test-support/world.ts';
import { takeAnswers } from '../../calendar/import/answers.ts';
import type { ProviderEvent } from '../../calendar/providers/provider.ts';
import { system } from '../../database/principal.ts';
import { nobody } from '../meeting-access.ts';
import { findMeeting } from '../queries.ts';

const w = await world({ INBOUND_MAIL_SECRET: 'a long shared secret' });
const m = await meetingWorld(w);
const colleague = uuidOf(m.colleague);
const headers = {
  'content-type': 'message/rfc822',
  'x-inbound-mail-secret': 'a long shared secret',
};

/** An answer of the colleague: by which way it comes, and how many minutes before now it was written. */
type Answer = {
  way: 'MAIL' | 'CALENDAR' | 'LINK' | 'USER';
  status: 'ACCEPTED' | 'DECLINED' | 'UNKNOWN';
  minutesAgo: number;
};

const answers: fc.Arbitrary<Answer[]> = fc.array(
  fc.oneof(
    fc.record({
      way: fc.constantFrom('MAIL' as const, 'CALENDAR' as const),
      status: fc.constantFrom('ACCEPTED' as const, 'DECLINED' as const, 'UNKNOWN' as const),
      minutesAgo: fc.integer({ min: 1, max: 100 }),
    }),
    // What is said here is written as it comes.
    fc.record({
      way: fc.constantFrom('LINK' as const, 'USER' as const),
      status: fc.constantFrom('ACCEPTED' as const, 'DECLINED' as const),
      minutesAgo: fc.constant(0),
    }),
  ),
  { minLength: 2, maxLength: 6 },
);

/** Returns the answer that was written last; of two of one minute that which came later. */
const lastOf = (given: readonly Answer[]) =>
  given.reduce((last, each) => (each.minutesAgo <= last.minutesAgo ? each : last));

async function give(meeting: Awaited<ReturnType<typeof m.meeting>>, link: URL, answer: Answer) {
  const { way, status, minutesAgo } = answer;
  const { email, participantUuid } = meeting.participants.find(
    (each: { participantEntityUuid: string }) => each.participantEntityUuid === colleague,
  );
  if (way === 'USER') await m.colleague.put(`${meeting.path}/rsvp`, { status });
  if (way === 'LINK') {
    const path = `${meeting.path}/participants/${participantUuid}/rsvp`;
    await w.anonymous.put(`${path}?token=${link.searchParams.get('token')}`, { status });
  }
  if (way === 'MAIL') {
    const partstat = status === 'UNKNOWN' ? 'TENTATIVE' : status;
    const uid = `${meeting.meetingUuid}@atrium`;
    const mail = replyMail({ uid, from: email, partstat, minutesAgo });
    await w.anonymous.post('/api/v1/meetings/inbound-mail', mail, headers);
  }
  if (way === 'CALENDAR') {
    // A mail tells the second: else one of the same moment would have been written before.
    const at = Temporal.Now.instant().subtract({ minutes: minutesAgo });
    const answeredAt = at.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString();
    const guests = [{ email, name: null, answer: status, answeredAt }];
    const event = { updatedAt: answeredAt, details: { guests } } as unknown as ProviderEvent;
    const before = { [email]: status === 'ACCEPTED' ? 'DECLINED' : 'ACCEPTED' } as const;
    await w.db.asTenant(m.tenant.tenantUuid, system, async (tx) => {
      const found = await findMeeting(tx, nobody, meeting.meetingUuid);
      if (found) await takeAnswers(tx, { client: { clockAheadMs: () => 0 } }, found, before, event);
    });
  }
}

test('of answers in any order and by any way the one that was written last stands', async () => {
  const meeting = await m.meeting();
  const { email } = meeting.participants.find(
    (each: { participantEntityUuid: string }) => each.participantEntityUuid === colleague,
  );
  const [link] = await mailedLinks(w, meeting, email);
  await fc.assert(
    fc.asyncProperty(answers, async (given) => {
      // Another time forgets what was answered before.
      await m.host.put(meeting.path, { endDateTime: '2030-05-06T12:00:00' });
      await m.host.put(meeting.path, { endDateTime: '2030-05-06T11:00:00' });
      const { sequence } = await w.db.asTenant(m.tenant.tenantUuid, system, async (tx) => {
        await tx`update meetings set time_sequence = 0 where meeting_uuid = ${meeting.meetingUuid}`;
        return (await findMeeting(tx, nobody, meeting.meetingUuid)) ?? { sequence: 0 };
      });
      expect(sequence).toBeGreaterThan(0);
      for (const answer of given) await give(meeting, link, answer);
      const { participants } = (await m.host.get(meeting.path)).body;
      const own = participants.find((each: { email: string }) => each.email === email);
      expect(own.rsvpStatus).toBe(lastOf(given).status);
    }),
    { numRuns: 25 },
  );
});
