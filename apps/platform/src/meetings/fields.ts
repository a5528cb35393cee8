import { Enum, Kept, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type TSchema, Type } from 'typebox';
import { providerNames } from '../calendar-providers.ts';
import { Clearable } from '../contacts/profile-schemas.ts';
import type { ListFields } from '../lists/fields.ts';
import { fieldsWith, listFieldsOf, type RecordFields } from '../lists/record-fields.ts';
import { lastMailOfParticipant } from '../mail/last-mail.ts';

const locationTypes = ['ONLINE', 'IN_PERSON'] as const;
export const meetingStatuses = ['ACTIVE', 'CANCELED'] as const;
const meetingSources = ['INTERNAL', ...providerNames] as const;
export const syncStatuses = ['NOT_APPLICABLE', 'PENDING', 'SYNCED', 'FAILED'] as const;
export const syncOperations = ['CREATE', 'UPDATE', 'DELETE'] as const;
export type SyncOperation = (typeof syncOperations)[number];

const LocalTime = Type.String({
  format: 'local-time',
  examples: ['2027-03-01T09:30:00'],
  description: 'Local to the timezone; seconds may be left out, of an all-day meeting the time too',
});
const ShortText = Type.String({ maxLength: 255 });
const LongText = Type.String({ maxLength: 10_000 });
const TimeZone = Type.String({ format: 'time-zone', examples: ['America/Santiago'] });

const MaybeText = Nullable(Type.String());

/** Returns a field that a new meeting must state and a change may. */
const required = <S extends TSchema>(input: S) => ({ create: input, update: Kept(input) });
/** Returns a field that a new meeting and a change may state, and null clears. */
const clearable = <S extends TSchema>(input: S) => ({
  create: Clearable(input),
  update: Clearable(input),
});
const storedApart = { storedApart: true } as const;
const inLists = { inLists: true } as const;
const exported = { exported: true } as const;
const local = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`;
const longText = { answer: MaybeText, ...clearable(LongText) };

/** Returns a field that is worked out for the viewer, by a column of `f` in `meetingsFor`. */
const flag = (column: string) => ({
  answer: Type.Boolean(),
  read: `f.${column}`,
  list: { type: 'boolean', by: `f.${column}` } as const,
  ...inLists,
});

/**
 * The fields of a meeting, in the order of the answer, its people apart. Start and end compare as
 * they are shown, by the clock of the meeting's own zone, times of the record to the second.
 */
export const meetingTable = {
  meetingUuid: { answer: Uuid, list: { type: 'uuid' }, ...inLists, ...exported },
  title: {
    answer: MaybeText,
    ...clearable(ShortText),
    list: { type: 'text' },
    ...inLists,
    ...exported,
  },
  startDateTime: {
    answer: RecordTime,
    ...required(LocalTime),
    column: 'start_local',
    read: local('m.start_local'),
    list: { type: 'localTime', notNull: true },
    ...storedApart,
    ...inLists,
    ...exported,
  },
  endDateTime: {
    answer: RecordTime,
    ...required(LocalTime),
    column: 'end_local',
    read: local('m.end_local'),
    list: { type: 'localTime', notNull: true },
    ...storedApart,
    ...inLists,
    ...exported,
  },
  timezone: {
    answer: Type.String(),
    ...required(TimeZone),
    list: { type: 'text', notNull: true },
    ...storedApart,
    ...inLists,
    ...exported,
  },
  allDay: {
    answer: Type.Boolean(),
    ...clearable(Type.Boolean()),
    list: { type: 'boolean' },
    ...storedApart,
    ...inLists,
    ...exported,
  },
  durationMinutes: {
    answer: Type.Integer(),
    list: { type: 'integer', notNull: true },
    ...inLists,
    ...exported,
  },
  locationType: {
    answer: Enum(locationTypes),
    ...required(Enum(locationTypes)),
    list: { type: 'enum' },
    ...inLists,
    ...exported,
  },
  status: { answer: Enum(meetingStatuses), list: { type: 'enum' }, ...inLists, ...exported },
  source: {
    answer: Enum(meetingSources, { title: 'MeetingSource' }),
    list: { type: 'enum' },
    ...inLists,
    ...exported,
  },
  hostUuid: { answer: Uuid, list: { type: 'uuid' }, ...inLists, ...exported },
  hostName: {
    answer: Type.String(),
    read: 'f.host_name',
    list: { type: 'text', by: 'f.host_name', notNull: true },
    ...inLists,
    ...exported,
  },
  attendeeCount: {
    answer: Type.Integer(),
    read: 'f.attendee_count',
    list: { type: 'integer', by: 'f.attendee_count', notNull: true },
    ...inLists,
    ...exported,
  },
  contactNames: {
    answer: Type.Array(Type.String(), {
      description: 'The first three contacts invited; of a client the own name alone',
    }),
    read: 'f.contact_names',
    ...inLists,
  },
  contactCount: { answer: Type.Integer(), read: 'f.contact_count', ...inLists },
  externallyOrganized: {
    answer: Type.Boolean(),
    list: { type: 'boolean' },
    ...inLists,
    ...exported,
  },
  isPersonal: {
    answer: Type.Boolean({ description: 'An event of the host’s own life, for nobody else' }),
    update: Kept(
      Type.Boolean({ description: 'False makes a meeting of a personal event; never back' }),
    ),
    list: { type: 'boolean' },
    ...inLists,
  },
  showExternalCalendarIcon: flag('show_external_calendar_icon'),
  externalSyncStatus: {
    answer: Enum(syncStatuses, { title: 'MeetingExternalSyncStatus' }),
    list: { type: 'enum' },
    ...inLists,
    ...exported,
  },
  canEdit: flag('can_edit'),
  canCancel: flag('can_cancel'),
  canResend: flag('can_resend'),
  canRemoveFromCalendar: flag('can_remove_from_calendar'),
  createdAt: {
    answer: RecordTime,
    read: 'record_time(m.created_at)',
    list: { type: 'time', by: 'f.created_second', notNull: true },
    ...inLists,
    ...exported,
  },
  updatedAt: {
    answer: RecordTime,
    read: 'record_time(m.updated_at)',
    list: { type: 'time', by: 'f.updated_second', notNull: true },
    ...inLists,
    ...exported,
  },
  tenantUuid: { answer: Uuid },
  locationDetail: {
    answer: MaybeText,
    ...clearable(Type.String({ maxLength: 2_000 })),
    ...exported,
  },
  description: { ...longText, ...exported },
  internalNotes: {
    answer: Nullable(Type.String({ description: 'Of internal staff only' })),
    ...clearable(LongText),
    read: 'f.internal_notes',
  },
  meetingInformation: longText,
  meetingLink: { answer: MaybeText, ...clearable(Type.String({ maxLength: 2_000 })), ...exported },
  meetingPassword: { answer: MaybeText, ...clearable(ShortText) },
  meetingProvider: { answer: MaybeText, ...clearable(ShortText) },
  hostType: { answer: Type.String() },
  hostEmail: { answer: Type.String(), read: 'f.host_email', ...exported },
  createdByUuid: { answer: Uuid },
  createdByType: { answer: Type.String() },
  organizerEmail: { answer: MaybeText, ...exported },
  organizerName: { answer: MaybeText, ...exported },
  lastSyncOperation: {
    answer: Nullable(Enum(syncOperations, { title: 'MeetingLastSyncOperation' })),
  },
  syncFailedAt: { answer: Nullable(RecordTime), read: 'f.sync_failed_at' },
  syncFailureCode: { answer: MaybeText, read: 'f.sync_failure_code' },
  syncFailureReason: { answer: MaybeText, read: 'f.sync_failure_reason' },
  canRetrySync: { answer: Type.Boolean(), read: 'f.can_retry_sync' },
  externalSyncFailureVisibleToViewer: {
    answer: Type.Boolean(),
    read: 'f.external_sync_failure_visible_to_viewer',
  },
} as const satisfies RecordFields;

const participants = `from meeting_participants p
  where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid and p.removed_at is null`;
const lastMails = `from meeting_participants p cross join lateral (select * ${lastMailOfParticipant}) q
  where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid and p.removed_at is null`;
/** The households that the viewer sees of whoever is invited. */
const households = `from meeting_participants p
  join household_members x on x.tenant_uuid = p.tenant_uuid and x.contact_uuid = p.contact_uuid
  join households h on h.tenant_uuid = x.tenant_uuid and h.household_uuid = x.household_uuid
 where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid and p.removed_at is null
   and x.removed_at is null
   and (f.sees_all_households or exists (
         select from staff_members s
          where s.tenant_uuid = h.tenant_uuid and s.staff_uuid = h.relationship_manager_uuid
            and s.partner_uuid = f.viewer_partner_uuid))`;

/**
 * The fields by which meetings are filtered, and sorted unless a meeting has several values of it:
 * the people invited, their answers, their mails and their households.
 */
export const meetingFields: ListFields = {
  ...listFieldsOf(meetingTable, 'm'),
  participantUuid: { column: 'p.entity_uuid', type: 'uuid', among: participants },
  rsvpStatus: { column: 'p.rsvp_status', type: 'enum', among: participants },
  lastMailState: { column: 'q.state', type: 'enum', among: lastMails },
  householdUuid: { column: 'x.household_uuid', type: 'uuid', among: households },
};

/** The fields that exports have as columns. */
export const exportedTable = fieldsWith(meetingTable, 'exported');

/** The fields that lists show. */
export const summaryTable = fieldsWith(meetingTable, 'inLists');

/** The fields that an export can be asked for. */
export const columnTable = { ...exportedTable, ...summaryTable };
