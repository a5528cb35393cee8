import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { divideGroup } from './divide-group.ts';
import { areNoPair, comparedColumns, maySetApart } from './no-pair.ts';

type Change = { contactUuid: string; ended: readonly string[] };

/** Who bears a key, the oldest first, and which of them are no pair. A key has 64 bits: it stays text. */
type Borne = {
  kind: number;
  key: string;
  contactUuids: string[];
  noPairs: [string, string][];
};

/** How many who bear a key are compared, the oldest: all, and of those who may be no pair with somebody. */
const most = { bearers: 2_000, compared: 200, groups: 200 };

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
  if (changes.length === 0) return 0;
  const ended = [...new Set(changes.flatMap((change) => change.ended))];
  const borne = await listBorne(tx, tenantUuid, { changes, ended });
  await writeGroups(tx, tenantUuid, { borne, ended });
  return changes.length;
}

type Changed = { changes: readonly Change[]; ended: readonly string[] };

/**
 * Lists the keys that changed contacts bear, with all who bear them. Of a key that they bear no more those
 * of the kept groups remain: nobody became a pair by that.
 */
function listBorne(tx: Tx, tenantUuid: string, { changes, ended }: Changed): Promise<Borne[]> {
  const contactUuids = [...new Set(changes.map(({ contactUuid }) => contactUuid))];
  return tx<Borne[]>`
    with changed as materialized (
      select c.* from contacts c
       where c.tenant_uuid = ${tenantUuid} and c.contact_uuid = any(${contactUuids}::uuid[])
         and num_nulls(c.deleted_at) = 1),
    keys as materialized (
      select k.kind, k.key, min(c.first_name_key) as first_name_key, min(c.last_name_key) as last_name_key
        from changed c cross join lateral duplicate_keys_of(c) k group by k.kind, k.key),
    bearing as (
      select kind, key, contact_uuid, is_compared from (
        ${bearersOf(tx, tenantUuid, 1, tx`c.identity_duplicate_key = k.key`)}
        union ${bearersOf(tx, tenantUuid, 2, tx`c.preferred_email_duplicate_key = k.key`)}
        union ${bearersOf(tx, tenantUuid, 2, tx`c.primary_email_duplicate_key = k.key`)}
        union ${bearersOf(tx, tenantUuid, 3, tx`c.preferred_phone_duplicate_key = k.key`)}
        union ${bearersOf(tx, tenantUuid, 3, tx`c.phone_duplicate_key = k.key`)}
        union ${bearersOf(
          tx,
          tenantUuid,
          4,
          tx`c.tenant_uuid = ${tenantUuid} and c.deleted_at is null
             and c.last_name_key = k.last_name_key and c.first_name_key = k.first_name_key`,
        )}) b where num_nulls(deleted_at) = 1
      union
      select g.kind, g.key, o.contact_uuid, o.is_compared
        from duplicate_groups g cross join unnest(g.contact_uuids) m (contact_uuid)
       cross join ${contactOf(tx, tenantUuid, tx`c.contact_uuid, ${maySetApart(tx, tx`c`)} as is_compared`)} o
       where g.tenant_uuid = ${tenantUuid} and g.key = any(${ended}::text[]::bigint[])
         and m.contact_uuid <> all(${contactUuids}::uuid[])
         and not exists (select from keys k where k.kind = g.kind and k.key = g.key)),
    ranked as (
      select *, row_number() over (partition by kind, key order by contact_uuid) as at from bearing),
    members as materialized (
      select * from (
        select *, row_number() over (partition by kind, key, is_compared order by contact_uuid) as compared_at
          from ranked where at <= ${most.bearers}::int) r
       where not is_compared or compared_at <= ${most.compared}::int),
    compared as materialized (
      select m.kind, m.key, o.* from members m
       cross join ${contactOf(tx, tenantUuid, comparedColumns(tx))} o where m.is_compared),
    mixed as (
      select kind, key from compared group by kind, key
      having min(date_of_birth) <> max(date_of_birth) or bool_or(is_dismissed)
          or min(identity_duplicate_key) <> max(identity_duplicate_key)),
    apart as materialized (
      select a.kind, a.key, json_agg(json_build_array(a.contact_uuid, b.contact_uuid)) as no_pairs
        from mixed join compared a using (kind, key)
        join compared b on b.kind = a.kind and b.key = a.key and b.contact_uuid > a.contact_uuid
       where ${areNoPair(tx, tx`a`, tx`b`)}
       group by a.kind, a.key)
    select m.kind, m.key::text as key, array_agg(m.contact_uuid order by m.contact_uuid) as contact_uuids,
           coalesce((select no_pairs from apart p where p.kind = m.kind and p.key = m.key), '[]') as no_pairs
      from members m group by m.kind, m.key having count(*) > 1`;
}

/**
 * Selects who of the tenant bears the keys of a kind, each key by its index. No wall holds here, and a key of
 * 64 bits may be another tenant's too.
 */
const bearersOf = (tx: Tx, tenantUuid: string, kind: number, bears: Fragment) => tx`
  select k.kind, k.key, o.contact_uuid, o.deleted_at, o.is_compared from keys k
   cross join lateral (
     select c.tenant_uuid, c.contact_uuid, c.deleted_at, ${maySetApart(tx, tx`c`)} as is_compared
       from contacts c where ${bears} offset 0) o
   where k.kind = ${kind}::int and o.tenant_uuid = ${tenantUuid}`;

/** Selects columns of the contact of each row `m`, by the primary key whatever is known of the table. */
const contactOf = (tx: Tx, tenantUuid: string, columns: Fragment) => tx`lateral (
  select ${columns} from contacts c
   where c.tenant_uuid = ${tenantUuid} and c.contact_uuid = m.contact_uuid offset 0)`;

type Written = { borne: readonly Borne[]; ended: readonly string[] };

/** Writes the groups of some keys; what is kept already stays as it is. */
async function writeGroups(tx: Tx, tenantUuid: string, { borne, ended }: Written): Promise<void> {
  const groups = borne.flatMap(({ kind, key, contactUuids, noPairs }) =>
    divideGroup(contactUuids, noPairs, most.groups).map((members) => ({ kind, key, members })),
  );
  await tx`
    with found as materialized (
      select kind, key::bigint as key, members as contact_uuids, md5(members::text)::uuid as group_key
        from jsonb_to_recordset(${tx.json(groups)}) g (kind int, key text, members uuid[])),
    gone as (
      delete from duplicate_groups g
       where g.tenant_uuid = ${tenantUuid}
         and g.key = any(${[...ended, ...borne.map(({ key }) => key)]}::text[]::bigint[])
         and not exists (
           select from found f where f.kind = g.kind and f.key = g.key and f.group_key = g.group_key))
    insert into duplicate_groups (tenant_uuid, kind, key, contact_uuids, group_key)
    select ${tenantUuid}, kind, key, contact_uuids, group_key from found
        on conflict do nothing`;
}
