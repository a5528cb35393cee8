import { type Kind, nameIn } from '../kind.ts';

/** Partners. */
export const partnerKind: Kind = {
  entityType: 'PARTNER',
  tables: ['partners'],
  name: (tx, uuid) => nameIn(tx, 'partners', 'partner_uuid', uuid),
  partner: (_tx, { uuid }) => uuid,
  told: {
    table: 'partners',
    alias: 'p',
    column: 'partner_uuid',
    roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
    area: 'partners',
    mayRead: (tx) => tx`true`,
  },
  texts: [{ table: 'partners', key: ['partner_uuid'], texts: ['name'] }],
};
