import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { isAny, type Kind, nameIn } from '../kind.ts';
import { readerOf } from '../records/record-access.ts';

/** Organisations. */
export const organisationKind: Kind = {
  entityType: 'ORGANISATION',
  tables: ['organisations'],
  name: (tx, uuid) => nameIn(tx, 'organisations', 'organisation_uuid', uuid),
  history: {
    requireReader: readerOf('ORGANISATION', {
      table: 'organisations',
      alias: 'o',
      column: 'organisation_uuid',
      sees: (tx) => tx`o.deleted_at is null`,
    }),
  },
  told: {
    table: 'organisations',
    alias: 'o',
    column: 'organisation_uuid',
    roles: staffRoles,
    area: 'organisations',
    mayRead: (tx) => tx`true`,
  },
  texts: [
    {
      table: 'organisations',
      key: ['organisation_uuid'],
      texts: ['name', 'legal_name', 'tax_id'],
      near: (tx, { organisations }) => isAny(tx, 'organisation_uuid', organisations),
    },
  ],
};
