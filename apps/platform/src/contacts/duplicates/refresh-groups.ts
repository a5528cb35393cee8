import type { Tx } from '../../database/transaction.ts';

/**
 * Works out anew the groups that some changed contacts of the tenant are or were in, and returns how
 * many changes that were: `limit` when more may wait, none while another replica does it.
 */
export async function refreshGroups(tx: Tx, limit: number): Promise<number> {
  const lock = `duplicates ${tx.tenantUuid}`;
  const [{ mine }] = await tx<[{ mine: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as mine`;
  if (!mine) return 0;
  const changes = await tx<{ contactUuid: string; ended: string[] }[]>`
    delete from duplicate_changes where change in (
      select change from duplicate_changes order by change limit ${limit})
    returning contact_uuid, ended::text[] as ended`;
  if (changes.length > 0) await writeGroups(tx, changes);
  return changes.length;
}

/** Writes the groups of the keys that contacts have now, or had before. A key is a number of 64 bits, as text. */
async function writeGroups(
  tx: Tx,
  changes: readonly { contactUuid: string; ended: readonly string[] }[],
): Promise<void> {
  const contactUuids = [...new Set(changes.map(({ contactUuid }) => contactUuid))];
  const ended = [...new Set(changes.flatMap((change) => change.ended))];
  // Whoever comes to a key has changed, so that a key which ended can only lose contacts.
  await tx`
    with changed as materialized (
      select c.* from contacts c
       where c.contact_uuid = any(${contactUuids}::uuid[]) and c.deleted_at is null),
    kept as materialized (
      select g.kind, g.key, g.contact_uuids from duplicate_groups g
       where g.key = any(${ended}::text[]::bigint[])),
    keys as materialized (
      select k.kind, k.key from changed c cross join lateral duplicate_keys_of(c) k
      union select kind, key from kept),
    candidates as (
      select k.kind, k.key, c.contact_uuid from keys k
        join contacts c on k.kind = 1 and c.identity_duplicate_key = k.key
      union select k.kind, k.key, c.contact_uuid from keys k
        join contacts c on k.kind = 2 and c.preferred_email_duplicate_key = k.key
      union select k.kind, k.key, c.contact_uuid from keys k
        join contacts c on k.kind = 2 and c.primary_email_duplicate_key = k.key
      union select k.kind, k.key, c.contact_uuid from keys k
        join contacts c on k.kind = 3 and c.preferred_phone_duplicate_key = k.key
      union select k.kind, k.key, c.contact_uuid from keys k
        join contacts c on k.kind = 3 and c.phone_duplicate_key = k.key
      union select k.kind, k.key, o.contact_uuid from changed c
        cross join lateral duplicate_keys_of(c) k
        join contacts o on k.kind = 4 and o.deleted_at is null
         and o.last_name_key = c.last_name_key and o.first_name_key = c.first_name_key
      union select kind, key, unnest(contact_uuids) from kept where kind = 4),
    found as materialized (
      select b.kind, b.key, array_agg(b.contact_uuid order by b.contact_uuid) as contact_uuids
        from candidates b join contacts c on c.contact_uuid = b.contact_uuid
       where c.deleted_at is null
         and exists (select from duplicate_keys_of(c) k where k.kind = b.kind and k.key = b.key)
       group by b.kind, b.key having count(*) > 1),
    gone as (
      delete from duplicate_groups g using keys k
       where g.kind = k.kind and g.key = k.key
         and not exists (select from found f where f.kind = g.kind and f.key = g.key))
    insert into duplicate_groups as g (tenant_uuid, kind, key, contact_uuids, group_key)
    select ${tx.tenantUuid}, kind, key, contact_uuids, md5(contact_uuids::text)::uuid from found
        on conflict (tenant_uuid, kind, key) do update
       set contact_uuids = excluded.contact_uuids, group_key = excluded.group_key
     where g.contact_uuids <> excluded.contact_uuids`;
}
