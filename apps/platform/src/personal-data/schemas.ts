import { RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

/** The records of a kind, each as it is kept. */
const Records = Type.Array(Type.Record(Type.String(), Type.Unknown()));

/** The kinds of records that are held of a person. */
const recordKinds = [
  'contacts',
  'addresses',
  'logins',
  'sessions',
  'passkeys',
  'memberships',
  'invitations',
  'guestInvitations',
  'invitationMails',
  'notes',
  'noteVersions',
  'tasks',
  'importRows',
  'events',
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Everything that is held of a person, by kind of record. */
export const PersonalData = Type.Object({
  contactUuid: Uuid,
  collectedAt: RecordTime,
  ...(Object.fromEntries(recordKinds.map((kind) => [kind, Records])) as Record<
    RecordKind,
    typeof Records
  >),
});

export const ErasureInput = Type.Object({
  reason: Type.String({
    minLength: 1,
    maxLength: 1000,
    format: 'not-blank',
    examples: ['Request of 3 March'],
  }),
});

export const Erasure = Type.Object({
  contactUuid: Uuid,
  erasedAt: RecordTime,
  removed: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many records of each kind are gone',
  }),
  kept: Type.Array(Type.String(), { description: 'What stays, none of which names the person' }),
});
export type Erasure = Static<typeof Erasure>;
