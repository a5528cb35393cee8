import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { leaveHouseholds } from '../households/members/leave-households.ts';
import { notFound } from '../problems.ts';
import { softDeleteOrganisation } from './queries.ts';

/** Deletes an organisation softly; it leaves its households. */
export async function deleteOrganisation(tx: Tx, organisationUuid: string): Promise<void> {
  if (!(await softDeleteOrganisation(tx, organisationUuid))) throw notFound('organisation');
  await leaveHouseholds(tx, { organisationUuid });
  await recordEvent(tx, {
    eventType: 'organisation.deleted',
    entityType: 'ORGANISATION',
    entityId: organisationUuid,
  });
}
