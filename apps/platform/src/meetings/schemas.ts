import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { Clearable } from '../contacts/profile-schemas.ts';
import { schemaOf } from '../lists/record-fields.ts';
import { LastMail } from '../mail/last-mail.ts';
import { type columnTable, meetingTable, summaryTable } from './fields.ts';

const participantTypes = ['CONTACT', 'TENANT_STAFF', 'PARTNER_STAFF', 'EXTERNAL'] as const;
export const rsvpStatuses = ['UNKNOWN', 'ACCEPTED', 'DECLINED'] as const;
export type RsvpStatus = (typeof rsvpStatuses)[number];
const guestLanguages = ['SPANISH', 'ENGLISH', 'es', 'en'] as const;

const ShortText = Type.String({ maxLength: 255 });
const MaybeText = Nullable(Type.String());
const Uuids = Clearable(Type.Array(Uuid, { maxItems: 500 }));

const ExternalAttendee = Named('MeetingInputExternalAttendee', {
  email: Type.String({ maxLength: 254, format: 'e-mail', examples: ['guest@example.com'] }),
  name: Clearable(ShortText),
  language: Clearable(Enum(guestLanguages, { title: 'MeetingInputExternalAttendeeLanguage' })),
  countryCode: Clearable(
    Type.String({ maxLength: 5, examples: ['CL'], description: 'ISO 3166, or +56' }),
  ),
  phone: Clearable(Type.String({ maxLength: 40, examples: ['9 1234 5678'] })),
});

const people = {
  contactIds: Uuids,
  staffIds: Uuids,
  externalAttendees: Clearable(Type.Array(ExternalAttendee, { maxItems: 500 })),
};

const hosting = {
  hostUuid: Clearable({
    ...Uuid,
    description:
      'The staff member who hosts: of a new meeting the caller unless stated, though a machine has to; of a change whoever hosts already',
  }),
  notifyHost: Clearable(
    Type.Boolean({ description: 'False: another host is not told by mail; true by default' }),
  ),
};

export const MeetingInput = Type.Object({
  ...schemaOf(meetingTable, 'create').properties,
  ...hosting,
  ...people,
});

/** Changes to a meeting: absent stays, null clears, a list of people replaces those of its kind. */
export const MeetingUpdate = Type.Object({
  ...schemaOf(meetingTable, 'update').properties,
  ...hosting,
  ...people,
});

const Proposed = Type.Array(
  Named('MeetingParticipantProposed', { startDateTime: RecordTime, endDateTime: RecordTime }),
  { description: 'Times proposed instead, local to the timezone' },
);

export const Participant = Named('MeetingParticipant', {
  participantUuid: Uuid,
  participantEntityUuid: Nullable(Uuid),
  participantType: Enum(participantTypes, { title: 'MeetingParticipantParticipantType' }),
  email: MaybeText,
  name: MaybeText,
  language: MaybeText,
  countryCode: MaybeText,
  phone: MaybeText,
  rsvpStatus: Enum(rsvpStatuses, { title: 'MeetingParticipantRsvpStatus' }),
  note: Nullable(
    Type.String({ description: 'Said with the answer, for host, creator and participant' }),
  ),
  proposed: Proposed,
  canResend: Type.Boolean(),
  lastInvitationResentAt: Nullable(RecordTime),
  lastMail: LastMail,
});

const UnmatchedAnswer = Named('MeetingUnmatchedAnswer', {
  at: RecordTime,
  email: MaybeText,
  name: MaybeText,
  answer: Nullable(Type.String({ description: 'As the calendar says it: ACCEPTED, TENTATIVE, …' })),
  note: MaybeText,
  proposed: Proposed,
});

export const OfMeeting = Type.Object({ meetingUuid: Uuid });
export const OfParticipant = Type.Object({ meetingUuid: Uuid, participantUuid: Uuid });

/** A meeting as lists show it. */
export const MeetingSummary = Named('MeetingSummary', schemaOf(summaryTable, 'answer').properties);

export const Meeting = Named('Meeting', {
  ...schemaOf(meetingTable, 'answer').properties,
  participants: Type.Array(Participant),
  unmatchedAnswers: Type.Array(UnmatchedAnswer, {
    description: 'Answers by mail that fit nobody who is invited, for host and creator; 90 days',
  }),
  version: Type.Integer({ description: 'The ETag: it grows with every edit' }),
});

/** The meetings of a calendar in the order of their start, and how many there are in all. */
export const MeetingList = Named('MeetingList', {
  meetings: Type.Array(MeetingSummary),
  total: Type.Integer(),
});

export type ExportedMeeting = Pick<Static<typeof Meeting>, keyof typeof columnTable>;
export type MeetingSummaryRow = Static<typeof MeetingSummary>;
export type ParticipantRow = Static<typeof Participant>;
export type NewMeeting = Static<typeof MeetingInput>;
export type MeetingChanges = Static<typeof MeetingUpdate>;
export type Guest = Static<typeof ExternalAttendee>;

/** A meeting as the verbs see it: with what the answer leaves out. */
export type MeetingRow = Static<typeof Meeting> & {
  /** True when the viewer may read it. */
  sees: boolean;
  /** The code of the facts that decide what the viewer may do; see permissions.ts. */
  factsCode: number;
  startsAt: string;
  endsAt: string;
  sequence: number;
  icalUid: string;
};
