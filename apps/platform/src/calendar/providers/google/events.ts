import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { calendar_v3 } from '@googleapis/calendar';
import { findZone } from '../../../meetings/zone-names.ts';
import {
  type Answer,
  type EventDetails,
  type EventFields,
  type ExportedEvent,
  type Guest,
  type Part,
  type ProviderEvent,
  timeFields,
} from '../provider.ts';
import { fromDate, toDate, toInstant, toLocal, toLocalIn } from '../times.ts';
import { fromText, toText } from './description.ts';

type Event = calendar_v3.Schema$Event;
type Attendee = calendar_v3.Schema$EventAttendee;

const stamp = 'atriumMeeting';
const all = ['title', 'description', 'location', 'start', 'guests'] as const;

/**
 * Returns the event id of a meeting: base32hex characters, 5 to 1024 of them, as events.insert
 * asks.
 */
export function eventIdOf(meetingUuid: string): string {
  return `atrium${meetingUuid.replaceAll('-', '')}`;
}

/** Returns the parts of an event that changed, as Google writes them; by default all of it. */
export function toEvent(
  { meetingUuid, fields, guests }: ExportedEvent,
  changed: readonly Part[] = all,
): Event {
  const has = (part: Part) => changed.includes(part);
  const time = (local: string) =>
    fields.allDay
      ? { date: toDate(local), dateTime: null, timeZone: null }
      : { dateTime: local, timeZone: fields.timezone, date: null };
  return {
    ...(has('title') ? { summary: fields.title } : {}),
    ...(has('description') ? { description: fromText(fields.description) } : {}),
    ...(has('location') ? { location: fields.location } : {}),
    ...(timeFields.some(has) ? { start: time(fields.start), end: time(fields.end) } : {}),
    ...(has('guests') && guests ? { attendees: guests.map(toAttendee) } : {}),
    extendedProperties: { private: { [stamp]: meetingUuid } },
  };
}

function toAttendee({ email, name, answer }: Guest): Attendee {
  return { email, ...(name ? { displayName: name } : {}), responseStatus: responses[answer] };
}

/** Returns our guests with what the provider knows of them, and whoever was invited over there. */
export function mergeGuests(
  current: readonly Attendee[],
  ours: readonly Attendee[],
  { former = [], moved = false }: { former?: readonly string[] | undefined; moved?: boolean } = {},
): Attendee[] {
  const key = ({ email }: Attendee) => plainEmail(email ?? '');
  const merged = ours.map((guest) => {
    const known = current.find((each) => key(each) === key(guest));
    const answered = moved || guest.responseStatus !== responses.UNKNOWN;
    return { ...known, ...guest, ...(known && !answered ? answerOf(known) : {}) };
  });
  const added = current.filter(
    (each) => !former.includes(key(each)) && !ours.some((guest) => key(guest) === key(each)),
  );
  return [...merged, ...added];
}

const answerOf = ({ responseStatus }: Attendee) => (responseStatus ? { responseStatus } : {});

const responses: Record<Answer, string> = {
  UNKNOWN: 'needsAction',
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
};

/** Returns an event as Google tells of it; one without a zone of its own is in the calendar's, or its owner's. */
export function fromEvent(event: Event, calendarZone: string): ProviderEvent {
  const { id, etag, updated, status } = event;
  const base = { externalId: id ?? '', etag: etag ?? null, updatedAt: updated ?? null };
  if (status === 'cancelled' || !event.start) return { ...base, details: null };
  if (event.recurrence?.length) return { ...base, details: null, isSeries: true };
  return { ...base, details: readDetails(event, calendarZone) };
}

function readDetails(event: Event, calendarZone: string): EventDetails {
  const { organizer, attendees = [], originalStartTime } = event;
  const fields = readFields(event, calendarZone);
  const people = (attendees ?? []).filter(({ resource, email }) => !resource && email);
  const self = people.find((each) => each.self);
  return {
    fields,
    guests: people
      .filter((each) => !each.self)
      .map((each) => ({
        email: each.email ?? '',
        name: each.displayName ?? null,
        answer: readAnswer(each.responseStatus),
      })),
    organizer: {
      email: organizer?.email ?? '',
      name: organizer?.displayName ?? null,
      isSelf: organizer?.self ?? !organizer,
    },
    ownAnswer: self ? readAnswer(self.responseStatus) : null,
    icalUid: event.iCalUID ?? null,
    seriesId: event.recurringEventId ?? null,
    originalStart: originalStartTime ? readOriginal(originalStartTime, fields.timezone) : null,
    joinUrl: event.hangoutLink ?? readJoinUrl(event),
    isBusy: event.transparency !== 'transparent',
    isPrivate: event.visibility === 'private' || event.visibility === 'confidential',
    isAppointment: ['default', 'fromGmail'].includes(event.eventType ?? 'default'),
    meetingUuid: event.extendedProperties?.private?.[stamp] ?? null,
    startsAt: toInstant(fields.start, fields.timezone),
    endsAt: toInstant(fields.end, fields.timezone),
  };
}

function readFields({ start, end, ...event }: Event, calendarZone: string): EventFields {
  const timezone = findZone(start?.timeZone) ?? calendarZone;
  const local = (time: typeof start) =>
    time?.date ? fromDate(time.date) : readTime(time?.dateTime ?? '', timezone);
  return {
    title: event.summary ?? '',
    description: toText(event.description ?? ''),
    location: event.location ?? '',
    start: local(start),
    end: local(end),
    timezone,
    allDay: Boolean(start?.date),
  };
}

/** Reads the link to a conference of another vendor than Google. */
function readJoinUrl({ conferenceData }: Event): string | null {
  const entries = conferenceData?.entryPoints ?? [];
  return entries.find(({ entryPointType }) => entryPointType === 'video')?.uri ?? null;
}

/** Returns an instance's name within its series: the date, or the instant, at which it was to start. */
function readOriginal(time: calendar_v3.Schema$EventDateTime, timezone: string): string {
  if (time.date) return time.date;
  return toInstant(readTime(time.dateTime ?? '', timezone), timezone);
}

/** Reads a time: RFC 3339 with an offset, or, without one, local to the zone named beside it. */
function readTime(text: string, timezone: string): string {
  return /(Z|[+-]\d\d:\d\d)$/i.test(text)
    ? toLocalIn(text, timezone)
    : toLocal(Temporal.PlainDateTime.from(text));
}

function readAnswer(status: string | null | undefined): Answer {
  if (status === 'accepted') return 'ACCEPTED';
  return status === 'declined' ? 'DECLINED' : 'UNKNOWN';
}
