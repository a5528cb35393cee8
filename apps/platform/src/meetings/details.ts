import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { findZone } from '@atrium/kit/zones.ts';
import type { Static } from 'typebox';
import { readLocalTime } from '../http/local-time.ts';
import type { RecordFields } from '../lists/record-fields.ts';
import { meetingTable } from './fields.ts';
import type { MeetingChanges, MeetingRow } from './schemas.ts';
import { type Derived, deriveInstants, rulesVersion, type Span } from './time.ts';

type Stored = {
  [Name in keyof typeof meetingTable as (typeof meetingTable)[Name] extends {
    create: object;
    storedApart?: never;
  }
    ? Name
    : never]: Static<(typeof meetingTable)[Name]['answer']>;
};

/** A meeting apart from its people: all that somebody can write. */
export type Details = Span & Stored;

/** The columns of a meeting that are written. */
export type MeetingColumns = Partial<
  Omit<Details, 'startDateTime' | 'endDateTime'> &
    Derived & { startLocal: string; endLocal: string; rulesVersion: string } & Pick<
      MeetingRow,
      | 'source'
      | 'hostUuid'
      | 'hostType'
      | 'hostName'
      | 'hostEmail'
      | 'createdByUuid'
      | 'createdByType'
      | 'organizerEmail'
      | 'organizerName'
      | 'externallyOrganized'
      | 'externalSyncStatus'
      | 'lastSyncOperation'
      | 'icalUid'
      | 'isPersonal'
    >
>;

const fields: RecordFields = meetingTable;
const stored = Object.keys(fields).filter(
  (name) => fields[name]?.create && !fields[name]?.storedApart,
);

/** The details of a new meeting of which nothing is stated. */
export const unstated = {
  allDay: false,
  ...Object.fromEntries(stored.map((name) => [name, null])),
};

/** Returns the fields that a request states, as they are stored: times with seconds, the zone in its usual spelling. */
export function readDetails(input: MeetingChanges): Partial<Details> {
  const { startDateTime, endDateTime, timezone, allDay } = input;
  const stated = {
    startDateTime: startDateTime && readLocalTime(startDateTime),
    endDateTime: endDateTime && readLocalTime(endDateTime),
    timezone: timezone && findZone(timezone),
    allDay: allDay === null ? false : allDay,
    ...Object.fromEntries(stored.map((name) => [name, input[name as keyof MeetingChanges]])),
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

/** Returns the columns of some details; with any part of the time stated, of the whole of it. */
export function toColumns(stated: Partial<Details>, whole: Details): MeetingColumns {
  const { startDateTime, endDateTime, timezone, allDay, ...rest } = stated;
  const retimed = [startDateTime, endDateTime, timezone, allDay].some((each) => each !== undefined);
  if (!retimed) return rest;
  return {
    ...rest,
    startLocal: whole.startDateTime,
    endLocal: whole.endDateTime,
    timezone: whole.timezone,
    allDay: whole.allDay,
    ...deriveInstants(whole),
    rulesVersion,
  };
}
