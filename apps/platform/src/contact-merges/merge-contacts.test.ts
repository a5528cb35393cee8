import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { type Account, findAccount } from '../auth/queries.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, host, stranger, tenant } = m;
const { tenantUuid } = tenant;

const nobody = {
  preferredEmail: null,
  preferredPhoneNumber: null,
  identityType: null,
  identityId: null,
};
const pathOf = (contactUuid: string) => `/api/contacts/${contactUuid}`;
const person = (changes: object = {}) =>
  m.contact({ ...nobody, firstName: randomUUID(), ...changes });
const merge = (into: string, from: string, take?: string[], by: Client = admin) =>
  by.post(`${pathOf(into)}/merge`, { fromContactUuid: from, ...(take && { take }) });
const eventsOf = (entityId: string, eventType: string) =>
  w.db.asTenant(
    tenantUuid,
    { actorType: 'SYSTEM', actorId: null },
    (tx) =>
      tx<{ attributes: Record<string, string> }[]>`
      select attributes from events where entity_id = ${entityId} and event_type = ${eventType}`,
  );

async function household(members: object[]): Promise<string> {
  const { status, body } = await host.post('/api/households', {
    name: `Familia ${randomUUID()}`,
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: uuidOf(host),
    isActive: true,
    accountNumbers: [],
    members,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.householdUuid;
}
const member = (contactUuid: string, changes: object = {}) => ({
  memberType: 'CONTACT',
  contactUuid,
  ...changes,
});
const membersOf = async (householdUuid: string, query = '') =>
  (await admin.get(`/api/households/${householdUuid}/members${query}`)).body;

/** Gives a contact a login, and returns how to sign in. */
async function loginOf(contactUuid: string) {
  const email = `${randomUUID()}@client.example`;
  const password = `Pass-${randomUUID()}`;
  await admin.put(pathOf(contactUuid), { primaryEmail: email });
  expect((await admin.post(`${pathOf(contactUuid)}/credentials/init`)).status).toBe(200);
  await expect.poll(() => w.mails.some(({ to }) => to === email)).toBe(true);
  const html = w.mails.find(({ to }) => to === email)?.html ?? '';
  const token = /token=([\w-]+)/.exec(html)?.[1];
  const set = await w.anonymous.post('/api/auth/password-reset/confirm', { token, password });
  expect(set.status, html).toBe(204);
  return { email, password };
}

describe('merging two contacts', () => {
  test('keeps what the one that stays states, and takes the fields that are named', async () => {
    const into = await person({ middleName: null, gender: 'FEMALE' });
    const from = await person({
      middleName: 'Paz',
      gender: 'MALE',
      preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '911112222' },
    });
    await admin.put(pathOf(from), { customFields: { risk: 'low' }, maritalStatus: null });
    const take = ['preferredPhoneNumber', 'customFields', 'maritalStatus'];
    const { status, body } = await merge(into, from, take);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      contactUuid: into,
      middleName: null,
      gender: 'FEMALE',
      maritalStatus: null,
      preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '911112222' },
      customFields: { risk: 'low' },
    });
    const [told] = await eventsOf(into, 'contact.merged');
    expect(told?.attributes).toMatchObject({ mergedFrom: from, noteCount: '0' });
    expect(await eventsOf(from, 'contact.deleted')).toHaveLength(1);
    const [updated] = await eventsOf(into, 'contact.updated');
    expect(updated?.attributes.changedFields).toBe(
      'customFields,maritalStatus,preferredPhoneNumber',
    );
  });

  test('answers 404 for the other, naming the one that stays, wherever it is asked for', async () => {
    const [first, second, last] = [await person(), await person(), await person()];
    await merge(second, first);
    await merge(last, second);
    const gone = [
      await admin.get(pathOf(first)),
      await admin.get(pathOf(second)),
      await admin.put(pathOf(first), { alias: 'A' }),
      await admin.delete(pathOf(first)),
      await admin.post(`${pathOf(first)}/restore`),
      await admin.get(`${pathOf(first)}/readiness`),
      await admin.get(`${pathOf(first)}/duplicates`),
      await admin.get(`/api/notes?entityType=CONTACT&entityUuid=${first}`),
      await admin.get(`/api/timeline?entityType=CONTACT&entityUuid=${first}`),
      await admin.get(`/api/tasks?entityType=CONTACT&entityUuid=${first}`),
      await merge(first, last),
      await merge(last, first),
    ];
    expect(gone.map(({ status, body }) => [status, body.mergedInto])).toEqual(
      gone.map(() => [404, last]),
    );
    const foreign = await (await w.tenant()).as('TENANT_ADMIN');
    const { status, body } = await foreign.get(pathOf(first));
    expect([status, body.mergedInto]).toEqual([404, undefined]);
    expect((await admin.get(pathOf(randomUUID()))).body).not.toHaveProperty('mergedInto');
    const nobodys = await admin.get(`/api/tasks?entityType=CONTACT&entityUuid=${randomUUID()}`);
    expect([nobodys.status, nobodys.body.totalElements]).toEqual([200, 0]);
    const timeline = await admin.get(`/api/timeline?entityType=CONTACT&entityUuid=${last}`);
    const entities = timeline.body.content.map((each: { entityUuid: string }) => each.entityUuid);
    expect(entities).toEqual(expect.arrayContaining([first, second, last]));
  });

  test('is refused for itself, unknown contacts and fields, two logins, and who may not', async () => {
    const [into, from] = [await person(), await person()];
    const bad = await merge(into, into.toUpperCase());
    expect([bad.status, bad.body.errors[0].field]).toEqual([400, 'fromContactUuid']);
    expect((await merge(into, randomUUID())).status).toBe(404);
    expect((await merge(randomUUID(), from)).status).toBe(404);
    for (const take of [['addresses'], ['nothing'], ['householdUuids']]) {
      const { status, body } = await merge(into, from, take);
      expect([status, body.errors[0].field]).toEqual([400, 'take[0]']);
    }
    expect((await admin.post(`${pathOf(into)}/merge`, {})).status).toBe(400);

    expect((await merge(into, from, [], stranger)).status).toBe(403);
    await admin.put(pathOf(from), { contactManagerId: uuidOf(stranger) });
    expect((await merge(into, from, [], host)).status).toBe(403);
    expect((await merge(into, from, [], stranger)).status).toBe(403);
    expect((await merge(into, from, [], m.client)).status).toBe(403);
    await admin.put(pathOf(from), { contactManagerId: uuidOf(host) });

    await admin.put(pathOf(from), { identityType: 'CHILE_RUT', identityId: '12.345.678-5' });
    await admin.put(pathOf(into), { identityType: 'PASSPORT', identityId: 'P-1' });
    const mixed = await merge(into, from, ['identityType']);
    expect([mixed.status, mixed.body.errors[0].field]).toEqual([400, 'identityId']);

    await Promise.all([loginOf(into), loginOf(from)]);
    const { status, body } = await merge(into, from);
    expect([status, body.code]).toEqual([409, 'BOTH_HAVE_LOGIN']);
    expect((await admin.get(pathOf(from))).status).toBe(200);
    await admin.delete(pathOf(from));
    expect((await merge(into, from)).status).toBe(404);
    expect((await merge(into, await person(), [], host)).status).toBe(200);
  });

  test('is for partner staff one of two that they manage, and names no survivor that they do not see', async () => {
    const { partnerUuid } = (await admin.post('/api/partners', { name: 'Costa' })).body;
    const { tenantStaffUuid } = await tenant.staff({ partnerUuid });
    const colleague = (await tenant.staff({ partnerUuid })).tenantStaffUuid;
    const account = await w.db.asPlatform((tx) =>
      findAccount(tx, { tenantUuid, userUuid: tenantStaffUuid }),
    );
    const partner = await w.signIn(account as Account);
    const of = (contactManagerId: string) => person({ contactManagerId });
    const [into, from, theirs, firms] = [
      await of(tenantStaffUuid),
      await of(tenantStaffUuid),
      await of(colleague),
      await person(),
    ];
    expect((await merge(into, theirs, [], partner)).status).toBe(403);
    expect((await merge(theirs, into, [], partner)).status).toBe(403);
    expect((await merge(into, firms, [], partner)).status).toBe(404);
    expect((await merge(firms, into, [], partner)).status).toBe(404);
    expect((await merge(into, from, ['alias'], partner)).status).toBe(200);
    const where = async (contactUuid: string) => {
      const { status, body } = await partner.get(pathOf(contactUuid));
      return [status, body.mergedInto];
    };
    expect(await where(from)).toEqual([404, into]);
    expect((await merge(firms, into)).status).toBe(200);
    expect(await where(into)).toEqual([404, undefined]);
    expect(await where(from)).toEqual([404, undefined]);
  });

  test('done many times at once and both ways round happens once', async () => {
    const [one, other] = [await person(), await person()];
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? merge(one, other) : merge(other, one))),
    );
    const statuses = tries.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });
});

describe('what hangs on the other contact', () => {
  test('keeps the login with its password and second factors, and ends its sessions', async () => {
    const [into, from] = [await person(), await person()];
    const signIn = await loginOf(from);
    const before = await w.anonymous.post('/api/auth/login', signIn);
    expect(before.status).toBe(200);
    expect((await merge(into, from)).body.credentialsInitializedAt).not.toBeNull();
    const { refreshToken } = before.body;
    expect((await w.anonymous.post('/api/auth/refresh', { refreshToken })).status).toBe(401);
    const after = await w.anonymous.post('/api/auth/login', signIn);
    expect([after.status, after.body.user.userUuid]).toEqual([200, into]);
    expect((await admin.get(pathOf(into))).body.primaryEmail).toBeNull();
    // The login goes with the one that has it.
    await admin.put(pathOf(into), { primaryEmail: 'new@client.example' });
    const moved = { ...signIn, email: 'new@client.example' };
    expect((await w.anonymous.post('/api/auth/login', moved)).status).toBe(200);
  });

  test('keeps one seat a household, and the primary one', async () => {
    const [into, from, third] = [await person(), await person(), await person()];
    const alone = await household([member(from, { isPrimary: true, relationshipType: 'CHILD' })]);
    const both = await household([
      member(from, { isPrimary: true, relationshipType: 'SELF' }),
      member(into, { relationshipType: 'SPOUSE' }),
      member(third),
    ]);
    const left = await household([member(from), member(third, { isPrimary: true })]);
    const [{ memberUuid }] = await membersOf(left);
    await admin.delete(`/api/households/${left}/members/${memberUuid}`);

    const { body } = await merge(into, from);
    expect(body.householdUuids).toEqual([alone, both].sort());
    expect(await membersOf(alone)).toMatchObject([
      { contactUuid: into, isPrimary: true, relationshipType: 'CHILD' },
    ]);
    expect(await membersOf(both)).toMatchObject([
      { contactUuid: into, isPrimary: true, relationshipType: 'SPOUSE' },
      { contactUuid: third, isPrimary: false },
    ]);
    expect(await membersOf(left, '?includeDeleted=true')).toMatchObject([
      { contactUuid: into, isDeleted: true },
      { contactUuid: third },
    ]);
    const [told] = await eventsOf(both, 'household.updated');
    expect(told?.attributes).toMatchObject({ changedFields: 'members', contactMergedFrom: from });
  });

  test('keeps one invitation a meeting, and an answer that was given', async () => {
    const [into, from] = [await person(), await person()];
    const answer = async (path: string, who: string, status: string) => {
      const { body } = await host.get(path);
      const { participantUuid } = body.participants.find(
        (each: { participantEntityUuid: string }) => each.participantEntityUuid === who,
      );
      await w.db.asTenant(
        tenantUuid,
        { actorType: 'SYSTEM', actorId: null },
        (tx) => tx`
        update meeting_participants set rsvp_status = ${status}, rsvp_at = now()
         where participant_uuid = ${participantUuid}`,
      );
      return participantUuid;
    };
    const of = (contactIds: string[]) => m.meeting({ contactIds, staffIds: [] });
    const alone = await of([from]);
    const [both, answered] = [await of([into, from]), await of([into, from])];
    await answer(both.path, from, 'ACCEPTED');
    await answer(answered.path, from, 'ACCEPTED');
    const kept = await answer(answered.path, into, 'DECLINED');

    await merge(into, from);
    const contactsOf = async ({ path }: { path: string }) =>
      (await host.get(path)).body.participants.filter(
        (each: { participantType: string }) => each.participantType === 'CONTACT',
      );
    expect(await contactsOf(alone)).toMatchObject([{ participantEntityUuid: into }]);
    expect(await contactsOf(both)).toMatchObject([
      { participantEntityUuid: into, rsvpStatus: 'ACCEPTED' },
    ]);
    expect(await contactsOf(answered)).toMatchObject([
      { participantEntityUuid: into, rsvpStatus: 'DECLINED', participantUuid: kept },
    ]);
    const [told] = await eventsOf(alone.meetingUuid, 'meeting.updated');
    expect(told?.attributes.changedFields).toBe('participants');
  });

  test('keeps addresses, of two primary ones of a type that of the one that stays', async () => {
    const [into, from] = [await person(), await person()];
    const put = (contactUuid: string, addresses: object[]) =>
      admin.put(pathOf(contactUuid), { addresses });
    const sales = { contactAddressType: 'SALES', isPrimary: true };
    const compliance = { contactAddressType: 'COMPLIANCE', isPrimary: true };
    await put(into, [{ ...sales, city: 'Own' }]);
    await put(from, [
      { ...sales, city: 'Other' },
      { ...compliance, city: 'New' },
    ]);
    const { body } = await merge(into, from);
    expect(body.addresses).toMatchObject([
      { city: 'Own', isPrimary: true },
      { city: 'Other', isPrimary: false },
      { city: 'New', isPrimary: true },
    ]);
  });

  test('leaves nothing behind in any table, whatever can name a contact', async () => {
    const [older, into, from, younger] = [
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    await loginOf(from);
    await admin.put(pathOf(from), { addresses: [{ city: 'Lima', contactAddressType: 'SALES' }] });
    await household([member(from)]);
    await m.meeting({ contactIds: [from] });
    const about = { entityType: 'CONTACT', entityUuid: from };
    const note = (await host.post('/api/notes', { ...about, text: 'Met at the fair' })).body;
    const task = (await host.post('/api/tasks', { ...about, title: 'Call back' })).body;
    const filters = [{ field: 'participantUuid', operator: 'EQUALS', value: from }];
    const view = await host.post('/api/views', { name: 'Theirs', list: 'MEETINGS', filters });
    expect([view.status, view.body.errors]).toEqual([201, undefined]);
    await signInWithFactors(from);
    for (const other of [older, younger]) {
      const contactUuids = [from, other];
      const { status } = await admin.post('/api/contacts/duplicates/dismiss', { contactUuids });
      expect(status).toBe(204);
    }

    const references = await w.sql<{ name: string; filled: boolean }[]>`
      select conrelid::regclass || '.' || a.attname as name, false as filled
        from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
       where k.contype = 'f' and k.confrelid in ('contacts'::regclass, 'accounts'::regclass)
         and a.attname <> 'tenant_uuid' order by name`;
    const before = await columnsWith(from);
    const forgotten = references.map(({ name }) => name).filter((name) => !before.includes(name));
    // An erased person cannot be merged, only a merged contact names another, a machine is none, nobody
    // merges in a deleted firm, and a failure is counted until the next sign-in.
    expect(forgotten).toEqual([
      'contact_erasures.contact_uuid',
      'contacts.merged_into',
      'credentials.credential_uuid',
      'freed_login_emails.user_uuid',
      'provisioning_tokens.token_uuid',
      'second_factor_failures.user_uuid',
    ]);

    expect((await merge(into, from)).status).toBe(200);
    // The worker that keeps groups of duplicates is told of a change by a row, which goes soon.
    const left = async () => (await columnsWith(from)).filter((name) => !staying.includes(name));
    await expect.poll(left).toEqual([]);
    const moved = await columnsWith(into);
    const isPassing = (name: string) => name === 'duplicate_changes.contact_uuid';
    const lost = before.filter(
      (name) => !moved.includes(name) && !staying.includes(name) && !isPassing(name),
    );
    expect(lost).toEqual(['calendar_feeds.user_uuid', 'sign_in_challenges.user_uuid']);
    expect((await admin.get(`/api/notes/${note.noteUuid}`)).body).toEqual({
      ...note,
      entityUuid: into,
    });
    const { firstName, paternalLastName } = (await admin.get(`/api/contacts/${into}`)).body;
    expect(firstName).not.toBe(String(task.recordName).split(' ')[0]);
    expect((await admin.get(`/api/tasks/${task.taskUuid}`)).body).toEqual({
      ...task,
      entityUuid: into,
      recordName: `${firstName} ${paternalLastName}`,
    });
    expect((await host.get(`/api/views/${view.body.viewUuid}`)).body.filters[0].value).toBe(into);
  });
});

/** Says what tells of a time when the other contact was there, and its own row. */
const staying = [
  'contacts.contact_uuid',
  'events.actor_id',
  'events.attributes',
  'events.entity_id',
  'household_history.content',
  'idempotency_keys.answer',
  'record_history.changes',
  'record_history.entity_uuid',
];

/** Every column of every table in which an identifier occurs. */
async function columnsWith(uuid: string): Promise<string[]> {
  const columns = await w.sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type in ('uuid', 'ARRAY', 'json', 'jsonb', 'text')`;
  const found = await w.db.asPlatform(async (tx) => {
    const names: string[] = [];
    for (const { table, column } of columns) {
      if (table === 'schema_migrations') continue;
      const rows = await tx`
        select from ${tx(table)} where ${tx(column)}::text like ${`%${uuid}%`} limit 1`;
      if (rows.length > 0) names.push(`${table}.${column}`);
    }
    return names;
  });
  return found.sort();
}

/** Lets an account have all that a login can have. */
async function signInWithFactors(userUuid: string): Promise<void> {
  const key = { tenantUuid, userUuid };
  const hash = Buffer.from(randomUUID());
  await w.db.asPlatform(async (tx) => {
    await tx`insert into sessions ${tx({ tenantUuid, sessionUuid: randomUUID(), userUuid, expiresAt: '2040-01-01' })}`;
    await tx`insert into totp_secrets ${tx({ ...key, secret: 'sealed' })}`;
    await tx`insert into recovery_codes ${tx({ ...key, codeHash: hash })}`;
    await tx`insert into mails ${tx({ tenantUuid, mailUuid: randomUUID(), kind: 'FIRST_LINK', personUuid: userUuid, state: 'SENT', settledAt: '2026-01-01' })}`;
    await tx`insert into login_conflicts ${tx(key)}`;
    await tx`insert into sso_subjects ${tx({ ...key, issuer: 'https://id.example', subject: 'somebody' })}`;
    await tx`insert into mail_budgets ${tx({ ...key, mailedAt: ['2026-01-01'] })}`;
    await tx`insert into link_renewals ${tx({ ...key, renewalUuid: randomUUID() })}`;
    await tx`insert into known_addresses ${tx({ ...key, addressHash: hash })}`;
    await tx`insert into calendar_feeds ${tx({ ...key, tokenHash: hash })}`;
    await tx`insert into spent_passkey_challenges ${tx({ ...key, challengeHash: hash })}`;
    await tx`insert into sign_in_challenges ${tx({ ...key, challengeHash: hash, expiresAt: '2040-01-01' })}`;
    await tx`
      insert into passkeys (tenant_uuid, host_tenant_uuid, passkey_uuid, user_uuid, name, rp_id, credential_id, public_key, sign_count, transports)
      values (${tenantUuid}, ${tenantUuid}, ${randomUUID()}, ${userUuid}, 'Key', 'localhost', ${hash}, ${hash}, 0, '{}')`;
  });
}

describe('duplicates over the firm', () => {
  let staff: Client;
  let make: (changes: object) => Promise<string>;
  beforeAll(async () => {
    const other = await w.tenant();
    staff = await other.as('TENANT_STAFF');
    make = async (changes) => {
      const input = { ...contactInput(other.tenantUuid, uuidOf(staff)), ...nobody, ...changes };
      return (await staff.post('/api/contacts', input)).body.contactUuid;
    };
  });

  test('are groups with what they share, the likeliest first, page by page', async () => {
    expect((await staff.get('/api/contacts/duplicates')).body).toMatchObject({
      content: [],
      totalElements: 0,
    });
    const phone = { phoneCountryCode: '+56', phoneNumber: '911112222' };
    const names = { firstName: 'Rosa', paternalLastName: 'Díaz' };
    const [one, two] = [
      await make({ ...names, preferredPhoneNumber: phone }),
      await make({ ...names, firstName: 'ROSA', preferredPhoneNumber: phone }),
    ];
    const three = await make({ firstName: 'Eva', preferredEmail: 'eva@example.com' });
    const four = await make({ firstName: 'Ava', preferredEmail: 'EVA@example.com' });
    const gone = await make({ firstName: 'Iva', preferredEmail: 'eva@example.com' });
    await staff.delete(pathOf(gone));
    await make({ firstName: 'Solo' });
    const many = await Promise.all(
      Array.from({ length: 12 }, () => make({ firstName: 'Ana', paternalLastName: 'Soto' })),
    );

    type Group = { reasons: string[]; contacts: { contactUuid: string }[] };
    const first = () => staff.get('/api/contacts/duplicates');
    const groups = async () =>
      (await first()).body.content.map(({ reasons, contacts }: Group) => [
        reasons,
        contacts.map(({ contactUuid }) => contactUuid),
      ]);
    // A worker groups them, a few changes at a time.
    await expect.poll(groups).toEqual([
      [['SAME_EMAIL'], [three, four].sort()],
      [['SAME_PHONE', 'SAME_NAME'], [one, two].sort()],
      [['SAME_NAME'], many.sort().slice(0, 10)],
    ]);
    const { body } = await first();
    expect(body.totalElements).toBe(3);
    const second = await staff.get('/api/contacts/duplicates?size=1&page=1');
    expect(second.body.content).toEqual([body.content[1]]);
    const walked = await staff.get('/api/contacts/duplicates?size=2&cursor=');
    const { nextCursor } = walked.body;
    const rest = await staff.get(`/api/contacts/duplicates?size=2&cursor=${nextCursor}`);
    expect([...walked.body.content, ...rest.body.content]).toEqual(body.content);
    expect((await staff.get('/api/contacts/duplicates?sort=name')).status).toBe(400);
    expect((await m.client.get('/api/contacts/duplicates')).status).toBe(403);
  });
});
