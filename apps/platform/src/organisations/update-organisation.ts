import { changesOf, pickStated } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { orNotFound } from '../problems.ts';
import { findOrganisation, updateOrganisationRow } from './queries.ts';
import { type OrganisationChanges, type OrganisationRow, organisationNames } from './schemas.ts';

/** Changes what is stated of an organisation; what changes nothing is not recorded. */
export async function updateOrganisation(
  tx: Tx,
  organisationUuid: string,
  input: OrganisationChanges,
): Promise<OrganisationRow> {
  const changes = pickStated(input, organisationNames);
  const fieldCount = Object.keys(changes).length;
  const before = await findOrganisation(tx, organisationUuid);
  const organisation =
    fieldCount > 0 ? await updateOrganisationRow(tx, organisationUuid, changes) : undefined;
  if (!organisation) return orNotFound(findOrganisation(tx, organisationUuid), 'organisation');
  await recordEvent(tx, {
    eventType: 'organisation.updated',
    entityType: 'ORGANISATION',
    entityId: organisationUuid,
    attributes: { fieldCount: String(fieldCount), isActive: String(organisation.isActive) },
    changes: changesOf(before ?? organisation, organisation, Object.keys(changes)),
  });
  return organisation;
}
