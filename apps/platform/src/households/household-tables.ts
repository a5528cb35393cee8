import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';

type Source = 'households' | 'household_members' | 'household_accounts';

/** The tables that a household is read from, as they are or as they were. */
export type HouseholdTables = {
  households: Fragment;
  members: Fragment;
  accounts: Fragment;
  /** Returns the other households that the account `a` is linked to, as rows of household_uuid. */
  sharing: Fragment;
};

/** Returns the tables as they are. */
export const tablesNow = (tx: Tx): HouseholdTables => ({
  households: tx`households`,
  members: tx`household_members`,
  accounts: tx`household_accounts`,
  sharing: tx`household_accounts other where other.tenant_uuid = a.tenant_uuid
    and other.account_number = a.account_number`,
});

/**
 * Returns the rows that a household had in the tables at the end of a second (UTC, as records show
 * it), so that what an answer says was changed then is included.
 */
export function tablesAt(tx: Tx, householdUuid: string, second: string): HouseholdTables {
  const end = tx`(date_trunc('second', ${second.replace(/Z$/, '')}::timestamp) + interval '1 second')
    at time zone 'UTC'`;
  const rowsOf = (source: Source) => tx`(
    select state.* from (
      select distinct on (row_key) content from household_history
       where household_uuid = ${householdUuid} and source = ${source} and changed_at < ${end}
       order by row_key, ordinal desc) latest,
      jsonb_populate_record(null::${tx(source)}, latest.content) state
     where latest.content is not null)`;
  return {
    households: rowsOf('households'),
    members: rowsOf('household_members'),
    accounts: rowsOf('household_accounts'),
    sharing: tx`(
      select distinct on (v.household_uuid) v.household_uuid, v.content from household_history v
       where v.tenant_uuid = a.tenant_uuid and v.source = 'household_accounts'
         and v.row_key = a.account_number and v.changed_at < ${end}
       order by v.household_uuid, v.ordinal desc) other where other.content is not null`,
  };
}
