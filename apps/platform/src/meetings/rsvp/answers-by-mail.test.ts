import { beforeEach, describe, expect, test } from 'vitest';
import { type ReplyText, replyMail, stampOf } from '../../../test-support/calendar-replies.ts';
import { meetingWorld, uuidOf } from '../../../test-support/meeting-world.ts';
import { mailedLinks, mailsAbout, rsvpOf } from '../../../test-support/rsvp-links.ts';
import { world } from '../../../test-support/world.ts';

const w = await world({
  INBOUND_MAIL_SECRET: 'a long shared secret',
  INBOUND_MAIL_ADDRESS: 'rsvp@atrium.example',
});
const headers = {
  'content-type': 'message/rfc822',
  'x-inbound-mail-secret': 'a long shared secret',
};
const guest = 'guest@example.com';
let m: Awaited<ReturnType<typeof meetingWorld>>;
let meeting: Awaited<ReturnType<(typeof m)['meeting']>>;
let uid: string;

beforeEach(async () => {
  m = await meetingWorld(w);
  meeting = await m.meeting();
  uid = `${meeting.meetingUuid}@atrium`;
});

const deliver = async (mail: string) => {
  const { status, body } = await w.anonymous.post('/api/v1/meetings/inbound-mail', mail, headers);
  expect(status).toBe(200);
  return body;
};
const send = (reply: Partial<ReplyText> = {}) => deliver(replyMail({ uid, from: guest, ...reply }));

type Shown = { email: string; rsvpStatus: string; note: string | null; proposed: object[] };

async function participantOf(email: string, by = m.host): Promise<Shown> {
  const { participants } = (await by.get(meeting.path)).body;
  return participants.find((each: Shown) => each.email === email);
}
const answerOf = async (email = guest) => (await participantOf(email)).rsvpStatus;

const toldOf = (subject: string) => () =>
  w.mails.filter(
    (mail) =>
      mail.to === meeting.hostEmail &&
      mail.tenantUuid === m.tenant.tenantUuid &&
      mail.kind === 'ANSWER_UNMATCHED' &&
      mail.text.includes(subject),
  );

describe('Whose answer it is', () => {
  test.each<[string, string, string]>([
    ['an escaped plus', 'ana+review@example.com', 'mailto:ana%2Breview@example.com'],
    ['capitals', 'Ana@Example.com', 'MAILTO:ANA@EXAMPLE.COM'],
    ['headers of the URI', 'ana@example.com', 'mailto:ana@example.com?subject=Hello'],
    ['escapes of other signs', "o'hara@example.com", 'mailto:o%27hara@example.com'],
    ['an escaped at sign', 'ana@example.com', 'mailto:ana%40example.com'],
    ['a name beside it', 'ana@example.com', 'mailto:Ana Soto <ana@example.com>'],
    ['no scheme', 'ana@example.com', 'ana@example.com'],
    ['a domain of other letters', 'ana@müller.example', 'mailto:ana@xn--mller-kva.example'],
    [
      'an identifier of its own server, with EMAIL',
      'ana@example.com',
      ';PARTSTAT=ACCEPTED;EMAIL=ana@example.com:/aMTIzNDU2Nzg5/principal/',
    ],
    [
      'a URN, with EMAIL in quotes',
      'ana@example.com',
      ';EMAIL="ana@example.com";PARTSTAT=ACCEPTED:urn:uuid:0d1c0a1e-7f3d-4a8e-9d9a-1b2c3d4e5f60',
    ],
    [
      'an identifier of its own server alone',
      'ana@example.com',
      ';PARTSTAT=ACCEPTED:/aMTIzNDU2Nzg5/principal/',
    ],
  ])('is read from an address with %s', async (_title, email, attendee) => {
    await m.host.put(meeting.path, { externalAttendees: [{ email, name: 'Ana' }] });
    expect(await send({ from: email, attendee })).toMatchObject({ result: 'RECORDED' });
    expect(await answerOf(email)).toBe('ACCEPTED');
  });

  test('any address of a person’s own record counts, and nobody else’s', async () => {
    const address = (name: string) => `${name}-${m.tenant.tenantUuid}@example.com`;
    const [preferred, primary, foreign] = ['p', 'q', 'f'].map(address) as [string, string, string];
    const contactUuid = await m.contact({ preferredEmail: preferred });
    await m.host.put(`/api/contacts/${contactUuid}`, { primaryEmail: primary });
    await m.contact({ preferredEmail: foreign });
    await m.host.put(meeting.path, { contactIds: [contactUuid], staffIds: [uuidOf(m.colleague)] });
    const answer = async (from: string, attendee = from) =>
      (await send({ from, attendee: `mailto:${attendee}` })).reason;
    expect(await answer(foreign)).toBe('NOT_INVITED');
    expect(await answer(primary, foreign)).toBe('SENDER_MISMATCH');
    expect(await answer(foreign, primary)).toBe('SENDER_MISMATCH');
    for (const [from, attendee] of [
      [preferred, preferred],
      [primary, preferred],
      [preferred, primary],
    ] as const)
      expect(await answer(from, attendee)).toBe(null);
    const { body: staff } = await m.admin.get(`/api/tenant-staff/${uuidOf(m.colleague)}`);
    for (const from of [staff.email, staff.userEmail]) expect(await answer(from)).toBe(null);
    expect(await answerOf(staff.email)).toBe('ACCEPTED');
  });

  test('two who share a mailbox each answer their own invitation', async () => {
    const preferredEmail = `family-${m.tenant.tenantUuid}@example.com`;
    const contactIds = [
      await m.contact({ preferredEmail, firstName: 'Ana' }),
      await m.contact({ preferredEmail, firstName: 'Luis' }),
    ];
    meeting = await m.meeting({ contactIds });
    const uidsMailed = () =>
      w.mails
        .filter(({ to, calendar }) => to === preferredEmail && calendar)
        .map(({ calendar }) => /^UID:(.*)\r$/m.exec(calendar?.content ?? '')?.[1] ?? '');
    await expect.poll(() => new Set(uidsMailed()).size).toBe(2);
    const [first, second] = uidsMailed() as [string, string];
    const statuses = async () =>
      (await m.host.get(meeting.path)).body.participants
        .filter(({ email }: Shown) => email === preferredEmail)
        .map(({ rsvpStatus }: Shown) => rsvpStatus);
    const attendee = `;CN="Familia";PARTSTAT=ACCEPTED:mailto:${preferredEmail}`;
    await send({ uid: first, from: preferredEmail, attendee, minutesAgo: 2 });
    expect((await statuses()).sort()).toEqual(['ACCEPTED', 'UNKNOWN']);
    await send({ uid: second, from: preferredEmail, attendee, minutesAgo: 1 });
    expect(await statuses()).toEqual(['ACCEPTED', 'ACCEPTED']);
    // The next mails, a cancellation too, are of the same events.
    await m.host.post(`${meeting.path}/cancel`);
    await expect.poll(() => uidsMailed().length).toBe(4);
    expect(new Set(uidsMailed())).toEqual(new Set([first, second]));
  });

  test('a UID that Outlook wrapped is unwrapped', async () => {
    const data = Buffer.from(`vCal-Uid\u0001\0\0\0${uid}\0`, 'latin1');
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    const wrapped = Buffer.concat([
      Buffer.from('040000008200E00074C5B7101A82E008', 'hex'),
      Buffer.alloc(20),
      size,
      data,
    ]);
    for (const [at, form] of ['toString', 'toUpperCase'].entries()) {
      const hex = wrapped.toString('hex');
      const partstat = at === 0 ? 'ACCEPTED' : 'DECLINED';
      await send({ uid: form === 'toUpperCase' ? hex.toUpperCase() : hex, partstat });
      expect(await answerOf()).toBe(partstat);
    }
  });
});

describe('Which answer is the last', () => {
  test('a yes that was written before the no by the link and came late changes nothing', async () => {
    const [, decline] = await mailedLinks(w, meeting, guest);
    const put = { status: 'DECLINED' };
    await w.anonymous.put(`${rsvpOf(meeting, guest)}${decline.search}`, put);
    expect((await send({ minutesAgo: 60 })).reason).toBe('OUTDATED');
    expect(await answerOf()).toBe('DECLINED');
    await send();
    expect(await answerOf()).toBe('ACCEPTED');
  });

  test('a stamp without its Z is in UTC, a missing one is the mail’s date, and equal ones leave it to that', async () => {
    const plain = (minutes: number) => stampOf(minutes).replace('Z', '');
    await send({ partstat: 'DECLINED', minutesAgo: 60, stamp: plain(60) });
    await send({ minutesAgo: 120, stamp: plain(120) });
    expect(await answerOf()).toBe('DECLINED');
    await send({ stamp: 'none', minutesAgo: 90 });
    expect(await answerOf()).toBe('DECLINED');
    await send({ stamp: 'none', minutesAgo: 50 });
    expect(await answerOf()).toBe('ACCEPTED');
    const stamp = stampOf(40);
    await send({ partstat: 'DECLINED', stamp, datedMinutesAgo: 20 });
    await send({ partstat: 'ACCEPTED', stamp, datedMinutesAgo: 30 });
    expect(await answerOf()).toBe('DECLINED');
    await send({ partstat: 'ACCEPTED', stamp, datedMinutesAgo: 10 });
    expect(await answerOf()).toBe('ACCEPTED');
  });

  test('a time that is still to come counts as the arrival', async () => {
    await send({ minutesAgo: -100_000 });
    await m.client.put(`${meeting.path}/rsvp`, { status: 'DECLINED' });
    await send({ partstat: 'DECLINED' });
    expect(await answerOf()).toBe('DECLINED');
  });

  test('an answer to the text before counts, one to the time before does not', async () => {
    for (const change of [{ title: 'Otro' }, { locationDetail: 'Av. Apoquindo 100' }]) {
      await m.host.put(meeting.path, change);
      await send({ partstat: 'title' in change ? 'ACCEPTED' : 'DECLINED' });
      expect(await answerOf()).toBe('title' in change ? 'ACCEPTED' : 'DECLINED');
    }
    await m.host.put(meeting.path, { endDateTime: '2030-05-06T12:00:00' });
    expect((await send({ sequence: 2 })).reason).toBe('OUTDATED');
    await m.host.put(meeting.path, { title: 'Otra vez' });
    expect((await send({ sequence: 3 })).result).toBe('RECORDED');
  });

  test('"maybe" takes back what was said, and what was written before it stays before it', async () => {
    for (const partstat of ['ACCEPTED', 'DECLINED']) {
      const at = partstat === 'ACCEPTED' ? 60 : 30;
      await send({ partstat, minutesAgo: at });
      const taken = await send({ partstat: 'TENTATIVE', minutesAgo: at - 20 });
      expect(taken).toEqual({ result: 'RECORDED', reason: null, rsvpStatus: 'UNKNOWN' });
      expect(await answerOf()).toBe('UNKNOWN');
      expect((await send({ partstat, minutesAgo: at - 10 })).reason).toBe('OUTDATED');
    }
  });
});

describe('What it says', () => {
  test('a comment is the note, which host, creator and the participant see', async () => {
    const lines = ['COMMENT:I am abroad until the 22nd\\, rather after that', 'COMMENT:Regards'];
    await send({ partstat: 'DECLINED', lines });
    const note = 'I am abroad until the 22nd, rather after that\nRegards';
    expect(await participantOf(guest)).toMatchObject({ rsvpStatus: 'DECLINED', note });
    expect((await participantOf(guest, m.colleague)).note).toBe(null);
    const mails = () =>
      w.mails.filter(
        (mail) =>
          mail.kind === 'ANSWER_WORDS' &&
          mail.text.includes('abroad') &&
          mail.tenantUuid === m.tenant.tenantUuid,
      );
    await expect.poll(() => mails().length).toBe(1);
    expect(mails()[0]).toMatchObject({ to: meeting.hostEmail });
    await send();
    expect((await participantOf(guest)).note).toBe(null);
  });

  test('a long comment is cut where a sign ends', async () => {
    const family = '👨‍👩‍👧‍👦';
    await send({ lines: [`COMMENT:${family.repeat(100)}`] });
    const { note } = await participantOf(guest);
    expect(note).toBe(family.repeat(Math.floor(500 / family.length)));
  });

  test.each<[string, string[], object]>([
    [
      'in UTC',
      ['DTSTART:20300517T173700Z', 'DTEND:20300517T183700Z'],
      { startDateTime: '2030-05-17T13:37:00', endDateTime: '2030-05-17T14:37:00' },
    ],
    [
      'in Microsoft’s zone, with a duration',
      ['DTSTART;TZID="Romance Standard Time":20300517T100000', 'DURATION:PT30M'],
      { startDateTime: '2030-05-17T04:00:00', endDateTime: '2030-05-17T04:30:00' },
    ],
    [
      'in a zone with a path, without an end',
      ['DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Madrid:20300517T100000'],
      { startDateTime: '2030-05-17T04:00:00', endDateTime: '2030-05-17T05:00:00' },
    ],
    [
      'in a zone of nobody’s',
      [
        'DTSTART;TZID=Customized Time Zone:20300517T100000',
        'DTEND;TZID=Customized Time Zone:20300517T110000',
      ],
      { startDateTime: '2030-05-17T10:00:00', endDateTime: '2030-05-17T11:00:00' },
    ],
  ])('another time %s is proposed, and the answer stays', async (_title, times, proposed) => {
    await send({ minutesAgo: 10 });
    const calendar = [
      'BEGIN:VCALENDAR',
      'METHOD:COUNTER',
      'BEGIN:VEVENT',
      `ATTENDEE;PARTSTAT=TENTATIVE:mailto:${guest}`,
      'ATTENDEE:mailto:another@example.com',
      `UID:${uid}`,
      `DTSTAMP:${stampOf(0)}`,
      ...times,
      'COMMENT:Could we do it later?',
      'END:VEVENT',
      'END:VCALENDAR',
    ];
    expect(await send({ method: 'COUNTER', calendar })).toMatchObject({
      result: 'RECORDED',
      rsvpStatus: 'ACCEPTED',
    });
    const note = 'Could we do it later?';
    expect(await participantOf(guest)).toMatchObject({
      rsvpStatus: 'ACCEPTED',
      note,
      proposed: [proposed],
    });
  });
});

describe('Who is told of what fits nobody', () => {
  const stranger = 'stranger@example.com';

  test('the host, once, by a mail that says who wrote what; nothing changes', async () => {
    const lines = ['COMMENT:Gabriel sent me this'];
    for (let time = 0; time < 2; time += 1) {
      const ignored = await send({ from: stranger, lines });
      expect(ignored).toEqual({ result: 'IGNORED', reason: 'NOT_INVITED', rsvpStatus: null });
    }
    const told = toldOf('Gabriel sent me this');
    await expect.poll(() => told().length).toBe(1);
    expect(told()[0]?.text).toContain(`(${stranger}) respondió sin tener una invitación`);
    expect((await m.host.get(meeting.path)).body.participants).toHaveLength(3);
    const { body } = await m.host.get(meeting.path);
    expect(body.unmatchedAnswers).toMatchObject([
      { email: stranger, answer: 'ACCEPTED', note: 'Gabriel sent me this' },
    ]);
    expect((await m.colleague.get(meeting.path)).body.unmatchedAnswers).toEqual([]);
    const trail = await m.admin.get(
      `/api/audit?entityId=${meeting.meetingUuid}&eventType=meeting.answer_unmatched`,
    );
    expect(trail.body.content).toHaveLength(1);
    expect(JSON.stringify(trail.body)).not.toContain(stranger);
  });

  test('also of words without a calendar that answer an invitation, unless a program is away', async () => {
    const invitations = () => mailsAbout(w, meeting, guest);
    await expect.poll(() => invitations().length).toBe(1);
    const mail = (more: string) =>
      `From: ${guest}\r\nIn-Reply-To: ${invitations()[0]?.messageId}\r\n${more}\r\n\r\nI come ${more || 'later'}.`;
    expect((await deliver(mail('Auto-Submitted: auto-replied'))).reason).toBe('NO_CALENDAR');
    expect((await deliver(mail('X-Mood: good'))).reason).toBe('NO_CALENDAR');
    await expect.poll(() => toldOf('I come X-Mood')().length).toBe(1);
    // Who wrote is invited.
    const [told] = toldOf('I come X-Mood')();
    expect([told?.subject, told?.text]).toEqual([
      expect.stringContaining('Mensaje sobre su reunión'),
      expect.stringContaining('No se registró ninguna respuesta'),
    ]);
    const another = {
      from: 'gabriel@elsewhere.example',
      attendee: `;PARTSTAT=ACCEPTED:mailto:${guest}`,
      lines: ['COMMENT:From my other address'],
    };
    expect((await send(another)).reason).toBe('SENDER_MISMATCH');
    await expect.poll(() => toldOf('From my other address')().length).toBe(1);
    expect(toldOf('From my other address')()[0]?.text).toContain(
      'no es la de la persona por quien',
    );
    expect(toldOf('I come Auto')().length).toBe(0);
  });
});
