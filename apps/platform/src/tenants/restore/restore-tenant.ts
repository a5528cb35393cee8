import { releaseJobs } from '../../background/held-jobs.ts';
import type { Jobs } from '../../background/jobs.ts';
import { platformTenantUuid } from '../../database/platform-tenant.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { checkDeleted } from '../../http/deleted-records.ts';
import { orNotFound, Problem } from '../../problems.ts';
import { findTenant } from '../queries.ts';
import {
  lockAnyTenant,
  returnDomain,
  returnEmailDomains,
  returnLogins,
  undeleteTenant,
} from './queries.ts';
import type { RestoredTenantRow } from './schemas.ts';

type Restoration = {
  code?: string | undefined;
  /** What the name servers say of the domain that the tenant had. */
  claim: { challenge: string; proven: boolean };
  /** Those of its e-mail domains that are proven now. */
  emailDomains: readonly string[];
};

/**
 * Brings a deleted tenant back with all that is its own and nobody took meanwhile, not active. Fails
 * with NOT_DELETED, PURGE_BEGUN and TENANT_CODE_TAKEN.
 */
export async function restoreTenant(
  tx: Tx,
  jobs: Jobs,
  tenantUuid: string,
  { code, claim, emailDomains }: Restoration,
): Promise<RestoredTenantRow> {
  const found = await lockAnyTenant(tx, tenantUuid);
  if (found?.isBeingRemoved) throw new Problem('PURGE_BEGUN');
  checkDeleted(found, 'tenant');
  await undeleteTenant(tx, tenantUuid, code);
  const notRestored = [
    ...(await returnDomain(tx, tenantUuid, claim)),
    ...(await returnEmailDomains(tx, tenantUuid, emailDomains)),
    ...(await returnLogins(tx, tenantUuid)),
  ];
  await releaseJobs(tx, jobs, tenantUuid);
  const event = {
    eventType: 'tenant.restored',
    entityType: 'TENANT',
    entityId: tenantUuid,
    attributes: { notRestoredCount: String(notRestored.length), hasNewCode: String(!!code) },
  } as const;
  await recordEvent(tx, { ...event, tenantUuid });
  // The deletion is in the platform's trail, too.
  await recordEvent(tx, { ...event, tenantUuid: platformTenantUuid });
  const tenant = await orNotFound(findTenant(tx, tenantUuid), 'tenant');
  return { ...tenant, notRestored };
}
