import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { orNotFound } from '../../problems.ts';
import { giveRoles } from './give-roles.ts';
import { deleteGroupRow, lockGroup } from './queries.ts';

/** Deletes a group; its members lose what only it gave them. Throws NOT_FOUND, BREAK_GLASS, LAST_TENANT_ADMIN. */
export async function deleteGroup(tx: Tx, caller: Caller, groupUuid: string): Promise<void> {
  const { members } = await orNotFound(lockGroup(tx, groupUuid), 'group');
  await deleteGroupRow(tx, groupUuid);
  await recordEvent(tx, { eventType: 'group.deleted', entityType: 'GROUP', entityId: groupUuid });
  const staffUuids = members.map(({ value }) => value);
  await giveRoles(tx, caller, staffUuids);
}
