import { Registry } from '@prometheus-io/client';
import { expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { contactInput } from '../../../test-support/contact-input.ts';
import { uuidOf } from '../../../test-support/meeting-world.ts';
import { world } from '../../../test-support/world.ts';
import { system } from '../../database/principal.ts';
import { keepGroups } from './keep-groups.ts';

const w = await world();
const patient = { timeout: 60_000 };
const path = (uuid: string) => `/api/contacts/${uuid}`;

type Group = { reasons: string[]; contacts: { contactUuid: string }[] };

/** Reads all pages, as the sets of contacts that groups show. */
async function groupsOf(by: Client): Promise<string[]> {
  const sets: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await by.get(`/api/contacts/duplicates?size=50&cursor=${cursor}`);
    for (const { contacts } of body.content as Group[])
      sets.push(contacts.map(({ contactUuid }) => contactUuid).join(' '));
    cursor = body.nextCursor;
  }
  return sets;
}

/** Works out from the contacts themselves who may be the same person, two and two. */
async function pairsOf(tenantUuid: string, manager?: string): Promise<string[]> {
  const rows = await w.db.asTenant(
    tenantUuid,
    system,
    (tx) => tx<{ pair: string }[]>`
      with live as (
        select contact_uuid::text as uuid, date_of_birth, upper(identity_id) as written, identity_type,
               upper(regexp_replace(identity_id, '[^0-9A-Za-z]', '', 'g')) as number,
               array_remove(array[lower(preferred_email), lower(primary_email)], null) as emails,
               array_remove(array[preferred_phone_number ->> 'phoneNumber', phone_number ->> 'phoneNumber'], null) as phones,
               fold(first_name) || ' ' || fold(paternal_last_name) as name
          from contacts
         where deleted_at is null
           and (${manager ?? null}::uuid is null or contact_manager_entity_uuid = ${manager ?? null}::uuid))
      select a.uuid || ' ' || b.uuid as pair from live a join live b on a.uuid < b.uuid
       cross join lateral (select a.number = b.number or a.emails && b.emails or a.phones && b.phones as is_alike) l
       where (l.is_alike or a.name = b.name)
         and (a.number <> b.number and a.identity_type = b.identity_type) is not true
         and (a.date_of_birth <> b.date_of_birth and l.is_alike is not true) is not true
       order by 1`,
  );
  return rows.map(({ pair }) => pair);
}

/** Returns who are together in a group, two and two. */
function together(groups: readonly string[]): string[] {
  const pairs = groups.flatMap((group) => {
    const uuids = group.split(' ').sort();
    return uuids.flatMap((one, at) => uuids.slice(at + 1).map((other) => `${one} ${other}`));
  });
  return [...new Set(pairs)].sort();
}

async function firm() {
  const tenant = await w.tenant();
  const admin = await tenant.as('TENANT_ADMIN');
  const { body: partner } = await admin.post('/api/partners', { name: 'Socios' });
  const { tenantStaffUuid } = await tenant.staff({ partnerUuid: partner.partnerUuid });
  const partnerStaff = await tenant.as('PARTNER_STAFF', partner.partnerUuid);
  const inputOf = (changes: object) => ({
    ...contactInput(tenant.tenantUuid, uuidOf(admin)),
    preferredPhoneNumber: null,
    preferredEmail: null,
    identityId: null,
    identityType: null,
    ...changes,
  });
  const make = async (changes: object): Promise<string> => {
    const { status, body } = await admin.post('/api/contacts', inputOf(changes));
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.contactUuid;
  };
  /** Waits until those are together who the contacts say are a pair, and no others. */
  const settle = async () => {
    const kept = async () => [
      together(await groupsOf(admin)),
      together(await groupsOf(partnerStaff)),
    ];
    const expected = [
      await pairsOf(tenant.tenantUuid),
      await pairsOf(tenant.tenantUuid, tenantStaffUuid),
    ];
    await expect.poll(kept, patient).toEqual(expected);
    return expected;
  };
  return { ...tenant, admin, partnerManager: tenantStaffUuid, inputOf, make, settle };
}

test('after whatever happens to contacts those are in a group together who may be the same person', async () => {
  // As another replica keeps them beside the one of the world.
  const means = { logger: w.services.logger, registry: new Registry() };
  onTestFinished(keepGroups({ db: w.db, ...means }).stop);
  const { admin, partnerManager, make, settle } = await firm();
  // A sequence that looks like chance and is the same each time.
  let state = 7;
  const below = (most: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
  const some = () => ({
    firstName: ['Rosa', 'ROSA', 'Eva', 'Ana'][below(4)],
    paternalLastName: ['Díaz', 'Diaz', 'Soto', 'Paz'][below(4)],
    ...(below(3) === 0 ? { preferredEmail: `${['a', 'B', 'b'][below(3)]}@x.example` } : {}),
    ...(below(4) === 0
      ? { preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: `91111222${below(3)}` } }
      : {}),
    ...(below(4) === 0
      ? { identityType: 'PASSPORT', identityId: ['A-1', 'a1', 'B2'][below(3)] }
      : {}),
    ...(below(3) === 0 ? { dateOfBirth: ['1970-01-01', '1980-01-01'][below(2)] } : {}),
    ...(below(2) === 0 ? { contactManagerId: partnerManager } : {}),
  });
  const uuids: string[] = [];
  for (let made = 0; made < 30; made++) uuids.push(await make(some()));
  const [all, seen] = await settle();
  expect([all?.length, seen?.length]).not.toContain(0);
  const one = () => uuids[below(uuids.length)] ?? '';
  for (let round = 0; round < 4; round++) {
    for (let change = 0; change < 12; change++) {
      const { contactManagerId: _, ...changes } = some();
      await admin.put(path(one()), changes);
      await admin.delete(path(one()));
      await admin.post(`${path(one())}/restore`);
      if (change % 4 === 0) await admin.post(`${path(one())}/merge`, { fromContactUuid: one() });
    }
    await admin.post(`${path(one())}/erase`, { reason: 'asked for it' });
    await settle();
  }
});

test('thousands that come at once, by an import, are in the groups soon after', async () => {
  const { admin, settle } = await firm();
  const lines = Array.from(
    { length: 1_500 },
    (_, line) => `Rosa ${line % 700},Díaz,r${line % 900}@x.example`,
  );
  const defaults = JSON.stringify({
    contactType: 'PROSPECT',
    contactMeans: 'EMAIL',
    preferredContactLanguage: 'SPANISH',
    contactManagerId: uuidOf(admin),
  });
  const started = await admin.post(
    `/api/contacts/import?${new URLSearchParams({ defaults })}`,
    ['firstName,paternalLastName,preferredEmail', ...lines].join('\n'),
    { 'content-type': 'text/csv' },
  );
  expect(started.status).toBe(202);
  const state = async () =>
    (await admin.get(`/api/contacts/imports/${started.body.importUuid}`)).body;
  await expect
    .poll(state, { timeout: 60_000 })
    .toMatchObject({ status: 'DONE', acceptedRows: 1_500 });
  const [all] = await settle();
  expect(all?.length).toBeGreaterThan(600);
});

test('what was deleted is shown to nobody, however far behind the kept groups are', async () => {
  const { tenantUuid, admin, make, settle } = await firm();
  const names = { firstName: 'Rosa', paternalLastName: 'Soto' };
  const [one, two] = [await make(names), await make(names)];
  await settle();
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = w.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`duplicates ${tenantUuid}`}, 0))`;
    held.resolve();
    await release.promise;
  });
  await held.promise;
  await admin.delete(path(one));
  expect((await admin.get('/api/contacts/duplicates')).body).toMatchObject({
    content: [],
    numberOfElements: 0,
  });
  await admin.post(`${path(one)}/restore`);
  expect(await groupsOf(admin)).toEqual([[one, two].sort().join(' ')]);
  release.resolve();
  await holding;
  await settle();
});

test('a key that is by chance another firm’s too brings nobody of that firm into a group', async () => {
  const [own, other] = [await firm(), await firm()];
  const one = await own.make({ firstName: 'Una', preferredEmail: 'una@clients.example' });
  const stranger = await other.make({ firstName: 'Otra', preferredEmail: 'otra@clients.example' });
  await w.sql.begin(async (sql) => {
    // No two values are known whose keys of 64 bits are the same, so the key is written by hand.
    await sql`alter table contacts disable trigger contacts_set_derived`;
    await sql`set local role atrium_platform`;
    await sql`
      update contacts set preferred_email_duplicate_key = (
        select preferred_email_duplicate_key from contacts where contact_uuid = ${one})
       where contact_uuid = ${stranger}`;
    await sql`reset role`;
    await sql`alter table contacts enable trigger contacts_set_derived`;
  });
  await own.admin.put(path(one), { alias: 'U', preferredEmail: 'una@clients.example' });
  const both = [own.tenantUuid, other.tenantUuid];
  const left = () =>
    w.db.asPlatform(
      (tx) => tx`select from duplicate_changes where tenant_uuid = any(${both}::uuid[])`,
    );
  await expect.poll(async () => (await left()).length, patient).toBe(0);
  const kept = await w.db.asPlatform(
    (tx) => tx`select contact_uuids from duplicate_groups where tenant_uuid = any(${both}::uuid[])`,
  );
  expect([...kept]).toEqual([]);
});
