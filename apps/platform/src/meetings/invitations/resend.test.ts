import { beforeEach, describe, expect, test } from 'vitest';
import { meetingWorld } from '../../../test-support/meeting-world.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let m: Awaited<ReturnType<typeof meetingWorld>>;
let meeting: Awaited<ReturnType<(typeof m)['meeting']>>;

beforeEach(async () => {
  m = await meetingWorld(w);
  meeting = await m.meeting();
  await sent(3);
});

/** The tenant's mails once there are so many of them. */
async function sent(count: number) {
  const mails = () => w.mails.filter((mail) => mail.tenantUuid === m.tenant.tenantUuid);
  await expect.poll(() => mails().length).toBe(count);
  return mails();
}

type Participant = { participantUuid: string; email: string | null; participantType: string };
const participant = (type: string): Participant =>
  meeting.participants.find((each: Participant) => each.participantType === type);
const resend = (by = m.host) => by.post(`${meeting.path}/resend`);
const resendOne = (participantUuid: string, by = m.host) =>
  by.post(`${meeting.path}/participants/${participantUuid}/resend`);

/** Lets so many minutes pass since invitations were sent again. */
const later = (minutes: number) =>
  w.db.asPlatform(
    (tx) => tx`
      update meeting_participants set last_invitation_resent_at =
             last_invitation_resent_at - ${minutes} * interval '1 minute'`,
  );

test('an invitation is sent again to all, though the first has only just gone out', async () => {
  const { status, body } = await resend();
  expect(status).toBe(200);
  expect(body).toHaveLength(3);
  for (const each of body) {
    expect(each.email).toMatch(/@/);
    expect(each.lastInvitationResentAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  }
  const subjects = (await sent(6)).map((mail) => mail.subject);
  expect(new Set(subjects)).toEqual(new Set(['Invitación: Revisión anual']));
  const { body: read } = await m.host.get(meeting.path);
  expect(read.participants.map((each: Participant) => each)).toMatchObject(
    body.map(({ email, lastInvitationResentAt }: (typeof body)[0]) => ({
      email,
      lastInvitationResentAt,
    })),
  );
});

test('it is sent again to one, and within five minutes to nobody a second time', async () => {
  const { participantUuid, email } = participant('EXTERNAL');
  const first = await resendOne(participantUuid);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ email, lastInvitationResentAt: expect.any(String) });
  expect((await resendOne(participantUuid)).body).toMatchObject({
    email,
    lastInvitationResentAt: null,
  });
  const { body } = await resend();
  const skipped = body.filter(
    (each: Participant & { lastInvitationResentAt: null }) => !each.lastInvitationResentAt,
  );
  expect(skipped.map((each: Participant) => each.email)).toEqual([email]);
  const allowed = async () => {
    const { participants } = (await m.host.get(meeting.path)).body;
    return participants.map((each: { canResend: boolean }) => each.canResend);
  };
  expect(await allowed()).toEqual([false, false, false]);
  await later(6);
  expect(await allowed()).toEqual([true, true, true]);
  expect((await resendOne(participantUuid)).body.lastInvitationResentAt).not.toBe(null);
  await sent(7);
});

test('whoever declined or has no e-mail is skipped', async () => {
  const { participantUuid } = participant('EXTERNAL');
  await w.anonymous.put(`${meeting.path}/participants/${participantUuid}/rsvp`, {
    status: 'DECLINED',
  });
  await w.db.asPlatform(
    (tx) => tx`
      update contacts set preferred_email = null, primary_email = null
       where contact_uuid = ${m.contactUuid}`,
  );
  const { body } = await resend();
  expect(
    body.map((each: { lastInvitationResentAt: string | null }) => !each.lastInvitationResentAt),
  ).toEqual(
    meeting.participants.map((each: Participant) => each.participantType !== 'TENANT_STAFF'),
  );
  expect(body.find((each: Participant) => each.email === null)).toBeDefined();
});

test('thirty who ask at once send one mail', async () => {
  const { participantUuid } = participant('EXTERNAL');
  const answers = await Promise.all(Array.from({ length: 30 }, () => resendOne(participantUuid)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(answers.filter(({ body }) => body.lastInvitationResentAt !== null)).toHaveLength(1);
  await sent(4);
});

test('each sending is an event that counts and names nobody', async () => {
  await resend();
  const [event] = await w.db.asTenant(
    m.tenant.tenantUuid,
    { actorType: 'SYSTEM', actorId: null },
    (tx) => tx`
      select entity_id, attributes from events where event_type = 'meeting.invitation_resent'`,
  );
  expect(event).toMatchObject({
    entityId: meeting.meetingUuid,
    attributes: { recipientCount: '3', skippedCount: '0' },
  });
});

describe('not allowed', () => {
  test('is it to a participant, a stranger, an administrator or a client', async () => {
    const { participantUuid } = participant('EXTERNAL');
    for (const by of [m.colleague, m.stranger, m.admin, m.client]) {
      expect((await resend(by)).status).toBe(403);
      expect((await resendOne(participantUuid, by)).status).toBe(403);
    }
    await sent(3);
  });

  test('is what is not there: another tenant’s meeting, a participant of another one', async () => {
    const other = await meetingWorld(w);
    const { participantUuid } = participant('EXTERNAL');
    expect((await resend(other.host)).status).toBe(404);
    expect((await resendOne(participantUuid, other.host)).status).toBe(404);
    const second = await m.meeting();
    expect(
      (await m.host.post(`${second.path}/participants/${participantUuid}/resend`)).status,
    ).toBe(404);
  });

  test('is it once the meeting is canceled', async () => {
    await m.host.post(`${meeting.path}/cancel`);
    const { status, body } = await resend();
    expect([status, body.code]).toEqual([409, 'MEETING_CANCELED']);
    expect((await resendOne(participant('EXTERNAL').participantUuid)).status).toBe(409);
  });
});
