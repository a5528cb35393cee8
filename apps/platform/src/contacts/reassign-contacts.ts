import type { Viewer } from '@atrium/kit/auth/bound-partner.ts';
import { Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import { type Outcomes, RecordUuids, withEach } from '../several-records.ts';
import { checkManager } from './check-firm.ts';
import { firmTypeOf } from './firm-of-staff.ts';
import { updateContact } from './update-contact.ts';

export const Reassignment = Type.Object({ contactUuids: RecordUuids, contactManagerId: Uuid });

/**
 * Gives contacts to another manager, each as a change of it by hand does. Throws VALIDATION_FAILED for
 * somebody who cannot manage them.
 */
export async function reassignContacts(
  tx: Tx,
  caller: Viewer,
  { contactUuids, contactManagerId }: Static<typeof Reassignment>,
): Promise<Outcomes> {
  const manager = await checkManager(tx, caller, 'contactManagerId', contactManagerId);
  const changes = { contactManagerId, contactManagerFirmType: firmTypeOf(manager) } as const;
  return withEach(tx, contactUuids, (uuid) => updateContact(tx, caller, uuid, changes));
}
