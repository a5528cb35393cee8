import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { notFound } from '../problems.ts';
import { softDeleteOrganisation } from './queries.ts';

/** Deletes an organisation by `remove` and ends every membership of it; households hand it in. */
export type LeaveHouseholds = (
  tx: Tx,
  organisation: { organisationUuid: string },
  remove: () => Promise<void>,
) => Promise<void>;

/** Deletes an organisation softly; it leaves its households. */
export async function deleteOrganisation(
  tx: Tx,
  leaveHouseholds: LeaveHouseholds,
  organisationUuid: string,
): Promise<void> {
  await leaveHouseholds(tx, { organisationUuid }, async () => {
    if (!(await softDeleteOrganisation(tx, organisationUuid))) throw notFound('organisation');
  });
  await recordEvent(tx, {
    eventType: 'organisation.deleted',
    entityType: 'ORGANISATION',
    entityId: organisationUuid,
  });
}
