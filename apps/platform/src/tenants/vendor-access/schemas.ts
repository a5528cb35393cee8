import { Nullable, RecordTime } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

export const ApprovalInput = Type.Object({
  hours: Type.Integer({
    minimum: 1,
    maximum: 72,
    description: 'For how long from now administrators of the platform may enter',
    examples: [4],
  }),
  reason: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 1_000,
        description: 'What they are to do, for whoever reads this later',
        examples: ['Look at a calendar that does not synchronise'],
      }),
    ),
  ),
});

/** What an approval answers. */
export const Approved = Type.Object({
  until: { ...RecordTime, description: 'When it ends, UTC' },
});

/** The approval that stands, if there is one. */
export const Approval = Type.Object({
  until: Nullable({ ...RecordTime, description: 'When it ends, UTC; null while there is none' }),
  reason: Nullable(Type.String({ description: 'The reason that was stated with it' })),
});

export type ApprovalWanted = Static<typeof ApprovalInput>;
export type ApprovedRow = Static<typeof Approved>;
export type ApprovalRow = Static<typeof Approval>;
