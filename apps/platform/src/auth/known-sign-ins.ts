import type { Tx } from '../database/transaction.ts';
import { isOf, type Person } from './person.ts';

/** Notes that an account signs in; true when it is for the first time. */
export async function markSignedIn(tx: Tx, person: Person): Promise<boolean> {
  const { count } = await tx`
    update accounts set first_login_at = now() where ${isOf(tx, person)} and first_login_at is null`;
  return count > 0;
}

/** Finds how many whole days ago a client's login and record were made; undefined when no contact says. */
export async function findDaysOfClient(tx: Tx, { tenantUuid, userUuid }: Person) {
  const [row] = await tx<{ sinceInit: number | null; sinceCreated: number }[]>`
    select extract(day from now() - credentials_initialized_at)::int as since_init,
           extract(day from now() - created_at)::int as since_created
      from contacts where tenant_uuid = ${tenantUuid} and contact_uuid = ${userUuid}`;
  return row;
}

/** Notes that an account was signed in from an address. */
export async function saveKnownAddress(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  addressHash: Buffer,
): Promise<void> {
  await tx`
    insert into known_addresses (tenant_uuid, user_uuid, address_hash)
    values (${tenantUuid}, ${userUuid}, ${addressHash})
    on conflict (tenant_uuid, user_uuid, address_hash) do update set signed_in_at = now()`;
}
