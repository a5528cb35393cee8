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

/** Writes the groups of the keys that contacts have now, or had before. A key has 64 bits: it stays text. */
async function writeGroups(
  tx: Tx,
  changes: readonly { contactUuid: string; ended: readonly string[] }[],
): Promise<void> {
  const contactUuids = [...new Set(changes.map(({ contactUuid }) => contactUuid))];
  const ended = [...new Set(changes.flatMap((change) => change.ended))];
  // Of a group that is kept, only those who changed can have come or gone. Whoever else bears a key of
  // which no group is kept is looked for: they are few.
  await tx`
    with changed as materialized (
      select c.* from contacts c
       where c.contact_uuid = any(${contactUuids}::uuid[]) and c.deleted_at is null),
    bearing as materialized (
      select k.kind, k.key, c.contact_uuid, c.first_name_key, c.last_name_key
        from changed c cross join lateral duplicate_keys_of(c) k),
    kept as materialized (
      select g.kind, g.key, g.contact_uuids from duplicate_groups g
       where g.key = any(${ended}::text[]::bigint[])
      union
      select g.kind, g.key, g.contact_uuids from duplicate_groups g
       where g.key = any(array(select key from bearing))),
    new_keys as materialized (
      select distinct b.kind, b.key,
             case b.kind when 4 then b.first_name_key end as first_name_key,
             case b.kind when 4 then b.last_name_key end as last_name_key
        from bearing b
       where not exists (select from kept k where k.kind = b.kind and k.key = b.key)),
    others as (
      select k.kind, k.key, c.contact_uuid, c.deleted_at from new_keys k
        join contacts c on k.kind = 1 and c.identity_duplicate_key = k.key
      union all select k.kind, k.key, c.contact_uuid, c.deleted_at from new_keys k
        join contacts c on k.kind = 2 and c.preferred_email_duplicate_key = k.key
      union all select k.kind, k.key, c.contact_uuid, c.deleted_at from new_keys k
        join contacts c on k.kind = 2 and c.primary_email_duplicate_key = k.key
      union all select k.kind, k.key, c.contact_uuid, c.deleted_at from new_keys k
        join contacts c on k.kind = 3 and c.preferred_phone_duplicate_key = k.key
      union all select k.kind, k.key, c.contact_uuid, c.deleted_at from new_keys k
        join contacts c on k.kind = 3 and c.phone_duplicate_key = k.key
      union all select k.kind, k.key, c.contact_uuid, c.deleted_at from new_keys k
        join contacts c on k.kind = 4 and c.deleted_at is null
         and c.last_name_key = k.last_name_key and c.first_name_key = k.first_name_key),
    members as (
      select k.kind, k.key, m.contact_uuid from kept k cross join unnest(k.contact_uuids) m (contact_uuid)
       where not exists (
         select from unnest(${contactUuids}::uuid[]) u (contact_uuid) where u.contact_uuid = m.contact_uuid)
      union all (
        select kind, key, contact_uuid from bearing
        union select kind, key, contact_uuid from others where deleted_at is null)),
    found as materialized (
      select kind, key, array_agg(contact_uuid order by contact_uuid) as contact_uuids
        from members group by kind, key having count(*) > 1),
    gone as (
      delete from duplicate_groups g using kept k
       where g.kind = k.kind and g.key = k.key
         and not exists (select from found f where f.kind = g.kind and f.key = g.key))
    insert into duplicate_groups as g (tenant_uuid, kind, key, contact_uuids, group_key)
    select ${tx.tenantUuid}, kind, key, contact_uuids, md5(contact_uuids::text)::uuid from found
        on conflict (tenant_uuid, kind, key) do update
       set contact_uuids = excluded.contact_uuids, group_key = excluded.group_key
     where g.contact_uuids <> excluded.contact_uuids`;
}
