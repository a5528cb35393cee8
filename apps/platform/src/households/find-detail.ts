import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Static } from 'typebox';
import { visibleTo } from '../auth/visible-households.ts';
import { visibleTo as visibleContacts } from '../contacts/contact-access.ts';
import type { Tx } from '../database/transaction.ts';
import { notFound } from '../problems.ts';
import { listAccounts, listTotals } from './accounts/queries.ts';
import { findExposure } from './exposure/find-exposure.ts';
import { listMembers } from './members/queries.ts';
import { findHousehold } from './queries.ts';
import type { HouseholdDetail } from './schemas.ts';

/** A household with its members, its accounts and what they are worth by currency. */
export async function findDetail(
  tx: Tx,
  caller: Caller,
  householdUuid: string,
): Promise<Static<typeof HouseholdDetail>> {
  const [household, members, accounts, totals, exposure] = await Promise.all([
    findHousehold(tx, visibleTo(tx, caller), householdUuid),
    listMembers(tx, visibleContacts(tx, caller), householdUuid),
    listAccounts(tx, visibleTo(tx, caller), householdUuid),
    listTotals(tx, householdUuid),
    findExposure(tx, householdUuid),
  ]);
  if (!household) throw notFound('household');
  const { accountNumbers } = household;
  const dates = totals.flatMap((total) => total.asOf ?? []).sort();
  const portfolio = {
    accountNumbers,
    accounts: [...accounts],
    totals: [...totals],
    asOf: dates[0] ?? null,
  };
  return { ...household, members: [...members], portfolio, exposure };
}
