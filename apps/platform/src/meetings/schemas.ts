import { AllKept, Enum, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { Clearable } from '../contacts/profile-schemas.ts';

export const locationTypes = ['ONLINE', 'IN_PERSON'] as const;
export const meetingStatuses = ['ACTIVE', 'CANCELED'] as const;
export const meetingSources = ['INTERNAL', 'PROVIDER_A', 'PROVIDER_B'] as const;
export const syncStatuses = ['NOT_APPLICABLE', 'PENDING', 'SYNCED', 'FAILED'] as const;
export const syncOperations = ['CREATE', 'UPDATE', 'DELETE'] as const;
export const participantTypes = ['CONTACT', 'TENANT_STAFF', 'PARTNER_STAFF', 'EXTERNAL'] as const;
export const rsvpStatuses = ['UNKNOWN', 'ACCEPTED', 'DECLINED'] as const;
export const guestLanguages = ['SPANISH', 'ENGLISH', 'es', 'en'] as const;

const LocalTime = Type.String({
  format: 'local-time',
  examples: ['2027-03-01T09:30:00'],
  description: 'Local to the timezone; seconds may be left out, of an all-day meeting the time too',
});
const ShortText = Type.String({ maxLength: 255 });
const LongText = Type.String({ maxLength: 10_000 });
const TimeZone = Type.String({ format: 'time-zone', examples: ['America/Santiago'] });
const Uuids = Clearable(Type.Array(Uuid, { maxItems: 500 }));

export const ExternalAttendee = Type.Object({
  email: Type.String({ maxLength: 254, format: 'e-mail', examples: ['guest@example.com'] }),
  name: Clearable(ShortText),
  language: Clearable(Enum(guestLanguages)),
  countryCode: Clearable(
    Type.String({ maxLength: 5, examples: ['CL'], description: 'ISO 3166, or +56' }),
  ),
  phone: Clearable(Type.String({ maxLength: 40, examples: ['9 1234 5678'] })),
});

const required = {
  startDateTime: LocalTime,
  endDateTime: LocalTime,
  timezone: TimeZone,
  locationType: Enum(locationTypes),
};

const optional = {
  title: Clearable(ShortText),
  allDay: Clearable(Type.Boolean()),
  locationDetail: Clearable(Type.String({ maxLength: 2_000 })),
  description: Clearable(LongText),
  internalNotes: Clearable(LongText),
  meetingInformation: Clearable(LongText),
  meetingLink: Clearable(Type.String({ maxLength: 2_000 })),
  meetingPassword: Clearable(ShortText),
  meetingProvider: Clearable(ShortText),
  contactIds: Uuids,
  staffIds: Uuids,
  externalAttendees: Clearable(Type.Array(ExternalAttendee, { maxItems: 500 })),
};

export const MeetingInput = Type.Object({ ...required, ...optional });

/** Changes to a meeting: absent stays, null clears, a list of people replaces those of its kind. */
export const MeetingUpdate = Type.Object({
  ...AllKept(required),
  ...optional,
});

const MaybeText = Nullable(Type.String());

export const Participant = Type.Object({
  participantUuid: Uuid,
  participantEntityUuid: Nullable(Uuid),
  participantType: Enum(participantTypes),
  email: MaybeText,
  name: MaybeText,
  language: MaybeText,
  countryCode: MaybeText,
  phone: MaybeText,
  rsvpStatus: Enum(rsvpStatuses),
  canResend: Type.Boolean(),
  lastInvitationResentAt: Nullable(RecordTime),
});

const summary = {
  meetingUuid: Uuid,
  title: MaybeText,
  startDateTime: RecordTime,
  endDateTime: RecordTime,
  timezone: Type.String(),
  allDay: Type.Boolean(),
  durationMinutes: Type.Integer(),
  locationType: Enum(locationTypes),
  status: Enum(meetingStatuses),
  source: Enum(meetingSources),
  hostUuid: Uuid,
  hostName: Type.String(),
  attendeeCount: Type.Integer(),
  externallyOrganized: Type.Boolean(),
  showExternalCalendarIcon: Type.Boolean(),
  externalSyncStatus: Enum(syncStatuses),
  canEdit: Type.Boolean(),
  canCancel: Type.Boolean(),
  canResend: Type.Boolean(),
  canRemoveFromCalendar: Type.Boolean(),
  createdAt: RecordTime,
  updatedAt: RecordTime,
};

/** A meeting as lists show it. */
export const MeetingSummary = Type.Object(summary);

export const Meeting = Type.Object({
  ...summary,
  tenantUuid: Uuid,
  locationDetail: MaybeText,
  description: MaybeText,
  internalNotes: Nullable(Type.String({ description: 'Of internal staff only' })),
  meetingInformation: MaybeText,
  meetingLink: MaybeText,
  meetingPassword: MaybeText,
  meetingProvider: MaybeText,
  hostType: Type.String(),
  hostEmail: Type.String(),
  createdByUuid: Uuid,
  createdByType: Type.String(),
  organizerEmail: MaybeText,
  organizerName: MaybeText,
  lastSyncOperation: Nullable(Enum(syncOperations)),
  syncFailedAt: Nullable(RecordTime),
  syncFailureCode: MaybeText,
  syncFailureReason: MaybeText,
  canRetrySync: Type.Boolean(),
  externalSyncFailureVisibleToViewer: Type.Boolean(),
  participants: Type.Array(Participant),
  version: Type.Integer({ description: 'The ETag: it grows with every edit' }),
});

/** The meetings of a calendar in the order of their start, and how many there are in all. */
export const MeetingList = Type.Object({
  meetings: Type.Array(MeetingSummary),
  total: Type.Integer(),
});

export type MeetingSummaryRow = Static<typeof MeetingSummary>;
export type ParticipantRow = Static<typeof Participant>;
export type NewMeeting = Static<typeof MeetingInput>;
export type MeetingChanges = Static<typeof MeetingUpdate>;
export type Guest = Static<typeof ExternalAttendee>;

/** A meeting as the verbs see it: with what the answer leaves out. */
export type MeetingRow = Static<typeof Meeting> & {
  /** Whether the viewer may read it. */
  sees: boolean;
  /** What decides what the viewer may do; see permissions.ts. */
  factsCode: number;
  startsAt: string;
  endsAt: string;
  sequence: number;
  icalUid: string;
};
