import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import type { EventType } from '../../event-types.ts';
import { recordEvent } from '../../events.ts';
import type { Watched } from '../../watch-records.ts';
import { clearPrimary, endMembers, insertMembers, type Membership } from './queries.ts';

/**
 * Lets members join a household that is locked; a new primary takes the mark from the old.
 * Fails with ALREADY_A_MEMBER.
 * What is watched is told by their first event; without it by one of the whole change.
 */
export async function joinMembers(
  tx: Tx,
  householdUuid: string,
  members: readonly Membership[],
  watched?: Watched,
): Promise<void> {
  if (members.length === 0) return;
  if (members.some((member) => member.isPrimary)) await clearPrimary(tx, householdUuid);
  await insertMembers(tx, householdUuid, members);
  await tellOf(tx, 'household.member_added', householdUuid, members, watched);
}

/** Lets members leave a household that is locked. */
export async function leaveMembers(
  tx: Tx,
  householdUuid: string,
  members: readonly Membership[],
  watched?: Watched,
): Promise<void> {
  if (members.length === 0) return;
  await endMembers(tx, householdUuid, members);
  await tellOf(tx, 'household.member_removed', householdUuid, members, watched);
}

async function tellOf(
  tx: Tx,
  eventType: EventType,
  householdUuid: string,
  members: readonly Membership[],
  watched?: Watched,
): Promise<void> {
  const changes = (await watched?.())?.get(householdUuid);
  await Promise.all(
    members.map(({ memberUuid, memberType }, at) =>
      recordEvent(tx, {
        eventType,
        entityType: 'HOUSEHOLD',
        entityId: householdUuid,
        attributes: { memberUuid, memberType },
        changes: at === 0 ? changes : undefined,
      }),
    ),
  );
}

/** Returns the same party in the same relationship, as a membership that begins now. */
export function asNewMember(member: Membership): Membership {
  const { memberType, contactUuid, organisationUuid, relationshipType, sharePercent } = member;
  const party = { memberType, contactUuid, organisationUuid, relationshipType, sharePercent };
  return { ...party, memberUuid: randomUUIDv7(), isPrimary: member.isPrimary };
}
