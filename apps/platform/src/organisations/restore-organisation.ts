import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { checkDeleted, type NotRestored } from '../http/deleted-records.ts';
import { orNotFound } from '../problems.ts';
import { findOrganisation, lockAnyOrganisation, undeleteOrganisation } from './queries.ts';
import type { OrganisationRow } from './schemas.ts';

/** Restores an organisation and then its memberships; households hand it in. */
export type ReturnToHouseholds = (
  tx: Tx,
  organisation: { organisationUuid: string },
  restore: () => Promise<void>,
) => Promise<{ count: number; notRestored: NotRestored[] }>;

type Restored = OrganisationRow & { notRestored: NotRestored[] };

/**
 * Brings a deleted organisation back as it was, into the households that are there. Fails with
 * NOT_DELETED.
 */
export async function restoreOrganisation(
  tx: Tx,
  returnToHouseholds: ReturnToHouseholds,
  organisationUuid: string,
): Promise<Restored> {
  const party = { organisationUuid };
  const { count, notRestored } = await returnToHouseholds(tx, party, async () => {
    checkDeleted(await lockAnyOrganisation(tx, organisationUuid), 'organisation');
    await undeleteOrganisation(tx, organisationUuid);
  });
  await recordEvent(tx, {
    eventType: 'organisation.restored',
    entityType: 'ORGANISATION',
    entityId: organisationUuid,
    attributes: { householdCount: String(count) },
  });
  const organisation = await orNotFound(findOrganisation(tx, organisationUuid), 'organisation');
  return { ...organisation, notRestored };
}
