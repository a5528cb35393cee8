import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { toFeed } from '../feed/to-feed.ts';
import { type CalendarEntry, toInvitation } from './icalendar.ts';
import { formatWhen } from './when.ts';

const entry: CalendarEntry = {
  uid: '0198-meeting@atrium',
  sequence: 0,
  title: 'Revisión anual',
  startDateTime: '2027-01-15T09:30:00',
  endDateTime: '2027-01-15T10:15:00',
  timezone: 'America/Santiago',
  allDay: false,
  location: 'Av. Apoquindo 3000; piso 12, Santiago',
  description: 'Repasamos el año.\nTraiga la cartola.',
  link: 'https://meet.example/a?b=1',
  canceled: false,
  organizer: { name: 'Ana Rojas', email: 'ana@andes.example', sentBy: 'no-reply@atrium.local' },
  attendee: { name: 'Isabel', email: 'isabel@example.com', rsvpStatus: 'UNKNOWN' },
  stampedAt: '2026-11-21T18:00:00',
};

/** Reads the file with another implementation. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('There is no event');
  return { calendar, component, event: new ICAL.Event(component) };
}

const instantOf = (time: ICAL.Time) =>
  Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1000).toString();

describe('a time', () => {
  test.each([
    ['America/Santiago', '2027-01-15T09:30:00', '2027-01-15T12:30:00Z', 'in summer'],
    ['America/Santiago', '2027-06-15T09:30:00', '2027-06-15T13:30:00Z', 'in winter'],
    ['Europe/Madrid', '2027-03-27T23:30:00', '2027-03-27T22:30:00Z', 'the night clocks go forward'],
    ['Europe/Madrid', '2027-03-28T12:00:00', '2027-03-28T10:00:00Z', 'the day after'],
    ['Asia/Kolkata', '2027-01-15T09:30:00', '2027-01-15T04:00:00Z', 'half an hour aside'],
    ['Pacific/Apia', '2027-01-15T09:30:00', '2027-01-14T20:30:00Z', 'a day ahead'],
    ['US/Pacific', '2027-01-15T09:30:00', '2027-01-15T17:30:00Z', 'under an old name'],
    ['UTC', '2027-01-15T09:30:00', '2027-01-15T09:30:00Z', 'everywhere'],
    ['Etc/GMT+3', '2027-01-15T09:30:00', '2027-01-15T12:30:00Z', 'at an offset'],
  ])('in %s at %s is the instant %s to another program, %s', (timezone, local, instant) => {
    const end = Temporal.PlainDateTime.from(local).add({ minutes: 45 }).toString();
    const { calendar, component, event } = read(
      toInvitation(
        'REQUEST',
        { ...entry, timezone, startDateTime: local, endDateTime: end },
        'Andes',
      ),
    );
    expect(instantOf(event.startDate)).toBe(instant);
    expect(event.duration.toSeconds()).toBe(2700);
    const zone = calendar.getFirstSubcomponent('vtimezone');
    expect(zone?.getFirstPropertyValue('tzid')).toBe(
      component.getFirstProperty('dtstart')?.getFirstParameter('tzid'),
    );
  });

  test('that clocks skip is the one an hour later', () => {
    const { event } = read(
      toInvitation(
        'REQUEST',
        {
          ...entry,
          timezone: 'Europe/Madrid',
          startDateTime: '2027-03-28T02:30:00',
          endDateTime: '2027-03-28T04:00:00',
        },
        'Andes',
      ),
    );
    expect(event.startDate.toString()).toBe('2027-03-28T03:30:00');
  });

  test.each([
    ['2027-03-01T00:00:00', '2027-03-02T00:00:00', '2027-03-01', '2027-03-02'],
    ['2027-03-01T00:00:00', '2027-03-01T23:59:00', '2027-03-01', '2027-03-02'],
    ['2027-03-01T00:00:00', '2027-03-04T00:00:00', '2027-03-01', '2027-03-04'],
    ['2027-02-28T00:00:00', '2027-03-01T12:00:00', '2027-02-28', '2027-03-02'],
  ])('of whole days from %s to %s stays dates, the end excluded', (start, end, from, until) => {
    for (const timezone of ['Pacific/Apia', 'America/Santiago']) {
      const times = { timezone, startDateTime: start, endDateTime: end, allDay: true };
      const { event, calendar } = read(toInvitation('REQUEST', { ...entry, ...times }, 'Andes'));
      expect(event.startDate.isDate && event.endDate.isDate).toBe(true);
      expect([event.startDate.toString(), event.endDate.toString()]).toEqual([from, until]);
      expect(calendar.getFirstSubcomponent('vtimezone')).toBe(null);
    }
  });
});

test('an invitation says who asks whom, and a cancellation takes the same event away', () => {
  const { calendar, component, event } = read(toInvitation('REQUEST', entry, 'Andes'));
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
  expect([event.uid, event.sequence, event.summary]).toEqual([entry.uid, 0, entry.title]);
  expect([event.location, event.description]).toEqual([entry.location, entry.description]);
  expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(String(component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-21T18:00:00Z');
  const organizer = component.getFirstProperty('organizer');
  expect(organizer?.getFirstValue()).toBe('mailto:ana@andes.example');
  expect(organizer?.getFirstParameter('sent-by')).toBe('mailto:no-reply@atrium.local');
  const [attendee] = component.getAllProperties('attendee');
  expect(String(attendee?.getFirstValue()).toLowerCase()).toBe('mailto:isabel@example.com');
  expect(attendee?.getFirstParameter('partstat')).toBe('NEEDS-ACTION');
  expect(attendee?.getFirstParameter('rsvp')).toBe('TRUE');

  const gone = read(toInvitation('CANCEL', { ...entry, sequence: 3, canceled: true }, 'Andes'));
  expect(gone.calendar.getFirstPropertyValue('method')).toBe('CANCEL');
  expect([gone.event.uid, gone.event.sequence]).toEqual([entry.uid, 3]);
  expect(gone.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(gone.component.getAllProperties('attendee')).toHaveLength(1);
});

test('text that people write stays text, whatever is in it', () => {
  const hostile = 'a\r\nATTENDEE:mailto:x@x.example\u2028END:VEVENT;b,c\\n"\u0007';
  const text = toInvitation(
    'REQUEST',
    {
      ...entry,
      title: hostile,
      location: hostile,
      description: hostile,
      link: 'javascript:alert(1)\r\nX:1',
      organizer: { name: hostile, email: 'ana@andes.example', sentBy: null },
      attendee: { name: `"; CN=x:${hostile}`, email: 'isabel@example.com', rsvpStatus: 'ACCEPTED' },
    },
    'Andes',
  );
  const { calendar, component, event } = read(text);
  expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1);
  expect(component.getAllProperties('attendee')).toHaveLength(1);
  expect(event.summary).toBe('a ATTENDEE:mailto:x@x.example END:VEVENT;b,c\\n"');
  expect(event.description).toContain('a\nATTENDEE:mailto:x@x.example');
  expect(component.getFirstProperty('attendee')?.getFirstParameter('cn')).toContain('"; CN=x:');
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
});

test('a calendar to subscribe to tells of no people, and describes each zone once', async () => {
  const { organizer, attendee, ...meeting } = entry;
  const entries = [
    { ...meeting, uid: 'one@atrium' },
    { ...meeting, uid: 'other@atrium' },
  ];
  const { calendar, component } = read(await toFeed('Andes\r\nX-EVIL:1', entries));
  expect(calendar.getFirstPropertyValue('method')).toBe(null);
  expect(calendar.getFirstPropertyValue('name')).toBe('Andes X-EVIL:1');
  expect(calendar.getAllSubcomponents('vtimezone')).toHaveLength(1);
  expect(calendar.getAllSubcomponents('vevent')).toHaveLength(2);
  expect(component.getFirstProperty('organizer')).toBe(null);
});

test('mail, page and file say one time of a meeting in an hour that clocks skip', () => {
  const span = {
    startDateTime: '2027-03-28T02:10:00',
    endDateTime: '2027-03-28T02:40:00',
    timezone: 'Europe/Madrid',
    allDay: false,
  };
  const { hours } = formatWhen(span, 'ENGLISH');
  expect(hours).toMatch(/^03:10 – 03:40, .*\(GMT\+2\)$/);
  const { component } = read(toInvitation('REQUEST', { ...entry, ...span }, 'Andes'));
  expect(`${component.getFirstPropertyValue('dtstart')}`).toBe('2027-03-28T03:10:00');
});

test('a feed’s properties come before its components', async () => {
  const text = await toFeed('Andes', [entry]);
  const lines = text.split('\r\n').filter(Boolean);
  const first = lines.findIndex((line) => line.startsWith('BEGIN:V') && line !== 'BEGIN:VCALENDAR');
  let depth = 0;
  for (const line of lines.slice(first, -1)) {
    if (line.startsWith('BEGIN:')) depth += 1;
    expect([line, depth > 0]).toEqual([line, true]);
    if (line.startsWith('END:')) depth -= 1;
  }
  expect(text).not.toContain('METHOD');
});
