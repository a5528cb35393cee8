import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { isOf, type Person } from '../person.ts';

/**
 * Returns the SQL that says whether an account `a` signs in by its firm's provider alone: staff of the
 * firm's own, those apart who come in without it.
 */
export const mustUseProvider = (tx: Tx): Fragment => tx`(
  a.partner_uuid is null and a.roles && array['TENANT_ADMIN', 'TENANT_STAFF'] and exists (
    select from sso_connections c
     where c.tenant_uuid = a.tenant_uuid and c.is_active and c.sign_in = 'SSO_ONLY'
       and a.user_uuid <> all(c.break_glass)))`;

/** Returns the same of one person. */
export async function isProviderRequired(tx: Tx, person: Person): Promise<boolean> {
  const [row] = await tx<{ must: boolean }[]>`
    select ${mustUseProvider(tx)} as must from accounts a where ${isOf(tx, person)}`;
  return row?.must ?? false;
}

/** Returns whether a person is to come in where the firm's provider lets nobody in. */
export async function isRescuer(tx: Tx, { tenantUuid, userUuid }: Person): Promise<boolean> {
  const [row] = await tx<[{ is: boolean }]>`
    select exists (select from sso_connections
      where tenant_uuid = ${tenantUuid} and is_active and sign_in = 'SSO_ONLY'
        and ${userUuid} = any(break_glass)) as is`;
  return row.is;
}
