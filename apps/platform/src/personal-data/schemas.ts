import { Enum, Named, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { type RecordKind, recordKinds } from './page-words.ts';

/** The records of a kind, each as it is kept. */
const Records = Type.Array(Type.Record(Type.String(), Type.Unknown()));

/** Everything that is held of a person, by kind of record. */
export const PersonalData = Type.Object({
  contactUuid: Uuid,
  collectedAt: RecordTime,
  ...(Object.fromEntries(recordKinds.map((kind) => [kind, Records])) as Record<
    RecordKind,
    typeof Records
  >),
});

/** In which form the data are answered. */
export const PersonalDataQuery = Type.Object({
  format: Type.Optional(
    Enum(['JSON', 'ZIP'], {
      default: 'JSON',
      description: 'ZIP has the JSON and one page that people read, in the person’s language',
    }),
  ),
});

export const ErasureInput = Type.Object({
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      format: 'not-blank',
      description: 'Kept with the erasure alone; required but in a dry run',
      examples: ['Request of 3 March'],
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ description: 'Counts what would go, and changes nothing' })),
});

export const Erasure = Type.Object({
  contactUuid: Uuid,
  erasedAt: Type.Unsafe<string>({
    ...RecordTime,
    description: 'Of a dry run, when it was counted',
  }),
  dryRun: Type.Boolean({ description: 'True when nothing was removed, but counted' }),
  removed: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many records of each kind are gone',
  }),
  kept: Type.Array(Type.String(), {
    description:
      'What stays. `NUMBER_IN table/key/column` is the place of a number of the person in JSON, which cannot be cleared',
  }),
});
export type Erasure = Static<typeof Erasure>;

/** An erasure that goes on behind the answer; the record itself is empty already. */
export const RunningErasure = Named('RunningErasure', {
  status: Type.Literal('RUNNING'),
  statusUrl: Type.String({ description: 'Where to ask how far it is' }),
});

export const ErasureState = Type.Object({
  status: Enum(['RUNNING', 'DONE']),
  ...Erasure.properties,
});
