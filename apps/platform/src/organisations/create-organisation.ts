import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { toColumns } from './organisation-columns.ts';
import { insertOrganisation } from './queries.ts';
import type { NewOrganisation, OrganisationRow } from './schemas.ts';

/** Creates an organisation of the tenant. */
export async function createOrganisation(tx: Tx, input: NewOrganisation): Promise<OrganisationRow> {
  const organisationUuid = randomUUIDv7();
  const organisation = await insertOrganisation(tx, organisationUuid, toColumns(input));
  await recordEvent(tx, {
    eventType: 'organisation.created',
    entityType: 'ORGANISATION',
    entityId: organisationUuid,
  });
  return organisation;
}
