/** Holds what a calendar's reply by mail says; what is left out is as programs write it. */
export type ReplyText = {
  uid: string;
  from: string;
  attendee?: string;
  partstat?: string;
  method?: string;
  /** Minutes before now at which it was written, and the mail dated. */
  minutesAgo?: number;
  datedMinutesAgo?: number;
  stamp?: string;
  sequence?: number;
  /** Lines of the event after the others. */
  lines?: readonly string[];
  /** Lines of the calendar in the place of those. */
  calendar?: readonly string[];
  /** Parts of the mail after the calendar. */
  parts?: readonly string[];
};

const before = (minutes: number) =>
  Temporal.Now.instant().subtract({ minutes }).toString({ smallestUnit: 'second' });

/** Returns an instant some minutes ago as iCalendar writes it. */
export const stampOf = (minutes: number): string => before(minutes).replace(/[-:]/g, '');

/** Returns a whole mail with a reply. */
export function replyMail(reply: ReplyText): string {
  const { uid, from, minutesAgo = 0, datedMinutesAgo = minutesAgo, method = 'REPLY' } = reply;
  const { partstat = 'ACCEPTED', attendee = `mailto:${from}`, sequence = 0, lines = [] } = reply;
  const calendar = reply.calendar ?? [
    'BEGIN:VCALENDAR',
    'PRODID:-//Example Corp//Calendar 3.2//EN',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    'ORGANIZER:mailto:rsvp@atrium.example',
    attendee.startsWith(';')
      ? `ATTENDEE${attendee}`
      : `ATTENDEE;CN="Gabriel Soto";PARTSTAT=${partstat}:${attendee}`,
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${reply.stamp ?? stampOf(minutesAgo)}`,
    'DTSTART:20300506T140000Z',
    'DTEND:20300506T150000Z',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return [
    `From: "Gabriel Soto" <${from}>`,
    'To: rsvp@atrium.example',
    `Date: ${new Date(before(datedMinutesAgo)).toUTCString().replace('GMT', '+0000')}`,
    'Content-Type: multipart/mixed; boundary="parts"',
    '',
    '--parts',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'My answer is enclosed.',
    '--parts',
    `Content-Type: text/calendar; charset=utf-8; method=${method}`,
    '',
    ...calendar,
    ...(reply.parts ?? []).flatMap((part) => ['--parts', part]),
    '--parts--',
    '',
  ].join('\r\n');
}
