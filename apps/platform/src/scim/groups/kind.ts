import { type Kind, nameIn } from '../../kind.ts';

/** Groups of the identity provider, whose members get their roles. */
export const groupKind: Kind = {
  entityType: 'GROUP',
  tables: ['groups', 'group_members'],
  name: (tx, uuid) => nameIn(tx, 'groups', 'group_uuid', uuid, tx`r.display_name`),
};
