import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { type PageRequest, parsePage, toPage } from '../lists/page.ts';
import { orderColumns, toOrder } from '../lists/sort.ts';
import { staffColumns, staffFields } from './queries.ts';
import type { StaffRow } from './schemas.ts';

const maxWords = 10;
/** The number of exact results below which words with typing errors count as well. */
const few = 10;
/** The greatest number of words of names that may stand for one that was typed wrong. */
const maxNear = 40;

/**
 * Returns a page of staff whose names have each of the words, in any order, whatever the case and
 * the accents, and despite small typos: one wrong letter in a word of four letters, two in one of
 * nine. The best match comes first unless a sort is stated. One query reads the names of the whole
 * tenant, some thousands at most, and decides, counts and pages.
 */
export async function searchStaff(tx: Tx, name: string, request: PageRequest) {
  const page = parsePage(request, { fields: staffFields });
  const byRank = page.terms.length === 0;
  const order = byRank
    ? tx`rank desc, name, staff_uuid`
    : toOrder(tx, orderColumns(page.terms, 'staff_uuid'));
  const rows = await tx<(StaffRow & { total: number })[]>`
    with ${matches(tx, name)}, best as (
      select staff_uuid, name, rank
        from (select staff_uuid, name, ${rank(tx)} as rank from found) ranked
             ${byRank ? tx`` : tx`join staff_members using (staff_uuid)`}
       order by ${order} limit ${page.size} offset ${page.offset}
    ), page as (
      select ${staffColumns(tx)}, row_number() over (order by ${order}) as place
        from best join staff_members using (staff_uuid)
    )
    select page.*, total from (select count(*)::int as total from found) counted
      left join page on true
     order by place`;
  const content = rows.filter((row) => row.tenantStaffUuid !== null);
  const total = rows[0]?.total ?? 0;
  return toPage<StaffRow>(content, total, page, page.offset + page.size < total ? [] : undefined);
}

/**
 * Returns the tables of the query: `asked`, the words with what must occur in a name (a word of one or two
 * letters must begin one); `near`, the words of names that differ from an asked one by the letters
 * that may be wrong; and `found`, the staff that match.
 */
const matches = (tx: Tx, words: string): Fragment => tx`
  asked as materialized (
    select word, case when length(word) < 3 then ' ' || word else word end as part,
           case when length(word) < 4 then 0 when length(word) < 9 then 1 else 2 end as wrong
      from (select distinct left(word, 100) as word
              from unnest(string_to_array(fold(${words}), ' ')) with ordinality each (word, place)
             where word <> '' and place <= ${maxWords}) each
  ), staff as materialized (
    select staff_uuid, search_name as name, ' ' || search_name || ' ' as text, search_words as words
      from staff_members where deleted_at is null
  ), as_written as materialized (
    select * from staff where not exists (select from asked where strpos(text, part) = 0)
  ), known as materialized (
    select distinct known from staff, unnest(words) known
     where (select count(*) < ${few} from as_written)
  ), near as materialized (
    select asked.*, array(
             select known from known
              where ${distance(tx)} <= wrong and strpos(known, word) = 0
              order by ${distance(tx)}, known limit ${maxNear}) as near
      from asked
  ), found as materialized (
    select * from as_written
    union all
    select * from staff
     where (select count(*) < ${few} from as_written)
       and exists (select from asked where strpos(text, part) = 0)
       and not exists (select from near where strpos(text, part) = 0 and not words && near)
  )`;

/** Returns the number of letters by which a word of a name differs from an asked one, up to the number that matters. */
const distance = (tx: Tx): Fragment => tx`
  case when wrong > 0 and length(known) between length(word) - wrong and length(word) + wrong
       then levenshtein_less_equal(word, known, wrong) end`;

/** Ranks each word: a whole word of the name comes before a beginning, that before a part, that before a typing error. */
const rank = (tx: Tx): Fragment => tx`
  (select coalesce(sum(
     case when strpos(text, ' ' || word || ' ') > 0 then 3
          when strpos(text, ' ' || word) > 0 then 2
          when strpos(text, word) > 0 then 1
          when exists (select from unnest(near) known
                        where known = any(words) and ${distance(tx)} = 1) then 0.5
          else 0.25 end), 0)::real from near)`;
