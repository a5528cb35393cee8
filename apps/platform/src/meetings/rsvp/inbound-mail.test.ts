import ICAL from 'ical.js';
import { createTransport } from 'nodemailer';
import { beforeEach, describe, expect, test } from 'vitest';
import { meetingWorld } from '../../../test-support/meeting-world.ts';
import { mailsAbout } from '../../../test-support/rsvp-links.ts';
import { world } from '../../../test-support/world.ts';

const settings = {
  INBOUND_MAIL_SECRET: 'a long shared secret',
  INBOUND_MAIL_ADDRESS: 'rsvp@atrium.example',
};
const w = await world(settings);
const unconfigured = await world();
const address = '/api/v1/meetings/inbound-mail';
const secret = { 'x-inbound-mail-secret': settings.INBOUND_MAIL_SECRET };
const rfc822 = { 'content-type': 'message/rfc822' };
const writer = createTransport({ streamTransport: true, buffer: true });
let m: Awaited<ReturnType<typeof meetingWorld>>;
let meeting: Awaited<ReturnType<(typeof m)['meeting']>>;

beforeEach(async () => {
  m = await meetingWorld(w);
  meeting = await m.meeting();
});

async function answerOf(email: string): Promise<string> {
  const { body } = await m.host.get(meeting.path);
  return body.participants.find((each: { email: string }) => each.email === email).rsvpStatus;
}

/** The reply that a calendar makes of the invitation it got, as a whole message. */
async function reply(changes: {
  from?: string;
  partstat?: string;
  edit?: (event: ICAL.Component, calendar: ICAL.Component) => void;
}): Promise<string> {
  const { from = 'guest@example.com', partstat = 'ACCEPTED', edit } = changes;
  const invitations = () => mailsAbout(w, meeting, 'guest@example.com');
  await expect.poll(() => invitations().length).toBeGreaterThan(0);
  const calendar = new ICAL.Component(ICAL.parse(invitations().at(-1)?.calendar?.content ?? ''));
  const event = calendar.getFirstSubcomponent('vevent') ?? new ICAL.Component('vevent');
  calendar.updatePropertyWithValue('method', 'REPLY');
  event.getFirstProperty('attendee')?.setParameter('partstat', partstat);
  event.updatePropertyWithValue('dtstamp', ICAL.Time.now());
  edit?.(event, calendar);
  const { message } = await writer.sendMail({
    from,
    to: 'rsvp@atrium.example',
    subject: 'Accepted: Revisión anual',
    text: 'Gabriel has accepted.',
    icalEvent: { method: 'REPLY', content: calendar.toString() },
  });
  return String(message);
}

const deliver = (raw: string, headers: object = { ...secret, ...rfc822 }) =>
  w.anonymous.post(address, raw, headers);

const stamp = (time: string) => (event: ICAL.Component) =>
  void event.updatePropertyWithValue('dtstamp', ICAL.Time.fromJSDate(new Date(time), true));

test('a calendar’s reply by mail sets the answer, as message/rfc822 or as JSON', async () => {
  const taken = await deliver(await reply({}));
  expect(taken.status).toBe(200);
  expect(taken.body).toEqual({ result: 'RECORDED', reason: null, rsvpStatus: 'ACCEPTED' });
  expect(await answerOf('guest@example.com')).toBe('ACCEPTED');
  const raw = await reply({ partstat: 'DECLINED', edit: stamp('2099-01-01T00:00:00Z') });
  expect((await w.anonymous.post(address, { raw }, secret)).body.rsvpStatus).toBe('DECLINED');
  expect(await answerOf('guest@example.com')).toBe('DECLINED');
});

test('invitations ask calendars to reply to the address that is passed on', async () => {
  await reply({
    edit: (event) =>
      void expect(event.getFirstPropertyValue('organizer')).toBe('mailto:rsvp@atrium.example'),
  });
  expect(mailsAbout(w, meeting, 'guest@example.com')[0]?.replyTo?.address).toBe(meeting.hostEmail);
});

describe('a reply is ignored and the reason told when', () => {
  test.each<[string, string, Parameters<typeof reply>[0]]>([
    ['it comes from somebody else', 'SENDER_MISMATCH', { from: 'other@example.com' }],
    ['it says neither', 'NO_ANSWER', { partstat: 'NEEDS-ACTION' }],
    [
      'nobody of that address is invited',
      'NOT_INVITED',
      {
        from: 'other@example.com',
        edit: (event) =>
          void event.getFirstProperty('attendee')?.setValue('mailto:other@example.com'),
      },
    ],
    [
      'no such meeting was ever sent',
      'NOT_INVITED',
      { edit: (event) => void event.updatePropertyWithValue('uid', 'else@where') },
    ],
    [
      'it speaks for others only',
      'SENDER_MISMATCH',
      {
        edit: (event) => {
          event.getFirstProperty('attendee')?.setValue('mailto:y@example.com');
          event.addPropertyWithValue('attendee', 'mailto:x@example.com');
        },
      },
    ],
    [
      'it is no reply',
      'NOT_A_REPLY',
      { edit: (_, calendar) => void calendar.updatePropertyWithValue('method', 'REQUEST') },
    ],
  ])('%s', async (_title, reason, changes) => {
    const { status, body } = await deliver(await reply(changes));
    expect([status, body]).toEqual([200, { result: 'IGNORED', reason, rsvpStatus: null }]);
    expect(await answerOf('guest@example.com')).toBe('UNKNOWN');
  });

  test('it is a late copy, or about a time that has changed since', async () => {
    const old = await reply({ edit: stamp('2026-01-01T10:00:00Z') });
    await deliver(await reply({ partstat: 'DECLINED', edit: stamp('2026-01-01T11:00:00Z') }));
    expect((await deliver(old)).body.reason).toBe('OUTDATED');
    expect(await answerOf('guest@example.com')).toBe('DECLINED');
    const before = await reply({ edit: stamp('2099-01-01T00:00:00Z') });
    await m.host.put(meeting.path, { endDateTime: '2030-05-06T12:00:00' });
    expect((await deliver(before)).body.reason).toBe('OUTDATED');
    expect(await answerOf('guest@example.com')).toBe('UNKNOWN');
  });

  test('the meeting is canceled', async () => {
    const raw = await reply({});
    await m.host.post(`${meeting.path}/cancel`);
    expect((await deliver(raw)).body.reason).toBe('MEETING_CANCELED');
  });

  test.each([
    ['From: a@b.example\r\n\r\nI will come.', 'NO_CALENDAR'],
    ['nothing at all', 'NO_CALENDAR'],
    ['Content-Type: text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\nBROKEN', 'NOT_A_REPLY'],
  ])('it is %j', async (raw, reason) => {
    expect((await deliver(raw)).body).toMatchObject({ result: 'IGNORED', reason });
  });
});

test('of a mail over 10 MiB the beginning is read, as message/rfc822 and as JSON', async () => {
  const rest = `${'x'.repeat(76)}\r\n`.repeat(300_000);
  for (const [partstat, send] of [
    ['ACCEPTED', (raw: string) => deliver(raw)],
    ['DECLINED', (raw: string) => w.anonymous.post(address, { raw }, secret)],
  ] as const) {
    const taken = await send(`${await reply({ partstat })}${rest}`);
    expect([taken.status, taken.body.rsvpStatus]).toEqual([200, partstat]);
  }
});

test('nothing is taken without the secret, without a mail, or where no secret is set', async () => {
  const raw = await reply({});
  for (const headers of [{}, { 'x-inbound-mail-secret': 'wrong' }]) {
    const { status, body } = await deliver(raw, { ...rfc822, ...headers });
    expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED']);
  }
  for (const body of [{}, { raw: 7 }, { raw: '' }]) {
    const { status, body: problem } = await w.anonymous.post(address, body, secret);
    expect([status, problem.errors[0].field]).toEqual([400, 'raw']);
  }
  expect((await deliver(raw, { ...secret, 'content-type': 'text/plain' })).status).toBe(415);
  expect((await unconfigured.anonymous.post(address, { raw }, secret)).status).toBe(404);
  expect(await answerOf('guest@example.com')).toBe('UNKNOWN');
});
