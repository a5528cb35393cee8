import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseBefore } from '../../test-support/database-before.ts';
import { findAccountByEmail } from '../auth/queries.ts';
import { putTextsRight } from '../background/put-texts-right.ts';
import { openDb } from './db.ts';
import { migrate } from './migrate.ts';

const { url, sql } = await databaseBefore('0015');
afterAll(sql.end);

const [tenant, staff, other] = [randomUUID(), randomUUID(), randomUUID()];
const [ready, exposed, gone] = [randomUUID(), randomUUID(), randomUUID()];
const [partner, ofPartner] = [randomUUID(), randomUUID()];
const [home, formerHome] = [randomUUID(), randomUUID()];
const long = '2020-01-02T03:04:05Z';
const later = '2021-01-02T03:04:05Z';

const documents = [
  { specificationData: { expirationDate: '2030-05-06' } },
  { specificationData: { expirationDate: '2024-01-31' } },
];

async function fill(): Promise<void> {
  for (const uuid of [tenant, other])
    await sql`insert into tenants (tenant_uuid, name, code) values (${uuid}, 'Andes', ${uuid})`;
  await sql`
    insert into staff_members (tenant_uuid, staff_uuid, first_name, paternal_last_name, user_email,
      email, staff_type, staff_role, legal_residence, time_zone, platform_language, commission_currency)
    values (${tenant}, ${staff}, 'Ana', 'Soto', 'ana@old.example', 'ana@old.example', 'ADVISOR',
            'ADVISOR', 'CL', 'UTC', 'SPANISH', 'CLP')`;
  await sql`
    insert into partners (tenant_uuid, partner_uuid, name) values (${tenant}, ${partner}, 'Socios')`;
  await sql`
    insert into staff_members (tenant_uuid, staff_uuid, partner_uuid, first_name, paternal_last_name,
      user_email, email, staff_type, staff_role, legal_residence, time_zone, platform_language,
      commission_currency)
    values (${tenant}, ${ofPartner}, ${partner}, 'Eva', 'Rojas', 'eva@old.example', 'eva@old.example',
            'ADVISOR', 'ADVISOR', 'CL', 'UTC', 'SPANISH', 'CLP')`;
  await sql`
    insert into events (tenant_uuid, event_uuid, event_type, actor_type, actor_id, entity_type, entity_id,
      attributes)
    values (${tenant}, ${randomUUID()}, 'contact.created', 'TENANT_STAFF', ${ofPartner}, 'CONTACT',
            ${exposed}, '{}')`;
  for (const [uuid, changes] of [
    [ready, { identity_documents: JSON.stringify(documents) }],
    [
      exposed,
      {
        pep_entries: '[{"position": "Senator", "relationship": "self"}]',
        contact_manager_entity_uuid: ofPartner,
      },
    ],
    [gone, { identity_type: 'CHILE_RUT', identity_id: '12.345.678-0', deleted_at: later }],
  ] as const)
    await sql`
      insert into contacts ${sql({
        tenant_uuid: tenant,
        contact_uuid: uuid,
        contact_compliance_uuid: randomUUID(),
        first_name: 'Elena',
        paternal_last_name: 'Fuentes',
        contact_type: 'PROSPECT',
        contact_means: 'EMAIL',
        preferred_contact_language: 'SPANISH',
        status: 'ACTIVE',
        firm_type: 'TENANT',
        firm_entity_uuid: tenant,
        contact_manager_type: 'TENANT',
        contact_manager_entity_uuid: staff,
        created_at: long,
        updated_at: long,
        ...changes,
      })}`;
  for (const [uuid, deletedAt] of [
    [home, null],
    [formerHome, later],
  ] as const)
    await sql`
      insert into households (tenant_uuid, household_uuid, name, relationship_manager_type,
        relationship_manager_uuid, created_at, updated_at, deleted_at, is_active)
      values (${tenant}, ${uuid}, 'Fuentes', 'TENANT_STAFF', ${staff}, ${long}, ${long}, ${deletedAt},
              ${deletedAt === null})`;
  for (const [household, contact, removedAt] of [
    [home, ready, null],
    [home, exposed, '2020-06-01T00:00:00Z'],
    [home, gone, later],
    [formerHome, ready, later],
  ] as const)
    await sql`
      insert into household_members (tenant_uuid, member_uuid, household_uuid, member_type,
        contact_uuid, relationship_type, created_at, removed_at)
      values (${tenant}, ${randomUUID()}, ${household}, 'CONTACT', ${contact}, 'SPOUSE', ${long},
              ${removedAt})`;
  await sql`
    insert into household_accounts (tenant_uuid, household_uuid, account_number, linked_at)
    values (${tenant}, ${home}, 'ACC-1', ${long})`;
  await inviteByMail();
  await fillOldTexts();
}

const [oldText, first, second] = [randomUUID(), randomUUID(), randomUUID()];

/** A contact, a household and a note in other forms than their one, and two logins of one mailbox. */
async function fillOldTexts(): Promise<void> {
  const member = randomUUID();
  await sql`
    insert into staff_members (tenant_uuid, staff_uuid, first_name, paternal_last_name, user_email,
      email, staff_type, staff_role, legal_residence, time_zone, platform_language, commission_currency)
    values (${other}, ${member}, 'Ana', 'Soto', 'ana@other.example', 'ana@other.example', 'ADVISOR',
            'ADVISOR', 'CL', 'UTC', 'SPANISH', 'CLP')`;
  await sql`
    insert into contacts ${sql({
      tenant_uuid: other,
      contact_uuid: oldText,
      contact_compliance_uuid: randomUUID(),
      first_name: 'Андреи\u0306',
      paternal_last_name: 'か\u3099く',
      identity_type: 'NATIONAL_ID',
      identity_id: '٢٨٠٠١٠١',
      preferred_email: 'ana@müller.example',
      preferred_phone_number: JSON.stringify({
        phoneCountryCode: '+44',
        phoneNumber: '02079460958',
      }),
      custom_fields: JSON.stringify({ name: 'Андреи\u0306' }),
      contact_type: 'PROSPECT',
      contact_means: 'EMAIL',
      preferred_contact_language: 'SPANISH',
      status: 'ACTIVE',
      firm_type: 'TENANT',
      firm_entity_uuid: other,
      contact_manager_type: 'TENANT',
      contact_manager_entity_uuid: member,
      created_at: long,
      updated_at: long,
    })}`;
  await sql`
    insert into households (tenant_uuid, household_uuid, name, relationship_manager_type,
      relationship_manager_uuid, created_at, updated_at, is_active)
    values (${other}, ${randomUUID()}, ${'Jose\u0301 Ørsted'}, 'TENANT_STAFF', ${member}, ${long}, ${long}, true)`;
  for (const [uuid, email] of [
    [first, 'ana@müller.example'],
    [second, 'ana@xn--mller-kva.example'],
    [randomUUID(), 'eva@müller.example'],
  ] as const) {
    await sql`
      insert into accounts (tenant_uuid, user_uuid, email, roles, display_name)
      values (${other}, ${uuid}, ${email}, '{TENANT_STAFF}', 'Ana')`;
    await sql`insert into login_emails values (lower(${email}), ${other}, ${uuid})`;
  }
}

/** A meeting whose contact and whose guest were both mailed. */
async function inviteByMail(): Promise<void> {
  const meeting = randomUUID();
  await sql`
    insert into meetings (tenant_uuid, meeting_uuid, title, start_local, end_local, timezone, starts_at,
      ends_at, duration_minutes, rules_version, location_type, host_uuid, host_type, host_name,
      host_email, created_by_uuid, created_by_type, ical_uid)
    values (${tenant}, ${meeting}, 'Review', '2020-02-01 10:00', '2020-02-01 11:00', 'UTC',
            '2020-02-01T10:00:00Z', '2020-02-01T11:00:00Z', 60, 'x', 'IN_PERSON', ${staff}, 'TENANT_STAFF',
            'Ana', 'ana@old.example', ${staff}, 'TENANT_STAFF', 'uid')`;
  for (const [type, contact, email] of [
    ['CONTACT', ready, null],
    ['EXTERNAL', null, 'guest@old.example'],
  ] as const) {
    const participant = randomUUID();
    await sql`
      insert into meeting_participants (tenant_uuid, participant_uuid, meeting_uuid, participant_type,
        contact_uuid, email, starts_at, ends_at, canceled)
      values (${tenant}, ${participant}, ${meeting}, ${type}, ${contact}, ${email},
              '2020-02-01T10:00:00Z', '2020-02-01T11:00:00Z', false)`;
    await sql`
      insert into invitation_mails (tenant_uuid, mail_uuid, meeting_uuid, participant_uuid, method,
        sequence, state, settled_at)
      values (${tenant}, ${randomUUID()}, ${meeting}, ${participant}, 'REQUEST', 0, 'SENT', now())`;
  }
}

beforeAll(async () => {
  await fill();
  await migrate(url);
});

test('a database with data of before has what later migrations find out of it', async () => {
  const contacts = await sql`
    select contact_uuid, missing_count, has_invalid, is_politically_exposed as is_exposed,
           document_dates::text as dates, updated_at
      from contacts`;
  const of = (uuid: string | undefined) => contacts.find((row) => row.contact_uuid === uuid);
  const same = { has_invalid: false, is_exposed: false, dates: '{}', updated_at: new Date(long) };
  expect(of(ready)).toMatchObject({ ...same, missing_count: 21, dates: '{2024-01-31,2030-05-06}' });
  expect(of(exposed)).toMatchObject({ ...same, missing_count: 22, is_exposed: true });
  expect(of(gone)).toMatchObject({ ...same, missing_count: 20, has_invalid: true });
});

test('its contacts say whose they are', async () => {
  const contacts = await sql`
    select contact_uuid, contact_manager_type as type, captured_by_entity_uuid as captor,
           captured_by_type, captured_by_partner_uuid as partner
      from contacts`;
  const of = (uuid: string) => contacts.find((row) => row.contact_uuid === uuid);
  expect(of(exposed)).toMatchObject({
    type: 'PARTNER',
    captor: ofPartner,
    captured_by_type: 'PARTNER',
    partner,
  });
  expect(of(ready)).toMatchObject({ type: 'TENANT', captor: null, partner: null });
});

test('its records are at their first version', async () => {
  const rows = await sql`
    select version from contacts union all select version from households
    union all select version from staff_members`;
  expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([1]));
});

test('its households have a past, and what ended with a deletion can come back', async () => {
  const households = await sql`
    select household_uuid, is_active, updated_at from households where tenant_uuid = ${tenant}`;
  expect(households.map((row) => row.is_active)).toEqual([true, true]);
  for (const row of households) expect(row.updated_at).toEqual(new Date(long));
  const members = await sql`
    select household_uuid, contact_uuid, ended_by_deletion as ended from household_members`;
  const ended = members.filter((row) => row.ended);
  expect(new Set(ended.map((row) => `${row.household_uuid} ${row.contact_uuid}`))).toEqual(
    new Set([`${home} ${gone}`, `${formerHome} ${ready}`]),
  );
  const past = await sql<{ source: string; at: string; content: object }[]>`
    select source, to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD') as at,
           jsonb_strip_nulls(jsonb_build_object('deleted', content -> 'deleted_at' <> 'null',
             'removed', content -> 'removed_at' <> 'null')) as content
      from household_history where household_uuid = ${home} order by source, changed_at, ordinal`;
  expect(past).toEqual([
    { source: 'household_accounts', at: '2020-01-02', content: {} },
    ...[1, 2, 3].map(() => ({
      source: 'household_members',
      at: '2020-01-02',
      content: { removed: false },
    })),
    { source: 'household_members', at: '2020-06-01', content: { removed: true } },
    { source: 'household_members', at: '2021-01-02', content: { removed: true } },
    { source: 'households', at: '2020-01-02', content: { deleted: false } },
  ]);
});

test('its invitation mails are known by the contact', async () => {
  const mails = await sql`
    select m.person_uuid as contact_uuid, p.contact_uuid as participant from mails m
      join meeting_participants p on p.participant_uuid = m.thread_uuid`;
  expect(mails.map((row) => row.contact_uuid)).toEqual(mails.map((row) => row.participant));
  expect(mails.map((row) => row.contact_uuid).toSorted()).toEqual([ready, null]);
});

test('its texts are put right in steps that can be cut off, which is no change of the records', async () => {
  const db = openDb({ url, max: 2 });
  try {
    const told: string[] = [];
    const tell = async (_tx: unknown, request: { tenantUuid: string }) => {
      if (told.length === 0) {
        told.push('cut off');
        throw new Error('cut off');
      }
      told.push(request.tenantUuid);
    };
    await expect(putTextsRight(db, tell)).rejects.toThrow('cut off');
    await putTextsRight(db, tell);
    await putTextsRight(db, tell);
    expect(told).toEqual(['cut off', other]);
  } finally {
    await db.close();
  }
  const [contact] = await sql`
    select c.*, (c.search_text, c.display_name_key, c.identity_duplicate_key, c.phone_duplicate_key) is not distinct from
             (select (d.search_text, d.display_name_key, d.identity_duplicate_key, d.phone_duplicate_key) from with_derived(c) d) as is_right
      from contacts c where contact_uuid = ${oldText}`;
  expect(contact).toMatchObject({
    first_name: 'Андрей',
    paternal_last_name: 'がく',
    first_name_key: 'андреи',
    identity_id: '٢٨٠٠١٠١',
    preferred_email: 'ana@müller.example',
    custom_fields: { name: 'Андреи\u0306' },
    updated_at: new Date(long),
    is_right: true,
  });
  expect(contact?.search_text).toContain('2800101');
  const households = await sql`
    select name, name_key, updated_at from households where tenant_uuid = ${other}`;
  expect([...households]).toEqual([
    { name: 'José Ørsted', name_key: 'jose orsted', updated_at: new Date(long) },
  ]);
});

test('two of its logins that are one mailbox stay, each as it was, and are known', async () => {
  const logins = await sql`
    select email_folded from login_emails where tenant_uuid = ${other} order by email_folded`;
  expect(logins.map((row) => row.email_folded)).toEqual([
    'ana@müller.example',
    'ana@xn--mller-kva.example',
    'eva@xn--mller-kva.example',
  ]);
  const conflicts = await sql`select user_uuid from login_conflicts`;
  expect(new Set(conflicts.map((row) => row.user_uuid))).toEqual(new Set([first, second]));
  const db = openDb({ url, max: 2 });
  try {
    for (const [email, uuid] of [
      ['Ana@Müller.example', first],
      ['ana@xn--mller-kva.example', second],
    ] as const)
      expect((await db.asPlatform((tx) => findAccountByEmail(tx, email)))?.userUuid).toBe(uuid);
  } finally {
    await db.close();
  }
});
