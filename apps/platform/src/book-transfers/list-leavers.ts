import type { Tx } from '../database/transaction.ts';
import { booksOf } from './books.ts';
import type { LeaverRow } from './schemas.ts';

/**
 * Returns those of the staff whom the identity provider has no longer and who still have something to hand
 * over, who left last first.
 */
export function listLeavers(tx: Tx) {
  const books = booksOf(tx).filter(({ counted }) => counted);
  const counts = books.map(
    ({ table, isOf, counted = '' }) => tx`
      (select count(*)::int from ${tx(table)} where ${isOf(tx, tx`s.staff_uuid`)}) as ${tx(counted)}`,
  );
  const columns = counts.reduce((list, each) => tx`${list}, ${each}`);
  const sum = books
    .map(({ counted = '' }) => tx`${tx(counted)}`)
    .reduce((list, each) => tx`${list} + ${each}`);
  return tx<LeaverRow[]>`
    select * from (
      select s.staff_uuid, s.first_name || ' ' || s.paternal_last_name as display_name,
             record_time(s.deprovisioned_at) as deprovisioned_at, ${columns}
        from staff_members s
       where s.deprovisioned_at is not null and (s.deleted_at is not null or not s.is_active)
       order by s.deprovisioned_at desc, s.staff_uuid) each
     where ${sum} > 0`;
}
