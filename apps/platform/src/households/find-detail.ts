import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Static } from 'typebox';
import { visibleTo } from '../auth/visible-households.ts';
import { visibleTo as visibleContacts } from '../contacts/contact-access.ts';
import type { Tx } from '../database/transaction.ts';
import { notFound } from '../problems.ts';
import { listAccounts, listTotals } from './accounts/queries.ts';
import { findExposure } from './exposure/find-exposure.ts';
import { tablesAt, tablesNow } from './household-tables.ts';
import { listMembers } from './members/queries.ts';
import { findHousehold, findHouseholdAt } from './queries.ts';
import type { HouseholdDetail } from './schemas.ts';

type Detail = Static<typeof HouseholdDetail>;

/**
 * Returns a household with its members, its accounts and what they are worth by currency, as they
 * are or as they were at a second. Who is exposed is known as of now, of the members of then.
 * Throws NOT_FOUND, also for a time at which the household was not there.
 */
export async function findDetail(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
  asOf?: string,
): Promise<Detail> {
  const tables = asOf === undefined ? tablesNow(tx) : tablesAt(tx, householdUuid, asOf);
  const visible = visibleTo(tx, caller);
  const [household, members, accounts, totals, exposure] = await Promise.all([
    asOf === undefined
      ? findHousehold(tx, visible, householdUuid)
      : findHouseholdAt(tx, visible, householdUuid, tables),
    listMembers(tx, visibleContacts(tx, caller), householdUuid, {}, tables),
    listAccounts(tx, visible, householdUuid, tables),
    listTotals(tx, householdUuid, tables),
    findExposure(tx, householdUuid),
  ]);
  if (!household) throw notFound('household');
  const accountNumbers = accounts.map(({ accountNumber }) => accountNumber);
  const dates = totals.flatMap((total) => total.asOf ?? []).sort();
  return {
    ...household,
    accountNumbers,
    memberCount: members.length,
    members: [...members],
    portfolio: {
      accountNumbers,
      accounts: [...accounts],
      totals: [...totals],
      asOf: dates[0] ?? null,
    },
    exposure: among(exposure, members),
  };
}

function among(
  { politicallyExposed, related }: Detail['exposure'],
  members: readonly { memberUuid: string }[],
): Detail['exposure'] {
  const uuids = new Set(members.map(({ memberUuid }) => memberUuid));
  return {
    politicallyExposed: politicallyExposed.filter((uuid) => uuids.has(uuid)),
    related: related.filter(({ memberUuid }) => uuids.has(memberUuid)),
  };
}
