import { Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

/** The result of sending an invitation again. */
export const ResendInvitation = Named('ResendInvitationAnswer', {
  participantUuid: Uuid,
  email: Nullable(Type.String()),
  lastInvitationResentAt: Nullable({
    ...RecordTime,
    description:
      'null: skipped, since declined, without e-mail, or sent again in the last 5 minutes',
  }),
});

export type Resent = Static<typeof ResendInvitation>;
