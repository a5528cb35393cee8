import { type Actor, system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { notFound, Problem } from '../../problems.ts';
import { type Invited, isRsvpToken } from '../invitations/rsvp-token.ts';
import { findInvitee, type Invitee } from './queries.ts';

/**
 * Finds whose link it is. Throws NOT_FOUND for a pair of meeting and participant that there is not,
 * and RSVP_LINK_INVALID for a wrong token, or none where one is required.
 */
export async function admitInvitee(
  tx: Tx,
  invited: Invited,
  { token, required }: { token: string | undefined; required: boolean },
): Promise<Invitee> {
  const invitee = await findInvitee(tx, invited);
  if (!invitee) throw notFound('invitation');
  const admitted = token === undefined ? !required : isRsvpToken(token, invitee.rsvpTokenHash);
  if (!admitted) throw new Problem('RSVP_LINK_INVALID');
  return invitee;
}

/** Returns the actor of an invitee's answer: a guest has no record, and so no name here. */
export function actorOfInvitee({
  participantType,
  entityUuid,
}: Pick<Invitee, 'participantType' | 'entityUuid'>): Actor {
  if (participantType === 'EXTERNAL') return system;
  const actorType = participantType === 'CONTACT' ? 'CONTACT' : 'TENANT_STAFF';
  return { actorType, actorId: entityUuid };
}
