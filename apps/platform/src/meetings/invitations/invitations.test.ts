import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { meetingWorld } from '../../../test-support/meeting-world.ts';
import { world } from '../../../test-support/world.ts';
import type { Message } from '../../mail/mailer.ts';

const w = await world();
let m: Awaited<ReturnType<typeof meetingWorld>>;

beforeEach(async () => {
  m = await meetingWorld(w);
});

/** The tenant's mails once there are so many of them. */
async function sent(total: number): Promise<Message[]> {
  const mails = () => w.mails.filter((mail) => mail.tenantUuid === m.tenant.tenantUuid);
  await expect.poll(() => mails().length).toBe(total);
  return mails();
}

/** Those of them to one address. */
async function mailsTo(to: string, total: number): Promise<Message[]> {
  return (await sent(total)).filter((mail) => mail.to === to);
}

function eventOf(mail: Message | undefined) {
  const calendar = new ICAL.Component(ICAL.parse(mail?.calendar?.content ?? ''));
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('There is no event');
  return { method: calendar.getFirstPropertyValue('method'), component };
}

const sequenceOf = (mail: Message | undefined) =>
  eventOf(mail).component.getFirstPropertyValue('sequence');

const answers = (mail: Message | undefined) =>
  [...(mail?.html ?? '').matchAll(/href="([^"]+\/rsvp[^"]+)"/g)].map(
    ([, link]) => new URL((link ?? '').replaceAll('&amp;', '&')),
  );

const guest = (changes: object) => ({
  staffIds: [],
  contactIds: [],
  externalAttendees: [{ email: 'guest@example.com', name: 'Gabriel', ...changes }],
});

describe('a new meeting', () => {
  test('is told at once, also when ten are made together', async () => {
    await Promise.all(Array.from({ length: 10 }, () => m.meeting(guest({}))));
    const mails = () => w.mails.filter((mail) => mail.tenantUuid === m.tenant.tenantUuid);
    await expect.poll(() => mails().length).toBe(10);
  });

  test('is told to each participant once, with a personal link and a calendar part', async () => {
    const meeting = await m.meeting();
    const mails = await sent(3);
    expect(new Set(mails.map((mail) => mail.to)).size).toBe(3);
    for (const mail of mails) {
      const person = meeting.participants.find((each: { email: string }) => each.email === mail.to);
      const links = answers(mail);
      expect(links.map((link) => link.searchParams.get('status'))).toEqual([
        'ACCEPTED',
        'DECLINED',
      ]);
      for (const link of links) {
        expect(link.pathname).toBe(`${meeting.path}/participants/${person.participantUuid}/rsvp`);
        expect(link.searchParams.get('confirm')).toBe('1');
        expect(mail.text).toContain(link.href);
      }
      const { method, component } = eventOf(mail);
      expect(method).toBe('REQUEST');
      expect(component.getFirstPropertyValue('uid')).toBe(`${meeting.meetingUuid}@atrium`);
      expect(String(component.getFirstProperty('organizer')?.getFirstValue())).toBe(
        `mailto:${meeting.hostEmail}`,
      );
      expect(mail.replyTo?.address).toBe(meeting.hostEmail);
      expect(mail.fromName).toBe('Andes Patrimonio');
    }
    const tokens = mails.flatMap((mail) => answers(mail).map((l) => l.searchParams.get('token')));
    expect(new Set(tokens).size).toBe(3);
  });

  test.each([
    ['ENGLISH', 'Invitation: Revisión anual', 'Monday, 6 May 2030', '10:00 – 11:00, Chile Time'],
    [
      'es',
      'Invitación: Revisión anual',
      'Lunes, 6 de mayo de 2030',
      '10:00 – 11:00, hora de Chile',
    ],
    [null, 'Invitación: Revisión anual', 'Lunes, 6 de mayo de 2030', '(GMT−4)'],
  ])('is told to a guest of language %s as %s', async (language, subject, day, hours) => {
    await m.meeting(guest({ language }));
    const [mail] = await mailsTo('guest@example.com', 1);
    expect(mail?.subject).toBe(subject);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(day);
      expect(part).toContain(hours);
    }
  });

  test('is told to contacts and staff in the language of their records', async () => {
    const contactUuid = await m.contact({
      preferredContactLanguage: 'ENGLISH',
      preferredEmail: 'ellen@example.com',
    });
    const member = await m.tenant.staff({ platformLanguage: 'ENGLISH', email: 'max@example.com' });
    await m.meeting({
      contactIds: [contactUuid],
      staffIds: [member.tenantStaffUuid],
      externalAttendees: [],
    });
    const mails = await sent(2);
    expect(mails.map((mail) => [mail.to, mail.subject]).sort()).toEqual([
      ['ellen@example.com', 'Invitation: Revisión anual'],
      ['max@example.com', 'Invitation: Revisión anual'],
    ]);
  });

  test('never tells the internal notes, and keeps what people wrote out of headers and markup', async () => {
    await m.meeting({
      ...guest({ name: '<img src=x>\r\nBcc: x@x.example' }),
      title: 'Plan\r\nBcc: all@x.example <script>',
      internalNotes: 'SECRETNOTE',
      meetingPassword: 'condor-7',
      description: '</td><script>alert(1)</script>',
    });
    const [mail] = await mailsTo('guest@example.com', 1);
    expect(JSON.stringify(mail)).not.toContain('SECRETNOTE');
    expect(mail?.subject).toBe('Invitación: Plan Bcc: all@x.example <script>');
    expect(mail?.html).not.toMatch(/<script|<img src=x/);
    expect(mail?.text).toContain('condor-7');
    expect(mail?.calendar?.content).not.toContain('condor-7');
  });
});

describe('a change', () => {
  test('of time, place or title is told with a higher sequence, other changes are not', async () => {
    const meeting = await m.meeting(guest({}));
    await mailsTo('guest@example.com', 1);
    await m.host.put(meeting.path, {
      description: 'Otra',
      internalNotes: 'x',
      meetingPassword: 'y',
    });
    await m.host.put(meeting.path, { title: 'Revisión y plan' });
    await mailsTo('guest@example.com', 2);
    await m.host.put(meeting.path, { startDateTime: '2030-05-06T10:30:00' });
    await mailsTo('guest@example.com', 3);
    await m.host.put(meeting.path, { locationType: 'IN_PERSON', locationDetail: 'Oficina' });
    const mails = await mailsTo('guest@example.com', 4);
    expect(mails.map((mail) => mail.subject)).toEqual([
      'Invitación: Revisión anual',
      ...Array(3).fill('Cambio de reunión: Revisión y plan'),
    ]);
    expect(mails.map(sequenceOf)).toEqual([0, 1, 2, 3]);
    expect(
      new Set(mails.map((mail) => eventOf(mail).component.getFirstPropertyValue('uid'))).size,
    ).toBe(1);
    expect(new Set(mails.map((mail) => answers(mail)[0]?.href)).size).toBe(1);
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(4);
  });

  test('of who takes part invites who is new and calls off for who is removed', async () => {
    const meeting = await m.meeting(guest({}));
    await mailsTo('guest@example.com', 1);
    await m.host.put(meeting.path, { externalAttendees: [{ email: 'other@example.com' }] });
    const told = (await sent(3)).slice(1).map((mail) => [mail.to, mail.calendar?.method]);
    expect(told.sort()).toEqual([
      ['guest@example.com', 'CANCEL'],
      ['other@example.com', 'REQUEST'],
    ]);
  });
});

test('a cancellation is told once, also when it is asked for 30 times at once', async () => {
  const meeting = await m.meeting();
  await sent(3);
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async () => (await m.host.post(`${meeting.path}/cancel`)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const [, mail] = await mailsTo('guest@example.com', 6);
  expect(mail?.subject).toBe('Reunión cancelada: Revisión anual');
  expect(answers(mail)).toEqual([]);
  const { method, component } = eventOf(mail);
  expect([method, component.getFirstPropertyValue('status')]).toEqual(['CANCEL', 'CANCELLED']);
  expect(sequenceOf(mail)).toBe(1);
  expect(component.getFirstPropertyValue('uid')).toBe(`${meeting.meetingUuid}@atrium`);
});

test('a mail shows the tenant’s colours and its logo where mail programs can', async () => {
  const { tenantUuid } = m.tenant;
  await w.db.asPlatform(
    (tx) => tx`
      insert into brandings
        (tenant_uuid, version, primary_color, default_primary, logo, mail_logo, default_logo)
      values (${tenantUuid}, 1, '#aa3377', false, '1/01a1f95e-fd26-7449-8c07-c0791f3dc894/logo.png',
              '1/01a1f95e-fd26-7449-8c07-c0791f3dc894/logo.png', false)`,
  );
  await m.meeting(guest({}));
  const [mail] = await mailsTo('guest@example.com', 1);
  expect(mail?.html).toContain('background:#aa3377;color:#ffffff');
  expect(mail?.html).toContain(`src="http://atrium.test/api/public/assets/${tenantUuid}/1/`);
});
