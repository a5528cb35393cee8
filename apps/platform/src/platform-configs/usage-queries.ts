import { type Fragment, joined } from '@atrium/kit/sql.ts';
import type { Static } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import type { ListName } from './default-lists.ts';
import { fieldsOfList } from './list-fields.ts';
import { findList } from './queries.ts';
import type { ListUsage } from './schemas.ts';

/** Returns the contacts `c` with each value of a list that they have, a contact and value once. */
function valuesOfContacts(tx: Tx, list: ListName): Fragment {
  const columns = joined(Object.values(fieldsOfList[list]).map((column) => tx(column)));
  return tx`(
    select distinct contact_uuid, deleted_at, value
      from contacts, unnest(array[${columns}]) as value) c where c.value is not null`;
}

/** Returns the values that contacts have, deleted ones too. */
export async function listValuesInUse(tx: Tx, list: ListName): Promise<string[]> {
  const rows = await tx<{ value: string }[]>`
    select distinct c.value from ${valuesOfContacts(tx, list)}`;
  return rows.map(({ value }) => value);
}

/** Counts the live contacts that have each value: those of the list in its order, then others by name. */
export async function countUsage(tx: Tx, list: ListName): Promise<Static<typeof ListUsage>> {
  const counted = await tx<{ value: string; count: number }[]>`
    select c.value, count(*)::int as count from ${valuesOfContacts(tx, list)} and c.deleted_at is null
     group by c.value order by c.value`;
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  const offered = await findList(tx, list);
  const inList = new Set(offered.map(({ value }) => value));
  return [
    ...offered.map(({ value }) => ({ value, count: counts.get(value) ?? 0, isInList: true })),
    ...counted
      .filter(({ value }) => !inList.has(value))
      .map((row) => ({ ...row, isInList: false })),
  ];
}
