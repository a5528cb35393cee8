import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { notFound } from '../problems.ts';
import { softDeleteOrganisation } from './queries.ts';

/** Ends every membership of a deleted organisation; households hand it in. */
export type LeaveHouseholds = (tx: Tx, organisation: { organisationUuid: string }) => Promise<void>;

/** Deletes an organisation softly; it leaves its households. */
export async function deleteOrganisation(
  tx: Tx,
  leaveHouseholds: LeaveHouseholds,
  organisationUuid: string,
): Promise<void> {
  if (!(await softDeleteOrganisation(tx, organisationUuid))) throw notFound('organisation');
  await leaveHouseholds(tx, { organisationUuid });
  await recordEvent(tx, {
    eventType: 'organisation.deleted',
    entityType: 'ORGANISATION',
    entityId: organisationUuid,
  });
}
