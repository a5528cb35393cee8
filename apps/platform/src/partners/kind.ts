import { type Kind, nameIn } from '../kind.ts';

/** Partners. */
export const partnerKind: Kind = {
  entityType: 'PARTNER',
  tables: ['partners'],
  name: (tx, uuid) => nameIn(tx, 'partners', 'partner_uuid', uuid),
  partner: (_tx, { uuid }) => uuid,
  texts: [{ table: 'partners', key: ['partner_uuid'], texts: ['name'] }],
};
