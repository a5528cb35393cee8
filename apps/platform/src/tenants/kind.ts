import { hasRole } from '@atrium/kit/auth/caller.ts';
import type { Kind } from '../kind.ts';
import { notFound, Problem } from '../problems.ts';

/** Tenants, with their lists of values. */
export const tenantKind: Kind = {
  entityType: 'TENANT',
  tables: [
    'tenants',
    'tenant_domains',
    'tenant_mail',
    'tenant_security',
    'tenant_purges',
    'provisioning_tokens',
    'sso_connections',
    'sso_domains',
    'vendor_approvals',
    'brandings',
    'branding_versions',
    'value_lists',
  ],
  name: (tx, uuid) => tx`(select t.name from tenants t where t.tenant_uuid = ${uuid})`,
  history: {
    requireReader: async (tx, caller, uuid) => {
      if (!hasRole(caller, 'TENANT_ADMIN', 'SYSTEM_ADMIN')) throw new Problem('FORBIDDEN');
      if (uuid !== tx.tenantUuid) throw notFound('tenant');
    },
  },
  told: {
    table: 'tenants',
    alias: 't',
    column: 'tenant_uuid',
    roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
    area: 'tenant',
    mayRead: (tx) => tx`t.tenant_uuid = ${tx.tenantUuid}`,
  },
  texts: [
    { table: 'value_lists', key: ['list'], json: { entries: ['value'] } },
    { table: 'vendor_approvals', key: ['approved_by'], texts: ['reason'] },
  ],
};
