import type { Tx } from '../../database/transaction.ts';
import type { Pair } from '../../kind.ts';

/** Two contacts, the lower UUID first. */
type InOrder = readonly [string, string];

export const inOrder = (one: string, other: string): InOrder =>
  one < other ? [one, other] : [other, one];

/** Remembers that two contacts are no pair. Returns whether that is new. */
export async function insertDismissal(tx: Tx, pair: InOrder): Promise<boolean> {
  const { count } = await tx`
    insert into duplicate_dismissals (tenant_uuid, contact_uuid, other_uuid)
    values (${tx.tenantUuid}, ${pair[0]}, ${pair[1]}) on conflict do nothing`;
  if (count === 0) return false;
  await partGroups(tx, pair);
  await noteChange(tx, pair);
  return true;
}

/** Forgets that two contacts are no pair. Returns whether that was remembered. */
export async function deleteDismissal(tx: Tx, pair: InOrder): Promise<boolean> {
  const { count } = await tx`
    delete from duplicate_dismissals where contact_uuid = ${pair[0]} and other_uuid = ${pair[1]}`;
  if (count > 0) await noteChange(tx, pair);
  return count > 0;
}

/** Asks for the groups of two contacts to be worked out anew. */
const noteChange = (tx: Tx, pair: InOrder) => tx`
  insert into duplicate_changes (tenant_uuid, contact_uuid, ended)
  select ${tx.tenantUuid}, uuid, '{}' from unnest(${[...pair]}::uuid[]) uuid`;

/** Makes two of each kept group that holds both contacts, each with one of them, so that nobody sees both. */
async function partGroups(tx: Tx, pair: InOrder): Promise<void> {
  await tx`
    with parted as (
      delete from duplicate_groups where contact_uuids @> ${[...pair]}::uuid[] returning *),
    parts as (
      select p.tenant_uuid, p.kind, p.key, array_remove(p.contact_uuids, uuid) as contact_uuids
        from parted p cross join unnest(${[...pair]}::uuid[]) uuid)
    insert into duplicate_groups (tenant_uuid, kind, key, contact_uuids, group_key)
    select tenant_uuid, kind, key, contact_uuids, md5(contact_uuids::text)::uuid from parts
     where cardinality(contact_uuids) > 1
        on conflict do nothing`;
}

/** Forgets what was said of some contacts. */
export const deleteDismissals = (tx: Tx, contactUuids: readonly string[]) => tx`
  delete from duplicate_dismissals
   where contact_uuid = any(${[...contactUuids]}::uuid[]) or other_uuid = any(${[...contactUuids]}::uuid[])`;

/** Makes two people of the record that stays and of each that the other one was said not to be. */
export async function moveDismissals(tx: Tx, { from, into }: Pair): Promise<void> {
  const said = await tx<{ uuid: string }[]>`
    select unnest(array_remove(array[contact_uuid, other_uuid], ${from})) as uuid from duplicate_dismissals
     where ${from} in (contact_uuid, other_uuid)`;
  await deleteDismissals(tx, [from]);
  for (const { uuid } of said) if (uuid !== into) await insertDismissal(tx, inOrder(uuid, into));
}
