import { useRead } from '../data.ts';
import { enteredTenantOf } from '../tenant.ts';

/** Reads one firm, deleted or not, as the only row there is. */
export function useFirm(
  tenantUuid: string,
  options: { enabled?: boolean; isBackground?: boolean } = {},
) {
  const filters = [{ field: 'tenantUuid', operator: 'EQUALS', value: tenantUuid }];
  const body = { filters, includeDeleted: true };
  return useRead('filterTenants', { body }, options);
}

/** Returns whether the mails of the firm wait until it is switched on, which may be done elsewhere. */
export function useMailsWait(): boolean {
  const { tenantUuid = '', isBeingPrepared = false } = enteredTenantOf() ?? {};
  const firms = useFirm(tenantUuid, { enabled: isBeingPrepared, isBackground: true });
  return isBeingPrepared && !firms.data?.content[0]?.isActive;
}
