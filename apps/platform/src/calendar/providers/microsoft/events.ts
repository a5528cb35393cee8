import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import { findZone } from '../../../meetings/zone-names.ts';
import {
  type Answer,
  type EventDetails,
  type EventFields,
  type ExportedEvent,
  type Part,
  type ProviderEvent,
  timeFields,
} from '../provider.ts';
import { fromDate, toDate, toInstant, toLocal, toLocalIn } from '../times.ts';
import { withoutJoinBlock } from './join-block.ts';
import { toKnownZone } from './zones.ts';

type Time = { dateTime?: string; timeZone?: string };
type Address = { address?: string; name?: string };
type Response = { response?: string; time?: string };

/** The parts of Microsoft Graph's event that matter here (graph/api/resources/event). */
export type GraphEvent = {
  id: string;
  '@odata.etag'?: string;
  '@removed'?: { reason?: string };
  lastModifiedDateTime?: string;
  type?: 'singleInstance' | 'occurrence' | 'exception' | 'seriesMaster';
  seriesMasterId?: string | null;
  originalStart?: string | null;
  transactionId?: string | null;
  iCalUId?: string | null;
  subject?: string | null;
  body?: { contentType?: string; content?: string };
  location?: { displayName?: string };
  start?: Time;
  end?: Time;
  originalStartTimeZone?: string;
  isAllDay?: boolean;
  isCancelled?: boolean;
  isOrganizer?: boolean;
  organizer?: { emailAddress?: Address };
  attendees?: { type?: string; emailAddress?: Address; status?: Response }[];
  responseStatus?: Response;
  showAs?: string;
  sensitivity?: string;
  onlineMeeting?: { joinUrl?: string } | null;
};

/** The body is asked for as text; see https://learn.microsoft.com/graph/api/event-get. */
const all = ['title', 'description', 'location', 'start'] as const;

/**
 * Returns the parts of an event that changed, as Microsoft writes them; by default all of it.
 * Guests are never among them: Exchange would invite them a second time, and has no switch against
 * it.
 */
export function toGraphEvent(
  { fields }: ExportedEvent,
  changed: readonly Part[] = all,
): Partial<GraphEvent> {
  const has = (part: Part) => changed.includes(part);
  const { start, end, timeZone } = fields.allDay
    ? { ...fields, timeZone: toKnownZone(fields).timeZone }
    : toKnownZone(fields);
  return {
    ...(has('title') ? { subject: fields.title } : {}),
    ...(has('description') ? { body: { contentType: 'text', content: fields.description } } : {}),
    ...(has('location') ? { location: { displayName: fields.location } } : {}),
    ...(timeFields.some(has)
      ? {
          start: { dateTime: start, timeZone },
          end: { dateTime: end, timeZone },
          isAllDay: fields.allDay,
        }
      : {}),
  };
}

const stampId = 'String {7a3b8e52-5c1e-4f0e-9a51-6f1d2c6a94b7} Name AtriumMeeting';

/**
 * Returns what the event of a meeting is known again by: its transaction, and a property of ours.
 */
export function stampOf(meetingUuid: string) {
  return {
    transactionId: meetingUuid,
    singleValueExtendedProperties: [{ id: stampId, value: meetingUuid }],
  };
}

/** Returns the filter that finds it by that (graph/api/singlevaluelegacyextendedproperty-get). */
export function stampFilter(meetingUuid: string): string {
  return `singleValueExtendedProperties/any(ep: ep/id eq '${stampId}' and ep/value eq '${meetingUuid}')`;
}

/**
 * Returns an event as Microsoft tells of it, its times asked for in UTC. One in a zone that somebody made
 * up ("Customized Time Zone", `tzone://Microsoft/Custom`) is in that of the calendar's owner.
 */
export function fromGraphEvent(event: GraphEvent, ownZone: string): ProviderEvent {
  const base = {
    externalId: event.id,
    etag: event['@odata.etag'] ?? null,
    updatedAt: event.lastModifiedDateTime ?? null,
  };
  if (event['@removed'] || event.isCancelled || !event.start) return { ...base, details: null };
  if (event.type === 'seriesMaster') return { ...base, details: null, isSeries: true };
  return { ...base, details: readDetails(event, ownZone) };
}

/** Returns an instance with what its series says where the listing names only its time. */
export function fillFromSeries(instance: GraphEvent, series: GraphEvent): GraphEvent {
  const { id, type, start, end, originalStart, ...shared } = series;
  return { ...shared, ...instance };
}

function readDetails(event: GraphEvent, ownZone: string): EventDetails {
  const { organizer, attendees = [], seriesMasterId } = event;
  const fields = readFields(event, ownZone);
  const ownEmail = event.isOrganizer
    ? plainEmail(organizer?.emailAddress?.address ?? '')
    : undefined;
  const startsAt = toInstant(fields.start, fields.timezone);
  return {
    fields,
    guests: attendees
      .filter(({ type, emailAddress }) => type !== 'resource' && emailAddress?.address)
      .filter(({ emailAddress }) => plainEmail(emailAddress?.address ?? '') !== ownEmail)
      .map(({ emailAddress, status }) => ({
        email: emailAddress?.address ?? '',
        name: emailAddress?.name ?? null,
        answer: readAnswer(status?.response),
        answeredAt: readAnswered(status),
      })),
    organizer: {
      email: organizer?.emailAddress?.address ?? '',
      name: organizer?.emailAddress?.name ?? null,
      isSelf: event.isOrganizer ?? true,
    },
    ownAnswer: event.isOrganizer ? null : readAnswer(event.responseStatus?.response),
    ownAnsweredAt: readAnswered(event.responseStatus),
    icalUid: event.iCalUId ?? null,
    seriesId: seriesMasterId ?? null,
    originalStart: seriesMasterId ? readOriginal(event, startsAt) : null,
    joinUrl: event.onlineMeeting?.joinUrl ?? null,
    isBusy: event.showAs !== 'free' && event.showAs !== 'workingElsewhere',
    isPrivate: ['private', 'personal', 'confidential'].includes(event.sensitivity ?? 'normal'),
    isAppointment: true,
    meetingUuid: event.transactionId ?? null,
    startsAt,
    endsAt: toInstant(fields.end, fields.timezone),
  };
}

function readOriginal({ originalStart }: GraphEvent, startsAt: string): string {
  return originalStart ? Temporal.Instant.from(originalStart).toString() : startsAt;
}

function readFields({ start, end, ...event }: GraphEvent, ownZone: string): EventFields {
  const allDay = event.isAllDay ?? false;
  const named = event.originalStartTimeZone;
  const timezone = findZone(named) ?? (named ? ownZone : (findZone(start?.timeZone) ?? ownZone));
  const local = (time: Time = {}) => {
    const text = toLocal(Temporal.PlainDateTime.from(time.dateTime ?? '1970-01-01T00:00:00'));
    // All-day times are midnights whatever zone they are given in: their dates stay what they are.
    if (allDay && text.endsWith('T00:00:00')) return text;
    const zone = findZone(time.timeZone) ?? 'UTC';
    const inOwnZone = toLocalIn(toInstant(text, zone), timezone);
    return allDay ? fromDate(toDate(inOwnZone)) : inOwnZone;
  };
  return {
    title: event.subject ?? '',
    description: event.onlineMeeting
      ? withoutJoinBlock(event.body?.content ?? '')
      : (event.body?.content ?? ''),
    location: event.location?.displayName ?? '',
    start: local(start),
    end: local(end),
    timezone,
    allDay,
  };
}

/** Returns the time of an answer; without one Microsoft says the first day of the year 1. */
function readAnswered({ time }: Response = {}): string | null {
  return time && !time.startsWith('0001-') ? time : null;
}

function readAnswer(response: string | undefined): Answer {
  if (response === 'accepted' || response === 'organizer') return 'ACCEPTED';
  return response === 'declined' ? 'DECLINED' : 'UNKNOWN';
}
