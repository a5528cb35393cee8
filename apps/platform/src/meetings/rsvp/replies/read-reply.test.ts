import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReplyText, replyMail } from '../../../../test-support/calendar-replies.ts';
import { readReply } from './read-reply.ts';

const uid = '0d1c0a1e-7f3d-4a8e-9d9a-1b2c3d4e5f60@atrium';
const from = 'guest@example.com';
const mail = (reply: Partial<ReplyText> = {}) => replyMail({ uid, from, ...reply });
const event = [
  'BEGIN:VCALENDAR',
  'METHOD:REPLY',
  'BEGIN:VEVENT',
  `ATTENDEE;CN=Gabriel;PARTSTAT=ACCEPTED:mailto:${from}`,
  `UID:${uid}`,
  'DTSTAMP:20260101T100000Z',
];
const ends = ['END:VEVENT', 'END:VCALENDAR'];
const accepted = {
  uid,
  method: 'REPLY',
  attendees: [{ address: from, participation: 'ACCEPTED' }],
};
const calendarAs = (type: string, body: Buffer | string, headers = '') =>
  Buffer.concat([
    Buffer.from(`From: ${from}\r\nContent-Type: ${type}\r\n${headers}\r\n`),
    Buffer.from(body),
  ]);
const text = [...event, ...ends].join('\r\n');
const picture = `Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'A'.repeat(76)}\r\n`.repeat(27_600)}`;

describe('A reply is read', () => {
  test.each<[string, Buffer | string]>([
    ['without the lines that end it', mail({ calendar: event })],
    [
      'with the lines that end it and nothing that begins it',
      mail({ calendar: [...event.slice(3), ...ends] }),
    ],
    [
      'with a text that was not folded',
      mail({ lines: ['COMMENT:I will come', 'and bring the papers', 'Note: all', '', 'Regards'] }),
    ],
    [
      'with other texts that were not folded',
      mail({
        calendar: [
          ...event.slice(0, 3),
          'SUMMARY:Annual',
          'review',
          'DESCRIPTION:Line',
          'UID',
          ...event.slice(3),
          ...ends,
        ],
      }),
    ],
    [
      'folded within its names',
      mail({
        calendar: [
          ...event.slice(0, 3),
          'ATTENDEE;CN=Gabriel;PARTSTAT=ACC',
          ' EPTED:mailto:gue',
          '\tst@example.com',
          ...event.slice(4),
          ...ends,
        ],
      }),
    ],
    [
      'broken without folding',
      mail({
        calendar: [
          ...event.slice(0, 3),
          'ATTENDEE;CN=Gabriel;',
          'PARTSTAT=ACCEPTED:mailto:',
          'guest@example.com',
          ...event.slice(4),
          ...ends,
        ],
      }),
    ],
    [
      'with a quote that never ends',
      mail({
        calendar: [
          ...event.slice(0, 3),
          `ATTENDEE;CN="Gabriel;PARTSTAT=ACCEPTED:mailto:${from}`,
          ...event.slice(4),
          ...ends,
        ],
      }),
    ],
    ['with empty lines between', mail({ calendar: event.flatMap((line) => [line, '']) })],
    [
      'without METHOD, which the part says',
      mail({ calendar: event.filter((line) => !line.startsWith('METHOD')) }),
    ],
    ['without METHOD anywhere', calendarAs('text/calendar', text.replace('METHOD:REPLY\r\n', ''))],
    ['with a large picture behind it', mail({ parts: [picture] })],
    [
      'with a large picture before it',
      mail().replace(
        '--parts\r\nContent-Type: text/cal',
        `--parts\r\n${picture}--parts\r\nContent-Type: text/cal`,
      ),
    ],
    [
      'with a large picture within it',
      mail({
        calendar: [
          ...event.slice(0, 3),
          'ATTACH;ENCODING=BASE64;VALUE=BINARY:',
          ...Array.from({ length: 40_000 }, () => ` ${'A'.repeat(74)}`),
          ...event.slice(3),
          ...ends,
        ],
      }),
    ],
    [
      'with a zone and an alarm of their own texts',
      mail({
        calendar: [
          ...event.slice(0, 2),
          'BEGIN:VTIMEZONE',
          'TZID:X',
          'DTSTART:19700101T000000',
          'END:VTIMEZONE',
          'BEGIN:VEVENT',
          'BEGIN:VALARM',
          'UID:alarm',
          'ATTENDEE:mailto:other@example.com',
          'END:VALARM',
          ...event.slice(3),
          ...ends,
        ],
      }),
    ],
    [
      'in base64',
      calendarAs(
        'text/calendar; method=REPLY',
        Buffer.from(text).toString('base64'),
        'Content-Transfer-Encoding: base64\r\n',
      ),
    ],
    [
      'in quoted-printable',
      calendarAs(
        'text/calendar',
        text.replaceAll('=', '=3D').replace('Gab', 'Ga=\r\nb'),
        'Content-Transfer-Encoding: quoted-printable\r\n',
      ),
    ],
    ['with lines that end in LF', mail().replaceAll('\r\n', '\n')],
    [
      'with lines that end in CR within',
      calendarAs('text/calendar', text.replaceAll('\r\n', '\r')),
    ],
    ['with a byte order mark', calendarAs('text/calendar', `\uFEFF${text}`)],
    [
      'in UTF-16',
      calendarAs('text/calendar; charset=utf-16', Buffer.from(`\uFEFF${text}`, 'utf16le')),
    ],
    ['as a file of any type', calendarAs('application/octet-stream; name="invite.ics"', text)],
    ['as a text', calendarAs('text/plain', text)],
    ['with each line indented', calendarAs('text/calendar', text.replace(/^/gm, '  '))],
    [
      'with blanks beside its signs',
      calendarAs(
        'text/calendar',
        text.replace(/^ATTENDEE.*$/m, `ATTENDEE ; PARTSTAT = "ACCEPTED" : mailto:${from}`),
      ),
    ],
    [
      'with quotes about a part of its address that needs none',
      calendarAs(
        'text/calendar',
        text.replace(
          /^ATTENDEE.*$/m,
          `ATTENDEE;PARTSTAT=ACCEPTED:mailto:%22${from.replace('@', '%22@')}`,
        ),
      ),
    ],
    ['in a part that lacks headers', mail().replace(/Content-Type: text\/calendar.*\r\n\r\n/, '')],
    [
      'in parts within parts',
      `From: ${from}\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: multipart/alternative; boundary="a b"\r\n\r\n--a b\r\nContent-Type: text/html\r\n\r\n<p>\r\n--a b\r\nContent-Type: text/calendar\r\n\r\n${text}\r\n--a`,
    ],
    [
      'behind an invitation',
      `From: ${from}\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: text/calendar\r\n\r\n${text.replace('REPLY', 'REQUEST')}\r\n--a\r\nContent-Type: application/ics\r\n\r\n${text}\r\n--a--`,
    ],
  ])('%s', (_title, raw) => {
    expect(readReply(Buffer.from(raw))).toMatchObject(accepted);
  });

  test('with the words of its charset, and of none', () => {
    const words = (bytes: Buffer, charset: string) =>
      readReply(
        calendarAs(
          `text/calendar${charset}`,
          Buffer.concat([
            Buffer.from(`${event.join('\r\n')}\r\nCOMMENT:`),
            bytes,
            Buffer.from('\r\nEND:VEVENT'),
          ]),
        ),
      ).note;
    expect(words(Buffer.from('mañana'), '')).toBe('mañana');
    expect(words(Buffer.from('mañana', 'latin1'), '; charset=iso-8859-1')).toBe('mañana');
    expect(words(Buffer.from('mañana', 'latin1'), '')).toBe('mañana');
    expect(words(Buffer.from('mañana', 'latin1'), '; charset=utf-8')).toBe('mañana');
    // A sign of two bytes that was folded in its middle.
    const folded = Buffer.concat([Buffer.from([0xc3]), Buffer.from('\r\n '), Buffer.from([0xb1])]);
    expect(words(folded, '')).toBe('ñ');
  });

  test('with the words that Google writes beside its attendee', () => {
    const attendee = `;PARTSTAT=DECLINED;X-RESPONSE-COMMENT="No puedo: viajo, vuelvo el 22":mailto:${from}`;
    const note = (lines: string[]) => readReply(Buffer.from(mail({ attendee, lines }))).note;
    expect(note([])).toBe('No puedo: viajo, vuelvo el 22');
    expect(note(['COMMENT:Otra cosa'])).toBe('Otra cosa');
  });

  test('of HTML alone by what a person reads in it', () => {
    const html =
      '<html><head><style>p{}</style><title>x</title></head><body><p>No puedo <b>ma&ntilde;ana</b>,<br>perd&#243;n.</p><a href="https://example.com">Ana</a><blockquote>Revisión anual</blockquote></body></html>';
    const words = (type: string, body: string) =>
      readReply(Buffer.from(`From: ${from}\r\nContent-Type: ${type}\r\n\r\n${body}`)).note;
    expect(words('text/html; charset=utf-8', html)).toBe('No puedo mañana,\nperdón.\n\nAna');
    const alternative = `--a\r\nContent-Type: text/plain\r\n\r\n \r\n--a\r\nContent-Type: text/html\r\n\r\n${html}\r\n--a--`;
    expect(words('multipart/alternative; boundary=a', alternative)).toMatch(/^No puedo mañana/);
    expect(words('text/html', '<'.repeat(70_000)) ?? '').toSatisfy(
      (note: string) => note.length <= 500,
    );
  });

  test('of one sender only', () => {
    const two = mail().replace('To: rsvp', 'From: other@example.com\r\nTo: rsvp');
    expect(readReply(Buffer.from(two)).sender).toBe(null);
    expect(readReply(Buffer.from(mail())).sender).toBe(from);
  });
});

// FUZZ_MINUTES=10 makes it a long run.
const minutes = Number(process.env.FUZZ_MINUTES ?? 0);
const bounds =
  minutes > 0 ? { interruptAfterTimeLimit: minutes * 60_000, numRuns: 1e9 } : { numRuns: 300 };

const piece = fc.oneof(
  fc.constantFrom(
    ...'From: Date: Content-Type: multipart/mixed; boundary= --a --a-- text/calendar ; : " = \\ , < > @ mailto: %2B %'.split(
      ' ',
    ),
    ...[
      ...event,
      ...ends,
      'BEGIN:VTIMEZONE',
      'COMMENT:',
      'Content-Transfer-Encoding: base64',
      'charset=utf-16',
      'SEQUENCE:',
      'DTSTART;TZID=',
      'method=COUNTER',
      '\r\n',
      '\n',
      '\r',
      ' ',
      '\r\n\r\n',
      '\r\n ',
    ],
  ),
  fc.string(),
  fc.string({ unit: 'binary' }),
);
const hostile = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join(''))),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  // A reply with a part of it repeated, taken out or replaced by something else.
  fc.tuple(fc.nat(1_500), fc.nat(200), piece, fc.nat(30)).map(([at, length, other, times]) => {
    const whole = mail();
    return Buffer.from(whole.slice(0, at) + other.repeat(times) + whole.slice(at + length));
  }),
);

test(
  'whatever comes is read, without a failure and in little time',
  () => {
    fc.assert(
      fc.property(hostile, (bytes) => {
        const reply = readReply(bytes);
        expect(reply.note === null || reply.note.length <= 500).toBe(true);
        expect(reply.note ?? '').toSatisfy((note: string) => note.isWellFormed());
      }),
      bounds,
    );
  },
  (minutes + 2) * 60_000,
);

test.each<[string, string]>([
  ['delimiters', `Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\n'.repeat(1_000_000)}`],
  [
    'delimiters that are none',
    `Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--ab\r\n'.repeat(1_000_000)}`,
  ],
  [
    'parts within parts',
    `${'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(100_000)}`,
  ],
  ['headers', 'X: y\r\n'.repeat(1_000_000)],
  ['a header that is folded', `From: a\r\n${' b\r\n'.repeat(1_000_000)}`],
  ['tags', `Content-Type: text/html\r\n\r\n${'<div>'.repeat(1_000_000)}`],
  ['quotes', `Content-Type: text/calendar\r\n\r\nATTENDEE${';"'.repeat(2_000_000)}`],
  ['spaces', `Content-Type: text/plain${'; '.repeat(2_000_000)}`],
  ['attendees', `Content-Type: text/calendar\r\n\r\n${'ATTENDEE:mailto:a@b\r\n'.repeat(300_000)}`],
  ['events', `Content-Type: text/calendar\r\n\r\n${'BEGIN:VEVENT\r\n'.repeat(500_000)}`],
  [
    'text that goes on',
    `Content-Type: text/calendar\r\n\r\nCOMMENT:\r\n${'a\r\n'.repeat(2_000_000)}`,
  ],
])('megabytes of %s are read in the bounds of the reader', (_title, raw) => {
  expect(readReply(Buffer.from(raw)).uid).toBe(null);
});
