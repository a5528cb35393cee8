import type { Kind } from '../kind.ts';

/** Tenants, with their lists of values. */
export const tenantKind: Kind = {
  entityType: 'TENANT',
  name: (tx, uuid) => tx`(select t.name from tenants t where t.tenant_uuid = ${uuid})`,
  texts: [{ table: 'value_lists', key: ['list'], json: { entries: ['value'] } }],
};
