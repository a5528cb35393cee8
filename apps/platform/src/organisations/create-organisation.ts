import { randomUUIDv7 } from 'node:crypto';
import { pickStated } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { insertOrganisation } from './queries.ts';
import { type NewOrganisation, type OrganisationRow, organisationNames } from './schemas.ts';

/** Creates an organisation of the tenant. */
export async function createOrganisation(tx: Tx, input: NewOrganisation): Promise<OrganisationRow> {
  const organisationUuid = randomUUIDv7();
  const values = pickStated(input, organisationNames);
  const organisation = await insertOrganisation(tx, organisationUuid, values);
  await recordEvent(tx, {
    eventType: 'organisation.created',
    entityType: 'ORGANISATION',
    entityId: organisationUuid,
  });
  return organisation;
}
