import { changesOf, pickStated } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import type { IfMatch } from '../http/if-match.ts';
import { orNotFound } from '../problems.ts';
import { lockOrganisation, updateOrganisationRow } from './queries.ts';
import { type OrganisationChanges, type OrganisationRow, organisationNames } from './schemas.ts';

/** Changes what is stated of an organisation; what changes nothing is not recorded. Throws NOT_FOUND or PRECONDITION_FAILED. */
export async function updateOrganisation(
  tx: Tx,
  organisationUuid: string,
  input: OrganisationChanges,
  requireMatch: IfMatch,
): Promise<OrganisationRow> {
  const changes = pickStated(input, organisationNames);
  const fieldCount = Object.keys(changes).length;
  const before = await orNotFound(lockOrganisation(tx, organisationUuid), 'organisation');
  requireMatch(before.version);
  const organisation =
    fieldCount > 0 ? await updateOrganisationRow(tx, organisationUuid, changes) : undefined;
  if (!organisation) return before;
  await recordEvent(tx, {
    eventType: 'organisation.updated',
    entityType: 'ORGANISATION',
    entityId: organisationUuid,
    attributes: { fieldCount: String(fieldCount), isActive: String(organisation.isActive) },
    changes: changesOf(before, organisation, Object.keys(changes)),
  });
  return organisation;
}
