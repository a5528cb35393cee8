import type { Calendar } from '../core/calendar.ts';
import type { Answer, Attendee, CalendarEvent } from '../core/event.ts';
import { instantOf, toZone, type ZonedTime } from '../core/time.ts';
import { toWindowsZone } from '../core/zones.ts';
import { htmlToText, textToHtml } from './body.ts';
import { idOf } from './ids.ts';
import type { Preferences } from './preferences.ts';
import { fromRule } from './recurrence.ts';

// The event resource: https://learn.microsoft.com/graph/api/resources/event?view=graph-rest-1.0

export const answers: Record<Answer, string> = {
  none: 'none',
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentativelyAccepted',
};

const never = '0001-01-01T00:00:00Z';

function changeKeyOf({ changed }: { changed: number }): string {
  return Buffer.from(`key:${String(changed).padStart(15, '0')}`).toString('base64');
}

export function etagOf(event: { changed: number }): string {
  return `W/"${changeKeyOf(event)}"`;
}

/** Says what kind of event it is in Graph's words. */
export function typeOf(event: CalendarEvent, calendar: Calendar): string {
  if (event.recurrence.length > 0) return 'seriesMaster';
  if (!event.seriesId) return 'singleInstance';
  return calendar.data.events.has(event.id) ? 'exception' : 'occurrence';
}

/** A whole event. Times are in the zone that the caller prefers, all-day ones at its midnight. */
export function toWire(event: CalendarEvent, calendar: Calendar, prefer: Preferences) {
  const { span, organizer, extra } = event;
  const isOrganizer = organizer.email.toLowerCase() === calendar.data.email;
  const cancelled = extra.isCancelled === true;
  const text = bodyOf(event, prefer.bodyAsText);
  return {
    ...slimFields(event, calendar, prefer),
    createdDateTime: toStamp(event.createdMs),
    lastModifiedDateTime: toStamp(event.updatedMs),
    changeKey: changeKeyOf(event),
    categories: extra.categories ?? [],
    transactionId: event.transactionId ?? null,
    originalStartTimeZone: toWindowsZone(span.allDay ? calendar.data.zone : span.start.zone),
    originalEndTimeZone: toWindowsZone(span.allDay ? calendar.data.zone : span.end.zone),
    iCalUId: event.iCalUid,
    reminderMinutesBeforeStart: extra.reminderMinutesBeforeStart ?? 15,
    isReminderOn: extra.isReminderOn ?? true,
    hasAttachments: false,
    subject: event.title,
    bodyPreview: bodyOf(event, true).content.slice(0, 255),
    importance: extra.importance ?? 'normal',
    sensitivity: extra.sensitivity ?? 'normal',
    isAllDay: span.allDay,
    isCancelled: cancelled,
    isOrganizer,
    isDraft: false,
    responseRequested: extra.responseRequested ?? true,
    showAs: event.showAs,
    webLink: calendar.linkTo(event.id),
    onlineMeetingUrl: null,
    isOnlineMeeting: Boolean(extra.onlineMeeting),
    onlineMeeting: extra.onlineMeeting ?? null,
    onlineMeetingProvider: extra.onlineMeeting ? 'teamsForBusiness' : 'unknown',
    allowNewTimeProposals: extra.allowNewTimeProposals ?? true,
    hideAttendees: extra.hideAttendees ?? false,
    responseStatus: isOrganizer
      ? { response: 'organizer', time: never }
      : ownAnswer(event, calendar),
    body: text,
    location: { displayName: event.location, locationType: 'default' },
    locations: event.location ? [{ displayName: event.location, locationType: 'default' }] : [],
    recurrence: fromRule(event.recurrence, span),
    attendees: event.attendees.map(toAttendee),
    organizer: {
      emailAddress: { name: organizer.name ?? organizer.email, address: organizer.email },
    },
    ...(event.originalStart ? { originalStart: toOriginalStart(event.originalStart) } : {}),
  };
}

/** All that a delta tells of an occurrence: the rest is in the series' own entry. */
export function slimFields(event: CalendarEvent, calendar: Calendar, prefer: Preferences) {
  const series = event.seriesId ? { id: event.seriesId, moves: event.moves } : undefined;
  return {
    '@odata.etag': etagOf(event),
    id: idOf(event, prefer.immutableIds),
    seriesMasterId: series ? idOf(series, prefer.immutableIds) : null,
    type: typeOf(event, calendar),
    ...toTimes(event, calendar, prefer),
  };
}

/** An all-day event is at midnight of the zone asked for, or else of the mailbox: its days stay. */
function toTimes({ span }: CalendarEvent, { data }: Calendar, { zone, hasZone }: Preferences) {
  if (!span.allDay) return { start: toTime(span.start, { zone }), end: toTime(span.end, { zone }) };
  const timeZone = hasZone ? zone.name : toWindowsZone(data.zone);
  const midnight = (date: string) => ({ dateTime: `${date}T00:00:00.0000000`, timeZone });
  return { start: midnight(span.start), end: midnight(span.end) };
}

export function toTime(time: ZonedTime, { zone }: Pick<Preferences, 'zone'>) {
  const { local } = toZone(instantOf(time), zone.iana);
  return { dateTime: `${local}.0000000`, timeZone: zone.name };
}

function bodyOf({ description, extra }: CalendarEvent, asText: boolean) {
  const isText = extra.bodyType !== 'html';
  if (asText)
    return { contentType: 'text', content: isText ? description : htmlToText(description) };
  return { contentType: 'html', content: isText ? textToHtml(description) : description };
}

function ownAnswer({ attendees }: CalendarEvent, { data }: Calendar) {
  const self = attendees.find((each) => each.email.toLowerCase() === data.email);
  return toStatus(self?.answer === 'none' || !self ? 'notResponded' : answers[self.answer], self);
}

function toAttendee(attendee: Attendee) {
  return {
    type: attendee.optional ? 'optional' : 'required',
    status: toStatus(answers[attendee.answer], attendee),
    emailAddress: { name: attendee.name ?? attendee.email, address: attendee.email },
  };
}

function toStatus(response: string, attendee: Attendee | undefined) {
  return { response, time: attendee?.answeredMs ? toStamp(attendee.answeredMs) : never };
}

function toOriginalStart(start: ZonedTime | string): string {
  return typeof start === 'string' ? `${start}T00:00:00Z` : toStamp(instantOf(start));
}

function toStamp(ms: number): string {
  return new Date(ms).toISOString().replace(/(\.\d{3})Z$/, (_, fraction) => `${fraction}0000Z`);
}
