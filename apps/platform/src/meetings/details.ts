import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { MeetingColumns } from './queries.ts';
import type { MeetingChanges } from './schemas.ts';
import { canonicalZone, deriveInstants, readLocalTime, rulesVersion, type Span } from './time.ts';

/** What a meeting is, apart from the people: all that somebody can write. */
export type Details = Span & {
  title: string | null;
  locationType: 'ONLINE' | 'IN_PERSON';
  locationDetail: string | null;
  description: string | null;
  internalNotes: string | null;
  meetingInformation: string | null;
  meetingLink: string | null;
  meetingPassword: string | null;
  meetingProvider: string | null;
};

const texts = [
  'title',
  'locationDetail',
  'description',
  'internalNotes',
  'meetingInformation',
  'meetingLink',
  'meetingPassword',
  'meetingProvider',
] as const;

/** What a request states of a meeting, as it is kept: times with seconds, the zone in its letter case. */
export function readDetails(input: MeetingChanges): Partial<Details> {
  const { startDateTime, endDateTime, timezone, allDay, locationType } = input;
  const stated = {
    startDateTime: startDateTime && readLocalTime(startDateTime),
    endDateTime: endDateTime && readLocalTime(endDateTime),
    timezone: timezone && canonicalZone(timezone),
    allDay: allDay === null ? false : allDay,
    locationType,
    ...Object.fromEntries(texts.map((name) => [name, input[name]])),
  };
  const entries = Object.entries(stated).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/**
 * Throws VALIDATION_FAILED unless the end comes after the start, and what is stated of them has a
 * time of day, which only whole days do without.
 */
export function checkSpan({ startDateTime, endDateTime, allDay }: Span, stated: MeetingChanges) {
  for (const name of ['startDateTime', 'endDateTime'] as const) {
    if (allDay || stated[name]?.length !== 10) continue;
    throw invalid(fieldError(name, 'INVALID_FORMAT', 'must have a time of day, unless allDay'));
  }
  if (endDateTime > startDateTime) return;
  throw invalid(fieldError('endDateTime', 'NOT_AFTER_START', 'must be after startDateTime'));
}

/** The columns of some details; with any part of the time stated, of the whole of it. */
export function toColumns(stated: Partial<Details>, whole: Details): MeetingColumns {
  const { startDateTime, endDateTime, timezone, allDay, ...rest } = stated;
  const retimed = [startDateTime, endDateTime, timezone, allDay].some((each) => each !== undefined);
  return retimed ? { ...rest, ...spanColumns(whole) } : rest;
}

/** The columns of a time: what was meant, and what is derived from it. */
export function spanColumns(span: Span): MeetingColumns {
  return {
    startLocal: span.startDateTime,
    endLocal: span.endDateTime,
    timezone: span.timezone,
    allDay: span.allDay,
    ...deriveInstants(span),
    rulesVersion,
  };
}
