import { isAny, type Kind, nameIn } from '../kind.ts';

/** Organisations. */
export const organisationKind: Kind = {
  entityType: 'ORGANISATION',
  name: (tx, uuid) => nameIn(tx, 'organisations', 'organisation_uuid', uuid),
  texts: [
    {
      table: 'organisations',
      key: ['organisation_uuid'],
      texts: ['name', 'legal_name', 'tax_id'],
      near: (tx, { organisations }) => isAny(tx, 'organisation_uuid', organisations),
    },
  ],
};
