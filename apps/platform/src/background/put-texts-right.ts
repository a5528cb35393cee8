import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';

const atATime = 500;

/** The tables whose texts are compared or shown, each with its key. */
const tables = [
  ['contacts', 'contact_uuid'],
  ['contact_addresses', 'address_uuid'],
  ['households', 'household_uuid'],
  ['organisations', 'organisation_uuid'],
  ['partners', 'partner_uuid'],
  ['staff_members', 'staff_uuid'],
  ['meetings', 'meeting_uuid'],
  ['meeting_participants', 'participant_uuid'],
  ['notes', 'note_uuid'],
  ['tasks', 'task_uuid'],
  ['saved_views', 'view_uuid'],
] as const;

type Repair = { tenantUuid: string; step: number; after: string; tells: boolean };
type Tell = (tx: Tx, request: { tenantUuid: string }) => Promise<void>;

/**
 * Brings texts that are older than their one form into it, some hundred rows of a firm at a time: texts are
 * composed, and what is derived from them is made anew. It goes on where it was stopped. At the end of a
 * firm its administrators are told of logins that have become one.
 */
export async function putTextsRight(db: Db, tell: Tell): Promise<void> {
  while (await db.asPlatform((tx) => repairSome(tx, tell)));
}

async function repairSome(tx: Tx, tell: Tell): Promise<boolean> {
  const [repair] = await tx<Repair[]>`
    select tenant_uuid, step, after, tells from text_repairs where finished_at is null
     order by tenant_uuid limit 1 for update skip locked`;
  if (!repair) return false;
  const { tenantUuid, step, tells } = repair;
  const [table, key] = tables[step] ?? [];
  if (!table || !key) {
    await tx`update text_repairs set finished_at = now() where tenant_uuid = ${tenantUuid}`;
    const conflicts = await tx`
      select from login_conflicts where tenant_uuid = ${tenantUuid} limit 1`;
    if (tells && conflicts.length > 0) await tell(tx, { tenantUuid });
    return true;
  }
  const last = await repairRows(tx, repair, table, key);
  await tx`
    update text_repairs
       set step = ${last ? step : step + 1}, after = ${last ?? '00000000-0000-0000-0000-000000000000'}
     where tenant_uuid = ${tenantUuid}`;
  return true;
}

/** Puts the next rows of a table right. Returns the last of them, or nothing when there are none. */
async function repairRows(tx: Tx, repair: Repair, table: string, key: string) {
  const rows = await tx<{ uuid: string }[]>`
    select ${tx(key)} as uuid from ${tx(table)}
     where tenant_uuid = ${repair.tenantUuid} and ${tx(key)} > ${repair.after}
     order by ${tx(key)} limit ${atATime}`;
  const last = rows.at(-1)?.uuid;
  if (!last) return undefined;
  const columns = await listTexts(tx, table);
  const composed = columns.filter(({ derivedBy }) => !derivedBy).map(({ name }) => `t."${name}"`);
  const stale = [
    ...composed.map((name) => `${name} is not nfc normalized`),
    ...columns.flatMap(({ name, derivedBy }) =>
      derivedBy ? [`t."${name}" is distinct from ${derivedBy}`] : [],
    ),
    ...(table === 'contacts' ? [staleContact] : []),
  ];
  const changes = composed.map((name) => `${name.slice(2)} = normalize(${name}, NFC)`);
  await tx`select set_config('atrium.puts_texts_right', 'on', true)`;
  await tx`
    update ${tx(table)} t set ${tx.unsafe(changes.join(', '))}
     where t.tenant_uuid = ${repair.tenantUuid} and ${tx(`t.${key}`)} > ${repair.after}
       and ${tx(`t.${key}`)} <= ${last} and (${tx.unsafe(stale.join(' or '))})`;
  return last;
}

/** Names what a trigger derives of a contact, beside its columns that are texts. */
const derived =
  'search_text first_name_key last_name_key display_name_key preferred_email_duplicate_key primary_email_duplicate_key preferred_phone_duplicate_key phone_duplicate_key identity_duplicate_key';
const staleContact = `row(${columnsOf('t')}) is distinct from (select row(${columnsOf('d')}) from with_derived(t) d)`;

function columnsOf(row: string): string {
  return derived
    .split(' ')
    .map((name) => `${row}.${name}`)
    .join(', ');
}

/**
 * Lists the columns of a table that are texts, with the SQL of those that are generated. Addresses are left
 * out, which are shown as they were written.
 */
function listTexts(tx: Tx, table: string) {
  return tx<{ name: string; derivedBy: string | null }[]>`
    select a.attname as name,
           case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end as derived_by
      from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
       and a.atttypid = 'text'::regtype and a.attname !~ 'email'
       and a.attname <> all(${derived.split(' ')}) or a.attrelid = ${table}::regclass
       and a.attgenerated <> '' and not a.attisdropped and a.attnum > 0`;
}
