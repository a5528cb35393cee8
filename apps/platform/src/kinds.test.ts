import { randomUUID } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../test-support/meeting-world.ts';
import { world } from '../test-support/world.ts';
import type { Tx } from './database/transaction.ts';
import { type PlatformEvent, recordEvent } from './events.ts';
import { readHistory } from './history/read-history.ts';
import { historyQueryOf } from './history/schemas.ts';
import { isBelonging, type Kind, nameIn } from './kind.ts';
import { textsOf } from './personal-data/clear-texts.ts';
import { collectPersonalData } from './personal-data/collect-personal-data.ts';
import { recordKinds } from './personal-data/page-words.ts';
import { aboutRecords } from './records/about-records.ts';
import { readerOf } from './records/record-access.ts';
import { watchRecords } from './watch-records.ts';

const w = await world();
const { kinds } = w.services;

/** Tables that hold no record of a kind, by the reason. */
const withoutKind: Record<string, string> = {
  'what is recorded of all kinds': `audit_archive_ids audit_archives audit_chain audit_checks audit_heads audit_position audit_walks events event_origins
     outbox_position outgoing_pauses backups record_history webhook_position`,
  'logins and what they need, of people of any kind': `accounts authorization_codes freed_login_emails known_addresses link_renewals
     login_conflicts login_emails passkeys password_tokens recovery_codes
     refresh_tokens second_factor_failures sessions sign_in_challenges sign_in_failures
     spent_passkey_challenges spent_sso_states sso_sessions sso_subjects tenant_entries totp_secrets`,
  'the work of the platform itself': `held_jobs idempotency_keys key_ages mail_budgets mail_days mails refused_addresses
     schema_migrations text_repairs upload_sessions upload_tickets`,
  'who has taken what waits, and what people are told, of all kinds': 'taken_work inbox_items',
};

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

test('every table of the database has a kind of records, or a reason to have none', async () => {
  const tables = await w.sql<{ name: string }[]>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm')
     order by relname`;
  const names = tables.map(({ name }) => name);
  const answered = [
    ...kinds.flatMap((kind) => kind.tables),
    ...Object.values(withoutKind).flatMap(wordsOf),
  ];
  expect(
    names.filter((name) => !answered.includes(name)),
    'without an answer',
  ).toEqual([]);
  expect(
    answered.filter((name) => !names.includes(name)),
    'of no table',
  ).toEqual([]);
  expect(
    answered.filter((name, at) => answered.indexOf(name) !== at),
    'answered twice',
  ).toEqual([]);
  const inTexts = textsOf(kinds).map(({ table }) => table);
  expect(inTexts.filter((name) => !names.includes(name))).toEqual([]);
});

test('every kind has a name of its own, and what people act as has one too', () => {
  const types = kinds.map(({ entityType }) => entityType);
  expect(new Set(types).size).toBe(types.length);
  const actors = kinds.filter(({ actorName }) => actorName).map(({ entityType }) => entityType);
  expect(actors.toSorted()).toEqual(['CONTACT', 'CREDENTIAL', 'PLATFORM_ADMIN', 'STAFF']);
});

test('what kinds state is named where answers name kinds: their histories, and what is held of a person', async () => {
  const withHistory = kinds.filter(({ history }) => history).map(({ entityType }) => entityType);
  expect(historyQueryOf(kinds).properties.entityType).toMatchObject({
    enum: withHistory.toSorted(),
  });
  const nobody = { uuids: [], emails: [], folded: '' };
  const held = await w.db.asPlatform(async (tx) =>
    kinds.flatMap((kind) => Object.keys(kind.held?.(tx, nobody) ?? {})),
  );
  expect(held.filter((name) => !recordKinds.includes(name as never))).toEqual([]);
});

const event = (what: string, entityId: string, changes?: PlatformEvent['changes']) =>
  ({ eventType: `document.${what}`, entityType: 'DOCUMENT', entityId, changes }) as never;
const aboutContacts = aboutRecords({
  table: 'documents',
  key: 'document_uuid',
  at: 'created_at',
  entry: (tx) =>
    tx`'DOCUMENT', null, null, a.created_by, 'DOCUMENT', a.document_uuid, a.title, null, null`,
});

/** A kind that is declared here and nowhere else. */
const documents: Kind = {
  entityType: 'DOCUMENT' as never,
  tables: ['documents'],
  name: (tx, uuid) => nameIn(tx, 'documents', 'document_uuid', uuid, tx`r.title`),
  ...aboutContacts,
  merge: { counted: 'documentCount', move: aboutContacts.move },
  texts: [{ table: 'documents', key: ['document_uuid'], texts: ['title'], near: isBelonging }],
  held: (tx, { uuids }) => ({
    documents: tx`select * from documents where contact_uuid = any(${uuids})`,
  }),
  book: {
    place: 9,
    table: 'documents',
    column: 'document_uuid',
    isOf: (tx, staffUuid) => tx`(created_by = ${staffUuid} and deleted_at is null)`,
    move: (tx, uuids, { to }) => tx`
      update documents set created_by = ${to.staffUuid} where document_uuid = any(${[...uuids]})`,
  },
  history: {
    requireReader: readerOf('DOCUMENT' as never, {
      table: 'documents',
      alias: 'd',
      column: 'document_uuid',
      sees: (tx) => tx`d.deleted_at is null`,
    }),
    values: (tx, uuids) => tx`
      select document_uuid as uuid, title from documents where document_uuid = any(${[...uuids]})`,
  },
};

/** The four verbs of it. */
const verbs = {
  create: async (tx: Tx, contactUuid: string | null, title: string) => {
    const documentUuid = randomUUID();
    const { tenantUuid, actor } = tx;
    const row = { tenantUuid, documentUuid, contactUuid, title, createdBy: actor.actorId };
    await tx`insert into documents ${tx(row)}`;
    await recordEvent(tx, event('created', documentUuid));
    return documentUuid;
  },
  find: async (tx: Tx, documentUuid: string) =>
    (await tx`select * from documents where document_uuid = ${documentUuid}`)[0],
  update: async (tx: Tx, documentUuid: string, title: string) => {
    const watched = await watchRecords(tx, 'DOCUMENT' as never, [documentUuid]);
    await tx`update documents set title = ${title} where document_uuid = ${documentUuid}`;
    const changes = (await watched()).get(documentUuid);
    await recordEvent(tx, event('updated', documentUuid, changes));
  },
  delete: async (tx: Tx, documentUuid: string) => {
    await tx`update documents set deleted_at = now() where document_uuid = ${documentUuid}`;
    await recordEvent(tx, event('deleted', documentUuid));
  },
};

test('a new kind is in names, timelines, history, merging, handing over, exports and erasure by being declared', async () => {
  const own = await world({}, { own: true });
  (own.services.kinds as Kind[]).push(documents);
  await own.sql.unsafe(`
    create table documents (
      tenant_uuid uuid not null, document_uuid uuid not null, contact_uuid uuid, household_uuid uuid,
      meeting_uuid uuid, title text not null, created_by uuid, deleted_at timestamptz,
      created_at timestamptz not null default change_time(), primary key (tenant_uuid, document_uuid))`);
  await own.sql`call protect('documents')`;
  const m = await meetingWorld(own);
  const { tenantUuid } = m.tenant;
  const hostUuid = uuidOf(m.host);
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) =>
    own.db.asTenant(tenantUuid, { actorType: 'TENANT_STAFF', actorId: hostUuid }, work);
  const email = `${randomUUID()}@quaint.example`;
  const [into, from] = [await m.contact({ preferredEmail: email }), await m.contact()];
  const documentUuid = await inTenant((tx) => verbs.create(tx, from, 'Passport'));
  const letter = await inTenant((tx) => verbs.create(tx, null, `Letter to ${email}`));
  await inTenant((tx) => verbs.update(tx, documentUuid, `Passport of ${email}`));
  const gone = await inTenant((tx) => verbs.create(tx, from, 'Draft'));
  await inTenant((tx) => verbs.delete(tx, gone));

  const trail = await m.admin.get(`/api/audit?entityId=${letter}`);
  expect(trail.body.content).toMatchObject([{ entityName: `Letter to ${email}` }]);
  const timeline = async (contactUuid: string) =>
    (await m.admin.get(`/api/timeline?entityType=CONTACT&entityUuid=${contactUuid}`)).body.content;
  expect(await timeline(from)).toContainEqual(
    expect.objectContaining({ kind: 'DOCUMENT', title: `Passport of ${email}` }),
  );
  const caller = { roles: ['TENANT_ADMIN'], userUuid: uuidOf(m.admin) } as unknown as Caller;
  const history = (tx: Tx, by = caller) =>
    readHistory(tx, by, { entityType: 'DOCUMENT' as never, entityUuid: documentUuid });
  expect((await inTenant((tx) => history(tx))).content).toMatchObject([
    { field: 'title', before: 'Passport', after: `Passport of ${email}` },
  ]);

  const program = { ...caller, scopes: ['contacts:read'] } as Caller;
  await expect(inTenant((tx) => history(tx, program))).rejects.toMatchObject({
    code: 'PERSON_REQUIRED',
    message: 'No scope gives records of the kind DOCUMENT',
  });

  const merge = await m.admin.post(`/api/contacts/${into}/merge`, { fromContactUuid: from });
  expect(merge.status, JSON.stringify(merge.body)).toBe(200);
  const toStaffUuid = uuidOf(await m.tenant.as('TENANT_STAFF'));
  const handed = await m.admin.post(`/api/tenant-staff/${hostUuid}/transfer`, { toStaffUuid });
  expect(handed.status, JSON.stringify(handed.body)).toBe(200);
  const told = await m.admin.get(
    `/api/audit?entityId=${hostUuid}&eventType=staff.book_transferred`,
  );
  expect(told.body.content[0].attributes).toMatchObject({ toStaffUuid, documentCount: '2' });
  const found = await inTenant((tx) => verbs.find(tx, documentUuid));
  expect(found).toMatchObject({ contactUuid: into, createdBy: toStaffUuid });
  const held = await inTenant((tx) => collectPersonalData(tx, caller, into));
  expect(held).toMatchObject({
    documents: [{ title: `Passport of ${email}` }, { title: 'Draft' }],
  });

  const erased = await m.admin.post(`/api/contacts/${into}/erase`, { reason: 'Asked' });
  expect(erased.status, JSON.stringify(erased.body)).toBe(200);
  expect(erased.body.removed.documents).toBe(2);
  expect(await inTenant((tx) => verbs.find(tx, documentUuid))).toBeUndefined();
  expect(await inTenant((tx) => verbs.find(tx, letter))).toMatchObject({ title: 'Letter to —' });
  expect(await inTenant((tx) => history(tx)).catch(({ code }) => code)).toBe('NOT_FOUND');
  const [{ kept }] = await own.db.asPlatform(
    (tx) => tx<[{ kept: number }]>`
      select count(*)::int as kept from record_history where changes::text like ${`%${email}%`}`,
  );
  expect(kept).toBe(0);
});
