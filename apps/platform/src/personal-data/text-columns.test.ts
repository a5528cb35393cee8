import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import { beginning, clearBatch, signsATurn, textsOf } from './clear-texts.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, host, tenant } = m;
const { tenantUuid } = tenant;

/** Why an erasure goes through none of these columns, which hold text or JSON all the same. */
const withoutTexts: Record<string, string> = {
  'the record of the person itself, which is emptied as a whole; of others their own names, addresses and numbers': `contacts: first_name middle_name paternal_last_name maternal_last_name preferred_email primary_email
       preferred_phone_number phone_number gender marital_status identity_type identity_id identity_country
       annual_income liquid_net_worth total_net_worth
       country_of_citizenship primary_country_of_citizenship country_of_birth`,
  'made by triggers and by carryAddresses from what is gone through': `contacts: addresses search_text first_name_key last_name_key display_name_key
     households: name_key
     notes: search_text
     organisations: search_text
     staff_members: search_name search_words`,
  'goes with the login, the membership or the meeting of the person; of others their own': `accounts: email password_hash first_name last_name phone_country_code phone_number
     freed_login_emails: email_folded
     mails: address sent_to
     login_emails: email_folded
     meeting_participants: email country_code
     refused_addresses: address
     sessions: user_agent address host`,
  'removed as a whole where it names the person': `idempotency_keys: key answer
     contact_import_rows: cells
     event_origins: user_agent`,
  'names and addresses of the firm and of those who work there': `calendar_connections: account_id email
     meetings: host_name host_email
     notes: author_name
     saved_views: owner_name
     groups: display_name
     staff_members: first_name middle_name paternal_last_name maternal_last_name user_email email
       phone_country_code phone_number
     sso_connections: issuer client_id groups_claim group_roles metadata
     sso_domains: domain challenge
     tenant_domains: domain challenge
     tenant_mail: sender_name reply_to
     tenants: name code`,
  'a word of a list, a code, a unit, a zone or a time': `accounts: roles language time_zone
     brandings: neutral_color primary_color sidebar_color
     branding_versions: neutral_color primary_color sidebar_color
     calendar_attempts: direction operation outcome changed code provider_code
     calendar_authorizations: provider
     calendar_channels: state
     calendar_connections: provider status disconnect_reason last_error export_error
     calendar_notifications: kind
     calendar_preferences: first_time_modal_pref
     calendar_pushes: operation
     contact_addresses: country zip_code address_type contact_address_type
     contact_imports: kind status failure_reason
     contacts: contact_type contact_means preferred_contact_language status firm_type captured_by_type
       contact_manager_type contact_source contact_preference market_segment segment_name stage_name
     credentials: roles scopes
     personal_tokens: scopes
     audit_archives: event_types
     events: event_type actor_type entity_type
     household_accounts: currency market_value
     household_history: source
     household_members: member_type relationship_type
     households: relationship_manager_type
     mails: kind language state reason
     meeting_participants: participant_type language rsvp_status rsvp_source rsvp_proposed
     meetings: timezone rules_version location_type meeting_provider status source host_type
       created_by_type external_sync_status last_sync_operation sync_failure_code sync_failure_reason
     note_versions: kind
     notes: kind
     organisations: country
     passkeys: transports
     password_tokens: kind
     record_history: actor_type entity_type
     public_answers: source rsvp_status rsvp_status_before
     saved_views: list sort columns
     staff_members: staff_type staff_type_without_groups staff_role legal_residence time_zone platform_language commission_currency
     sso_connections: sign_in default_roles
     tasks: priority status
     tenant_purges: actor_type
     tenant_security: second_factor assistants vendor_access
     unmatched_answers: reason proposed
     value_lists: list
     webhook_endpoints: event_types disabled_reason
     webhook_messages: event_type status last_error`,
  'an identifier, an address of a program, a secret or a name of a file of ours': `audit_archives: object_key signed_head
     upload_sessions: owner outcome
     upload_tickets: place file_name
     brandings: logo favicon_png32 favicon_ico updated_by mail_logo
     branding_versions: logo favicon_png32 favicon_ico published_by mail_logo
     calendar_authorizations: redirect_uri sealed_verifier
     calendar_busy: external_id
     calendar_channels: external_id resource_id
     calendar_connections: sync_token
     calendar_links: external_id ical_uid series_id original_start etag
     calendar_settings: client_names
     calendar_tokens: key_id sealed
     groups: external_id
     staff_members: external_id
     credentials: client_id
     events: trace_parent
     mails: trace_parent
     key_ages: name mark
     outbox_position: place
     meeting_participants: ical_uid
     meetings: ical_uid
     passkeys: rp_id
     record_history: salt
     password_tokens: domain
     schema_migrations: name content_hash
     sign_in_challenges: sealed_sso
     sso_connections: sealed_secret
     sso_sessions: sealed_refresh_token sealed_id_token
     sso_subjects: issuer subject
     totp_secrets: secret pending_secret
     webhook_endpoints: url secret previous_secret`,
  'identifiers, counts and words of lists, never personal data: events, what is made of them, and jobs': `audit_archives: event_counts
     contact_erasures: removed progress
     events: attributes refused_reason
     held_jobs: queue data
     mails: about once
     inbox_items: kind entity_type once
     taken_work: item_key
     tenant_purges: removed
     webhook_messages: payload`,
  'keys are e-mails, and those of the person are taken out when calendars are put right':
    'calendar_links: answers',
  "account numbers, which are the household's and are told in `kept`": `household_accounts: account_number
     household_history: row_key`,
  'what the erasure itself keeps: places, and what it looks for, sealed and forgotten at its end':
    'contact_erasures: kept search',
  'the columns of a file and what was said of all its rows; what was wrong with a row, without its values': `contact_imports: ignored_columns columns
     contact_import_rows: errors`,
};

const answered = Object.values(withoutTexts).flatMap((lines) =>
  lines.split(/(?=\b\w+:)/).flatMap((line) => {
    const [table = '', columns = ''] = line.split(':');
    return columns
      .split(/\s+/)
      .filter(Boolean)
      .map((column) => `${table.trim()}.${column}`);
  }),
);
const cleared = textsOf(w.services.kinds).flatMap(({ table, texts = [], json = {} }) =>
  [...texts, ...Object.keys(json)].map((column) => `${table}.${column}`),
);

/** Every column of the database that can hold a text, alone or in a list or JSON. */
const listColumns = () => w.sql<{ name: string }[]>`
  select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    join pg_type t on t.oid = a.atttypid left join pg_type item on item.oid = t.typelem
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm')
     and a.attnum > 0 and not a.attisdropped
     and ('S' in (t.typcategory, case when t.typcategory = 'A' then item.typcategory end)
       or t.typname in ('json', 'jsonb', 'xml', 'hstore', '_json', '_jsonb'))
   order by name`;

describe('erasing a person', () => {
  test('has an answer for every column of the database that can hold a text', async () => {
    const names = (await listColumns()).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(250);
    const known = [...cleared, ...answered];
    expect(
      names.filter((name) => !known.includes(name)),
      'without an answer',
    ).toEqual([]);
    expect(
      known.filter((name) => !names.includes(name)),
      'of no column',
    ).toEqual([]);
    expect(
      known.filter((name, at) => known.indexOf(name) !== at),
      'answered twice',
    ).toEqual([]);
  });

  test('goes through what others wrote of addresses, devices, offices, lists, requests and endpoints', async () => {
    const email = 'ludmila@quaint.example';
    const person = await m.contact({ preferredEmail: email, firstName: 'Ludmila' });
    const other = await m.contact();
    const address = {
      streetName: 'Main',
      state: `at ${email}`,
      landmark: `c/o ${email}`,
      contactAddressType: 'SALES',
    };
    await admin.put(`/api/contacts/${other}`, { addresses: [address] });
    const kept = { 'idempotency-key': `${email}-${randomUUID()}` };
    expect((await host.post('/api/tasks', { title: 'Call' }, kept)).status).toBe(201);
    const sources = '/api/core/platformconfigs/v1/contacts/sources';
    const entries = (await admin.get(sources)).body;
    const named = { ...entries[0], label: `Sent by ${email}` };
    expect((await admin.put(sources, [named, ...entries.slice(1)])).status).toBe(200);
    const office = `Lives with ${email}`;
    await w.db.asPlatform(async (tx) => {
      await tx`
        update staff_members set job_position = ${`Assistant of ${email}`}, current_residence = ${office}
         where staff_uuid = ${uuidOf(host)}`;
      await tx`
        insert into passkeys (tenant_uuid, passkey_uuid, user_uuid, name, rp_id, credential_id, public_key,
                              sign_count, transports, host_tenant_uuid)
        values (${tenantUuid}, ${randomUUID()}, ${uuidOf(host)}, ${`Phone of ${email}`}, 'localhost',
                ${Buffer.from(randomUUID())}, '', 0, '{}', ${tenantUuid})`;
    });
    const endpoint = await admin.post('/api/webhook-endpoints', {
      url: 'https://hooks.example.com/a',
    });
    const { endpointUuid } = endpoint.body;
    const messageUuid = randomUUID();
    const tries = [
      {
        at: '2026-01-01T00:00:00Z',
        durationMs: 1,
        status: 500,
        error: 'REFUSED',
        responseExcerpt: null,
      },
      {
        at: '2026-01-01T00:00:00Z',
        durationMs: 1,
        status: 200,
        error: null,
        responseExcerpt: `Hello ${email}`,
      },
    ];
    await w.db.asPlatform(
      (tx) => tx`
        insert into webhook_messages
          (tenant_uuid, endpoint_uuid, message_uuid, event_type, occurred_at, payload, status, tries)
        values (${tenantUuid}, ${endpointUuid}, ${messageUuid}, 'task.created', now(), '{}', 'DELIVERED',
                ${tx.json(tries)})`,
    );
    const { status, body } = await admin.post(`/api/contacts/${person}/erase`, { reason: 'Asked' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await admin.get(`/api/contacts/${other}`)).body.addresses).toMatchObject([
      { streetName: 'Main', state: 'at —', landmark: 'c/o —' },
    ]);
    expect((await admin.get(sources)).body[0].label).toBe('Sent by —');
    const staff = (await admin.get(`/api/tenant-staff/${uuidOf(host)}`)).body;
    expect([staff.jobPosition, staff.currentResidence]).toEqual(['Assistant of —', 'Lives with —']);
    expect((await host.get('/api/auth/me/passkeys')).body).toMatchObject([{ name: 'Phone of —' }]);
    const path = `/api/webhook-endpoints/${endpointUuid}/messages/${messageUuid}`;
    const message = await admin.get(path);
    expect(message.body.tries?.[1].responseExcerpt, JSON.stringify(message.body)).toBe('Hello —');
    const keys = await w.db.asPlatform(
      (tx) => tx`select from idempotency_keys where key like ${`%${email}%`}`,
    );
    expect(keys).toHaveLength(0);
  });

  test('goes on by the names of the tables that it was in, whatever list it had before', async () => {
    const seen: string[] = [];
    const note = (text: string) => {
      seen.push(text);
      return text;
    };
    const about = { entityType: 'CONTACT', entityUuid: await m.contact() };
    await host.post('/api/notes', { ...about, text: 'Only in the notes' });
    const tables = textsOf(w.services.kinds).map(({ table }) => table);
    expect(new Set(tables).size).toBe(tables.length);
    const matcher = { everywhere: note, near: note, beside: note, isNumber: () => false };
    const nearBy = { households: [], meetings: [], contacts: [], organisations: [] };
    const search = { matcher, nearBy, own: [], emails: [], isClearing: false };
    const go = (through: readonly string[]) =>
      w.db.asTenant(tenantUuid, system, (tx) =>
        clearBatch(tx, { ...beginning, isMended: true, through }, search),
      );
    // A list that lacked the notes, in another order, and with a table that there is no more.
    const others = tables.filter((table) => table !== 'notes').reverse();
    expect((await go([...others, 'telegrams']))?.through).toContain('notes');
    expect(seen).toContain('Only in the notes');
    expect(await go(tables)).toBeUndefined();
  });

  test('goes through long texts in many turns of the event loop, between which others have theirs', async () => {
    const contactUuid = await m.contact();
    const about = { entityType: 'CONTACT', entityUuid: contactUuid };
    for (let at = 0; at < 8; at += 1)
      await host.post('/api/notes', { ...about, text: 'á'.repeat(10_000) });
    let [turn, isOver] = [0, false];
    const next = () => {
      turn += 1;
      if (!isOver) setImmediate(next);
    };
    const signs: number[] = [];
    const count = (text: string) => {
      signs[turn] = (signs[turn] ?? 0) + text.length;
      return text;
    };
    const matcher = { everywhere: count, near: count, beside: count, isNumber: () => false };
    const nearBy = { households: [], meetings: [], contacts: [], organisations: [] };
    setImmediate(next);
    const through = await w.db.asTenant(tenantUuid, system, (tx) =>
      clearBatch(tx, beginning, { matcher, nearBy, own: [], emails: [], isClearing: false }),
    );
    isOver = true;
    expect(through).toBeDefined();
    const counted = signs.filter((each) => each !== undefined);
    expect(counted.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(80_000);
    expect(Math.max(...counted)).toBeLessThanOrEqual(signsATurn);
  });
});
