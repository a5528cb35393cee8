import type { Fragment } from '@atrium/kit/sql.ts';
import { differs } from '../../database/differs.ts';
import type { Tx } from '../../database/transaction.ts';
import { tablesNow } from '../household-tables.ts';
import type { AccountChanges, AccountRow } from '../schemas.ts';

/** Returns an account's columns; of the other households that share it those that meet a condition on `households h`. */
const columns = (tx: Tx, visible: Fragment, sharing = tablesNow(tx).sharing) => tx`
  a.account_number, a.custodian, a.currency, a.market_value, a.as_of,
  record_time(a.linked_at) as linked_at,
  array(select h.household_uuid from households h
         where h.household_uuid in (select other.household_uuid from ${sharing})
           and h.household_uuid <> a.household_uuid and h.deleted_at is null and ${visible}
         order by h.household_uuid limit 100) as other_household_uuids`;

export function listAccounts(
  tx: Tx,
  visible: Fragment,
  householdUuid: string,
  { accounts, sharing } = tablesNow(tx),
) {
  return tx<AccountRow[]>`
    select ${columns(tx, visible, sharing)} from ${accounts} a
     where a.household_uuid = ${householdUuid} order by a.ordinal`;
}

/** Sums the accounts of a household by currency, and finds the oldest date among the values. */
export function listTotals(tx: Tx, householdUuid: string, { accounts } = tablesNow(tx)) {
  return tx<{ currency: string; marketValue: string; asOf: string | null }[]>`
    select currency, sum(market_value::numeric)::text as market_value, min(as_of) as as_of
      from ${accounts} a
     where household_uuid = ${householdUuid} and currency is not null and market_value is not null
     group by currency order by currency`;
}

/** Links account numbers in their order; those that are linked already stay as they are. */
export async function linkAccounts(
  tx: Tx,
  householdUuid: string,
  accountNumbers: readonly string[],
): Promise<void> {
  if (accountNumbers.length === 0) return;
  await tx`
    insert into household_accounts (tenant_uuid, household_uuid, account_number)
    select ${tx.tenantUuid}, ${householdUuid}, account_number
      from unnest(${accountNumbers as string[]}::text[]) with ordinality as stated (account_number, at)
     order by at
    on conflict do nothing`;
}

export async function unlinkAccounts(
  tx: Tx,
  householdUuid: string,
  accountNumbers: readonly string[],
): Promise<void> {
  await tx`
    delete from household_accounts
     where household_uuid = ${householdUuid} and account_number = any(${accountNumbers as string[]})`;
}

/** Hands accounts over to another household with what is known of them; of two valuations the newer stays. */
export async function moveAccounts(
  tx: Tx,
  from: string,
  to: string,
  accountNumbers: readonly string[],
): Promise<void> {
  await tx`
    with moved as (
      delete from household_accounts
       where household_uuid = ${from} and account_number = any(${accountNumbers as string[]})
      returning *)
    insert into household_accounts
      (tenant_uuid, household_uuid, account_number, custodian, currency, market_value, as_of)
    select tenant_uuid, ${to}, account_number, custodian, currency, market_value, as_of
      from moved order by ordinal
    on conflict (tenant_uuid, household_uuid, account_number) do update
      set custodian = excluded.custodian, currency = excluded.currency,
          market_value = excluded.market_value, as_of = excluded.as_of
      where household_accounts.as_of is null or household_accounts.as_of < excluded.as_of`;
}

/** Changes what is known of a linked account. Returns whether it was otherwise. */
export async function updateAccountRow(
  tx: Tx,
  householdUuid: string,
  accountNumber: string,
  changes: AccountChanges,
): Promise<boolean> {
  if (Object.keys(changes).length === 0) return false;
  const { count } = await tx`
    update household_accounts set ${tx(changes)}
     where household_uuid = ${householdUuid} and account_number = ${accountNumber}
       and ${differs(tx, changes)}`;
  return count > 0;
}

/** Finds an account that is linked to a household. */
export async function findAccount(
  tx: Tx,
  visible: Fragment,
  householdUuid: string,
  accountNumber: string,
) {
  const [account] = await tx<AccountRow[]>`
    select ${columns(tx, visible)} from household_accounts a
     where a.household_uuid = ${householdUuid} and a.account_number = ${accountNumber}`;
  return account;
}
