import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../src/mail/count-mails.ts';
import { mailKinds } from '../src/mail/mail-kinds.ts';
import { type Message, toMail } from '../src/mail/mailer.ts';
import { toInvitation } from '../src/meetings/invitations/icalendar.ts';

const own = 'no-reply@post.example';
const addressee = 'elena@people.example';
const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** Texts, each with what a reader is to see of it. */
const hostileNames: [text: string, seen: string][] = [
  ['Andes\r\nBcc: x@evil.example', 'Andes Bcc: x@evil.example'],
  ['Andes\nBcc: x@evil.example\n\n<b>', 'Andes Bcc: x@evil.example <b>'],
  ['Andes\rTo: x@evil.example', 'Andes To: x@evil.example'],
  ['Andes\u0000\u001b[31m', 'Andes [31m'],
  ['Andes\u2028Bcc: x@evil.example', 'Andes Bcc: x@evil.example'],
  ['x'.repeat(2_000), `${'x'.repeat(299)}…`],
  ['ñ'.repeat(2_000), `${'ñ'.repeat(299)}…`],
  ['👩‍👩‍👧 '.repeat(500), `${[...'👩‍👩‍👧 '.repeat(500)].slice(0, 299).join('')}…`],
  ['=?utf-8?q?Bank=0D=0ABcc:_x@evil.example?=', '=?utf-8?q?Bank=0D=0ABcc:_x@evil.example?='],
  ['=?utf-8?b?QmFuaw==?=', '=?utf-8?b?QmFuaw==?='],
  ['Zoé =?utf-8?b?QmFuaw==?= =?x?q?y?=', 'Zoé =?utf-8?b?QmFuaw==?= =?x?q?y?='],
  ['=?utf-8?b?QmFuaw==?= Zoé', '=?utf-8?b?QmFuaw==?= Zoé'],
  ['=\u0000?utf-8?b?QmFuaw==?=', '= ?utf-8?b?QmFuaw==?='],
  ['"Andes", <x@evil.example>', '"Andes", <x@evil.example>'],
  ['x@evil.example, Andes', 'x@evil.example, Andes'],
  ['Andes <x@evil.example>, y', 'Andes <x@evil.example>, y'],
  ['group: x@evil.example;', 'group: x@evil.example;'],
  ['Andes\\"', 'Andes\\"'],
  ['(Andes', '(Andes'],
  ['\u202eselpoeP\u202c', '\u202eselpoeP\u202c'],
  ['a\ud800b\udc00', 'a\ufffdb\ufffd'],
  ['', ''],
  [' \t\r\n', ''],
];

const hostileAddresses = [
  'a@b.example\r\nBcc: x@evil.example',
  'a@b.example\nx@evil.example',
  'a@b.example, x@evil.example',
  'a@b.example;x@evil.example',
  'Elena <x@evil.example>',
  '<x@evil.example>',
  'a@b.example> <x@evil.example',
  'a b@evil.example',
  'a\u0000@evil.example',
  '"a, b"@evil.example',
  'group: x@evil.example;',
  'a@b@evil.example',
  `${'x'.repeat(1_200)}@evil.example`,
  'nobody',
  '',
];

/** The header fields that a mail has. */
const fields =
  'From To Reply-To Subject Message-ID Date MIME-Version Content-Type Content-Transfer-Encoding Auto-Submitted List-Unsubscribe List-Unsubscribe-Post';

const message = (kind: Message['kind'], name: string): Message => ({
  kind,
  tenantUuid: crypto.randomUUID(),
  to: addressee,
  fromName: name,
  replyTo: { name, address: 'host@andes.example' },
  subject: name,
  text: `Hola ${name},\n\n${name}`,
  html: `<p>Hola</p>`,
  messageId: '<1@atrium>',
  ...(kind === 'MORNING_TASKS' ? { unsubscribeUrl: 'https://andes.example/unsubscribe' } : {}),
  ...(kind === 'INVITATION' ? { calendar: { method: 'REQUEST', content: calendar(name) } } : {}),
});

function calendar(name: string): string {
  return toInvitation(
    'REQUEST',
    {
      uid: '1@atrium',
      sequence: 0,
      stampedAt: '2030-05-01T00:00:00',
      title: name,
      location: name,
      description: name,
      link: null,
      canceled: false,
      startDateTime: '2030-05-06T10:00:00',
      endDateTime: '2030-05-06T11:00:00',
      timezone: 'America/Santiago',
      allDay: false,
      organizer: { name, email: 'host@andes.example', sentBy: own },
      attendee: { name, email: addressee, rsvpStatus: 'UNKNOWN' },
    } as never,
    name,
  );
}

/** Builds a message as it goes to a mail server, and reads it back. */
async function built(of: Message) {
  const { message: raw, envelope } = await transport.sendMail(toMail(of, `Atrium <${own}>`));
  const bytes = raw as Buffer;
  const lines = bytes.toString('latin1').split('\n');
  const head = lines.slice(0, lines.indexOf('\r'));
  return {
    envelope,
    mail: await PostalMime.parse(bytes),
    lines,
    names: head.filter((line) => !/^[ \t]/.test(line)).map((line) => line.split(':', 1)[0] ?? ''),
  };
}

/** A text as a reader sees it: without the sign that keeps it from being decoded. */
const shown = (text: string | undefined) => (text ?? '').replaceAll('\u2060', '');

describe.each(mailKinds)('A mail of the kind %s', (kind) => {
  test.each(hostileNames)(
    'has no header, sender or reader of the name %.40j',
    async (name, seen) => {
      const { envelope, mail, lines, names } = await built(message(kind, name));
      expect(envelope).toEqual({ from: own, to: [addressee] });
      for (const field of names) expect(fields.split(' ')).toContain(field);
      expect(new Set(names).size).toBe(names.length);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(999);
      expect(lines.slice(0, -1).filter((line) => !line.endsWith('\r'))).toEqual([]);
      expect([mail.from?.address, shown(mail.from?.name)]).toEqual([own, seen]);
      expect(mail.replyTo?.map(({ address }) => address)).toEqual(['host@andes.example']);
      expect(shown(mail.replyTo?.[0]?.name)).toBe(seen);
      expect(shown(mail.subject)).toBe(seen);
      expect(mail.to).toEqual([{ address: addressee, name: '' }]);
      expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
    },
  );
});

test.each(hostileAddresses)('Nothing goes to %j, and no answer', async (address) => {
  const plain = message('INVITATION', 'Andes');
  const error = await built({ ...plain, to: address }).catch((reason: unknown) => reason);
  expect(isRefusal(error)).toBe(true);
  const { envelope, mail } = await built({ ...plain, replyTo: { name: 'Andes', address } });
  expect(envelope).toEqual({ from: own, to: [addressee] });
  expect(mail.replyTo).toBeUndefined();
});
