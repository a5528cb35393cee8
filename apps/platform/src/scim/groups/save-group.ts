import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { changedFields } from '../../changed-fields.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { orNotFound } from '../../problems.ts';
import { giveRoles } from './give-roles.ts';
import {
  addMembers,
  findGroup,
  type GroupRow,
  insertGroup,
  lockGroup,
  removeMembers,
  updateGroupRow,
} from './queries.ts';
import type { WantedGroup } from './read-group.ts';

/** Creates a group, whose members get its roles. Throws as changing does. */
export async function createGroup(tx: Tx, caller: Caller, wanted: WantedGroup): Promise<GroupRow> {
  const { displayName = '', externalId = null, members = [] } = wanted;
  const groupUuid = randomUUIDv7();
  await insertGroup(tx, { groupUuid, displayName, externalId });
  await add(tx, groupUuid, members);
  const attributes = { memberCount: String(members.length) };
  await recordEvent(tx, {
    eventType: 'group.created',
    entityType: 'GROUP',
    entityId: groupUuid,
    attributes,
  });
  await giveRoles(tx, caller, members);
  return orNotFound(findGroup(tx, groupUuid), 'group');
}

/**
 * Changes what a provider says otherwise of a group, and the roles of those whom that concerns. Throws
 * NOT_FOUND, VALIDATION_FAILED for a member who is no live staff, BREAK_GLASS, LAST_TENANT_ADMIN. Fails
 * with GROUP_NAME_TAKEN.
 */
export async function updateGroup(
  tx: Tx,
  caller: Caller,
  groupUuid: string,
  wantedOf: (before: GroupRow) => WantedGroup,
): Promise<GroupRow> {
  const before = await orNotFound(lockGroup(tx, groupUuid), 'group');
  const had = new Set(before.members.map(({ value }) => value));
  const wanted = wantedOf(before);
  const { displayName = before.displayName, externalId = before.externalId } = wanted;
  const members = new Set(wanted.members ?? had);
  const [added, removed] = [[...members.difference(had)], [...had.difference(members)]];
  const isRenamed = displayName !== before.displayName || externalId !== before.externalId;
  if (!isRenamed && added.length + removed.length === 0) return before;

  await updateGroupRow(tx, { groupUuid, displayName, externalId });
  await add(tx, groupUuid, added);
  await removeMembers(tx, groupUuid, removed);
  const fields = {
    displayName: displayName !== before.displayName,
    externalId: externalId !== before.externalId,
    members: added.length + removed.length > 0,
  };
  const names = Object.entries(fields).flatMap(([name, isChanged]) => (isChanged ? name : []));
  await recordEvent(tx, {
    eventType: 'group.updated',
    entityType: 'GROUP',
    entityId: groupUuid,
    attributes: { memberCount: String(members.size), ...changedFields(names) },
  });
  await giveRoles(tx, caller, isRenamed ? [...members.union(had)] : [...added, ...removed]);
  return orNotFound(findGroup(tx, groupUuid), 'group');
}

async function add(tx: Tx, groupUuid: string, members: readonly string[]): Promise<void> {
  if (members.length > 0 && !(await addMembers(tx, groupUuid, members)))
    throw invalid(fieldError('members.value', 'UNKNOWN', 'must name live users'));
}
