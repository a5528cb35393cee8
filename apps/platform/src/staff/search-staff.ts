import { type PageRequest, parsePage, toPage } from '@atrium/kit/lists/page.ts';
import { orderBy } from '@atrium/kit/lists/sort.ts';
import type { Tx } from '../database/transaction.ts';
import { staffColumns, staffFields } from './queries.ts';
import type { StaffRow } from './schemas.ts';

const maxWords = 10;

/**
 * Staff whose names match, in any order of words, whatever the case and the accents, and despite
 * small typos; the best match first unless a sort is stated. One query finds, counts and reads; of a
 * single word that many names begin with only as many as the page needs.
 */
export async function searchStaff(tx: Tx, name: string, request: PageRequest) {
  const page = parsePage(request, staffFields);
  const words = name.split(/\s+/).join(' ');
  const byRank = page.terms.length === 0;
  const order = byRank ? tx`rank desc, name, staff_uuid` : orderBy(tx, page.terms, 'staff_uuid');
  const rows = await tx<(StaffRow & { total: number })[]>`
    with asked as materialized (
      select array(
        select left(word, 100) from unnest(string_to_array(fold(${words}), ' ')) word where word <> '' limit ${maxWords}) as words
    ), first as materialized (
      select staff.* from asked, staff_beginning(words[1], ${page.offset + page.size}) staff
       where ${byRank} and cardinality(words) = 1
    ), found as materialized (
      select * from first
      union all
      select staff.*, null from asked, staff_found(words) staff where not exists (select from first)
    ), best as (
      select found.* from found ${byRank ? tx`` : tx`join staff_members using (staff_uuid)`}
       order by ${order} limit ${page.size} offset ${page.offset}
    ), page as (
      select ${staffColumns(tx)}, row_number() over (order by ${order}) as place
        from best join staff_members using (staff_uuid)
    )
    select page.*, total
      from (select coalesce(max(total), count(*)::int) as total from found) counted left join page on true
     order by place`;
  const content = rows.filter((row) => row.tenantStaffUuid !== null);
  const total = rows[0]?.total ?? 0;
  return toPage<StaffRow>(content, total, page, page.offset + page.size < total ? [] : undefined);
}
