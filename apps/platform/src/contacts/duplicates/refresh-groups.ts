import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';

type Change = { contactUuid: string; ended: readonly string[] };

/**
 * Works out anew the groups that some changed contacts of a tenant are or were in, and returns how many
 * changes that were: `limit` when more may wait, none while another replica does it. A platform
 * transaction's work: behind the tenant's wall the planner would read the tenant's index, and not
 * those of the keys, until the table is analysed.
 */
export async function refreshGroups(tx: Tx, tenantUuid: string, limit: number): Promise<number> {
  const lock = `duplicates ${tenantUuid}`;
  const [{ mine }] = await tx<[{ mine: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as mine`;
  if (!mine) return 0;
  const changes = await tx<Change[]>`
    delete from duplicate_changes where tenant_uuid = ${tenantUuid} and change = any(array(
      select change from duplicate_changes where tenant_uuid = ${tenantUuid}
       order by change limit ${limit}))
    returning contact_uuid, ended::text[] as ended`;
  if (changes.length > 0) await writeGroups(tx, tenantUuid, changes);
  return changes.length;
}

/** Writes the groups of the keys that contacts have now, or had before. A key has 64 bits: it stays text. */
async function writeGroups(tx: Tx, tenantUuid: string, changes: readonly Change[]): Promise<void> {
  const contactUuids = [...new Set(changes.map(({ contactUuid }) => contactUuid))];
  const ended = [...new Set(changes.flatMap((change) => change.ended))];
  // Of a group that is kept, only those who changed can have come or gone. Whoever else bears a key of
  // which no group is kept is looked for: they are few.
  await tx`
    with changed as materialized (
      select c.* from contacts c
       where c.tenant_uuid = ${tenantUuid} and c.contact_uuid = any(${contactUuids}::uuid[])
         and num_nulls(c.deleted_at) = 1),
    bearing as materialized (
      select k.kind, k.key, c.contact_uuid, c.first_name_key, c.last_name_key
        from changed c cross join lateral duplicate_keys_of(c) k),
    kept as materialized (
      select g.kind, g.key, g.contact_uuids from duplicate_groups g
       where g.tenant_uuid = ${tenantUuid}
         and g.key = any(${ended}::text[]::bigint[] || array(select key from bearing))),
    new_keys as materialized (
      select b.kind, b.key, min(b.first_name_key) as first_name_key, min(b.last_name_key) as last_name_key
        from bearing b
       where not exists (select from kept k where k.kind = b.kind and k.key = b.key)
       group by b.kind, b.key),
    others as (
      ${bearersOf(tx, 1, tx`c.identity_duplicate_key = k.key`)}
      union all ${bearersOf(tx, 2, tx`c.preferred_email_duplicate_key = k.key`)}
      union all ${bearersOf(tx, 2, tx`c.primary_email_duplicate_key = k.key`)}
      union all ${bearersOf(tx, 3, tx`c.preferred_phone_duplicate_key = k.key`)}
      union all ${bearersOf(tx, 3, tx`c.phone_duplicate_key = k.key`)}
      union all ${bearersOf(
        tx,
        4,
        tx`c.tenant_uuid = ${tenantUuid} and c.deleted_at is null
           and c.last_name_key = k.last_name_key and c.first_name_key = k.first_name_key`,
      )}),
    members as (
      select k.kind, k.key, m.contact_uuid from kept k cross join unnest(k.contact_uuids) m (contact_uuid)
       where m.contact_uuid not in (select unnest(${contactUuids}::uuid[]))
      union all (
        select kind, key, contact_uuid from bearing
        union select kind, key, contact_uuid from others where deleted_at is null)),
    found as materialized (
      select kind, key, array_agg(contact_uuid order by contact_uuid) as contact_uuids
        from members group by kind, key having count(*) > 1),
    gone as (
      delete from duplicate_groups g using kept k
       where g.tenant_uuid = ${tenantUuid} and g.kind = k.kind and g.key = k.key
         and not exists (select from found f where f.kind = g.kind and f.key = g.key))
    insert into duplicate_groups as g (tenant_uuid, kind, key, contact_uuids, group_key)
    select ${tenantUuid}, kind, key, contact_uuids, md5(contact_uuids::text)::uuid from found
        on conflict (tenant_uuid, kind, key) do update
       set contact_uuids = excluded.contact_uuids, group_key = excluded.group_key
     where g.contact_uuids <> excluded.contact_uuids`;
}

/** Selects who bears the new keys of a kind, each key by its index. */
const bearersOf = (tx: Tx, kind: number, bears: Fragment) => tx`
  select k.kind, k.key, o.contact_uuid, o.deleted_at from new_keys k
   cross join lateral (select c.contact_uuid, c.deleted_at from contacts c where ${bears} offset 0) o
   where k.kind = ${kind}::int`;
