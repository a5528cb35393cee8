import { describe, expect, test } from 'vitest';
import { contactInput } from '../../../test-support/contact-input.ts';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';
import { findAccount } from '../queries.ts';

const w = await world();
const { tenantUuid, as } = await w.tenant();
const admin = await as('TENANT_ADMIN');
const phone = { countryCode: '+56', number: '912345678' };
const noSecondFactor = { totp: false, passkeys: 0, recoveryCodesLeft: 0 };
const eventsAbout = (userUuid: string) =>
  w.db.asPlatform(
    (tx) => tx`
      select event_type, entity_type, attributes from events
       where entity_id = ${userUuid} and event_type = 'auth.profile_updated' order by event_uuid`,
  );

async function staffMember() {
  const input = { ...staffInput(tenantUuid), contactPhone: phone };
  const { body: member } = await admin.post('/api/tenant-staff', input);
  const account = await w.db.asPlatform((tx) =>
    findAccount(tx, { tenantUuid, userUuid: member.tenantStaffUuid }),
  );
  if (!account) throw new Error('The staff member has no account');
  return { member, caller: await w.signIn(account) };
}

/** A client with a login, and the staff member who manages them. */
async function client() {
  const { member, caller: manager } = await staffMember();
  const input = contactInput(tenantUuid, member.tenantStaffUuid);
  const { body: contact } = await admin.post('/api/contacts', input);
  const { contactUuid } = contact;
  await admin.put(`/api/contacts/${contactUuid}`, { primaryEmail: `${contactUuid}@x.example` });
  await admin.post(`/api/contacts/${contactUuid}/credentials/init`, {});
  const account = await w.db.asPlatform((tx) =>
    findAccount(tx, { tenantUuid, userUuid: contactUuid }),
  );
  if (!account) throw new Error('The contact has no account');
  return { member, manager, contactUuid, caller: await w.signIn(account) };
}

describe('The own record', () => {
  test('of staff is the staff member’s zone, language and phone, with the session', async () => {
    const { member, caller } = await staffMember();
    const { status, body } = await caller.get('/api/auth/me');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userUuid: member.tenantStaffUuid,
      timeZone: member.timeZone,
      platformLanguage: member.platformLanguage,
      contactPhone: phone,
      preferences: {},
      secondFactor: noSecondFactor,
      sessionUuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(body).not.toHaveProperty('adviser');
  });

  test('changes by what is stated, and the staff member with it', async () => {
    const { member, caller } = await staffMember();
    const put = (changes: object) => caller.put('/api/auth/me', changes);
    const { status, body } = await put({ timeZone: 'Europe/Madrid', platformLanguage: 'ENGLISH' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ timeZone: 'Europe/Madrid', platformLanguage: 'ENGLISH' });
    expect(body.contactPhone).toEqual(phone);
    expect((await put({ contactPhone: null })).body.contactPhone).toBeNull();
    const { body: stored } = await admin.get(`/api/tenant-staff/${member.tenantStaffUuid}`);
    expect(stored).toMatchObject({
      timeZone: 'Europe/Madrid',
      platformLanguage: 'ENGLISH',
      contactPhone: null,
    });
    await put({ timeZone: 'Europe/Madrid' });
    const changed =
      member.platformLanguage === 'ENGLISH' ? 'timeZone' : 'platformLanguage,timeZone';
    expect(await eventsAbout(member.tenantStaffUuid)).toMatchObject([
      { entityType: 'STAFF', attributes: { changedFields: changed } },
      { entityType: 'STAFF', attributes: { changedFields: 'contactPhone' } },
    ]);
  });

  test('keeps preferences as sent and records none of them', async () => {
    const { member, caller } = await staffMember();
    const preferences = { 'z-first': 1, some_key: { deep_key: [1, null] }, morningMail: false };
    const { body } = await caller.put('/api/auth/me', { preferences });
    expect(JSON.stringify(body.preferences)).toBe(JSON.stringify(preferences));
    expect((await caller.put('/api/auth/me', {})).body.preferences).toEqual(preferences);
    const { body: replaced } = await caller.put('/api/auth/me', { preferences: { a: 1 } });
    expect(replaced.preferences).toEqual({ a: 1 });
    expect(await eventsAbout(member.tenantStaffUuid)).toEqual([]);
  });

  test.each([
    ['timeZone', 'Mars/Olympus'],
    ['timeZone', null],
    ['platformLanguage', 'KLINGON'],
    ['contactPhone', { countryCode: '56', number: '912345678' }],
    ['contactPhone', { countryCode: '+56', number: '123' }],
    ['preferences', []],
    ['preferences', Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, at]))],
    ['preferences', { text: 'x'.repeat(16_384) }],
  ])('refuses a bad %s and changes nothing', async (field, value) => {
    const { caller } = await staffMember();
    const before = (await caller.get('/api/auth/me')).body;
    const answer = await caller.put('/api/auth/me', { timeZone: 'Asia/Tokyo', [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toMatch(new RegExp(`^${field}`));
    expect((await caller.get('/api/auth/me')).body).toEqual(before);
  });

  test('of a client is the contact’s language and phone, with the adviser', async () => {
    const { member, contactUuid, caller } = await client();
    const { body } = await caller.get('/api/auth/me');
    expect(body).toMatchObject({
      timeZone: null,
      adviser: {
        displayName: `${member.firstName} ${member.paternalLastName}`,
        email: member.email,
        phone,
      },
    });
    const changes = {
      timeZone: 'America/Lima',
      platformLanguage: 'ENGLISH',
      contactPhone: { countryCode: '+51', number: '999888777' },
    };
    expect((await caller.put('/api/auth/me', changes)).body).toMatchObject(changes);
    expect((await admin.get(`/api/contacts/${contactUuid}`)).body).toMatchObject({
      preferredContactLanguage: 'ENGLISH',
      preferredPhoneNumber: { phoneCountryCode: '+51', phoneNumber: '999888777' },
    });
    expect((await caller.put('/api/auth/me', { contactPhone: null })).body.contactPhone).toBeNull();
    const [event] = await eventsAbout(contactUuid);
    expect(event).toMatchObject({ entityType: 'CONTACT' });
  });

  test('of a system administrator is the account’s, whichever firm is entered', async () => {
    const root = (await w.systemAdmin()).with({ 'x-tenant-uuid': tenantUuid });
    const changes = { timeZone: 'UTC', platformLanguage: 'SPANISH', contactPhone: phone };
    expect((await root.put('/api/auth/me', changes)).body).toMatchObject(changes);
    expect((await root.get('/api/auth/me')).body).toMatchObject({
      userType: 'SYSTEM_ADMIN',
      ...changes,
    });
  });

  test.each(['PARTNER_ADMIN', 'TENANT_STAFF', 'PARTNER_STAFF', 'CLIENT'] as const)(
    'is for a %s too',
    async (role) => {
      const caller = await as(role);
      expect((await caller.put('/api/auth/me', { preferences: { a: 1 } })).status).toBe(200);
    },
  );
});

describe('a client who asks for a change of the own data', () => {
  const path = '/api/auth/me/change-requests';

  test('makes a task for the manager, whom an administrator stands in for', async () => {
    const { member, manager, contactUuid, caller } = await client();
    const text = 'My new address is Av. Apoquindo 1234';
    const { status, body } = await caller.post(path, { text });
    expect([status, body]).toEqual([201, { text, createdAt: expect.stringMatching(/^\d{4}-/) }]);
    const tasks = async () =>
      (
        await admin.get(
          `/api/tasks?entityType=CONTACT&entityUuid=${contactUuid}&sort=createdAt,asc`,
        )
      ).body.content;
    expect(await tasks()).toEqual([
      expect.objectContaining({
        details: text,
        assigneeUuid: member.tenantStaffUuid,
        createdBy: contactUuid,
        createdByName: expect.stringMatching(/./),
        status: 'OPEN',
        isOverdue: false,
      }),
    ]);
    const [{ taskUuid, dueDate }] = await tasks();
    expect(Temporal.PlainDate.from(dueDate).dayOfWeek).toBeLessThan(6);
    const waiting = async () => (await caller.get('/api/auth/me')).body.changeRequests;
    expect(await waiting()).toEqual([{ createdAt: body.createdAt }]);
    const { body: inbox } = await manager.get('/api/inbox');
    expect(inbox.content).toMatchObject([
      { kind: 'CHANGE_REQUESTED', entityUuid: taskUuid, note: text },
    ]);
    const { body: day } = await manager.get('/api/today');
    expect(day.tasks.content).toMatchObject([{ taskUuid }]);
    await admin.post(`/api/tasks/${taskUuid}/complete`);
    expect(await waiting()).toEqual([]);
    await admin.put(`/api/tenant-staff/${member.tenantStaffUuid}`, { isActive: false });
    expect((await caller.post(path, { text: 'Once more' })).status).toBe(201);
    const [, second] = await tasks();
    const { body: stand } = await admin.get(`/api/tenant-staff/${second.assigneeUuid}`);
    expect([stand.staffType, stand.isActive]).toEqual(['ADMIN', true]);
  });

  test('may do so twenty times until something is done, and says what it is', async () => {
    const { contactUuid, caller } = await client();
    for (const bad of [{}, { text: ' ' }, { text: 4 }, { text: 'x'.repeat(2001) }]) {
      const { status, body } = await caller.post(path, bad);
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'text']);
    }
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => caller.post(path, { text: 'Please' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ body }) => body.code === 'TOO_MANY_CHANGE_REQUESTS')).toHaveLength(2);
    const { body } = await admin.get(`/api/tasks?entityType=CONTACT&entityUuid=${contactUuid}`);
    await admin.post(`/api/tasks/${body.content[0].taskUuid}/complete`);
    expect((await caller.post(path, { text: 'Please' })).status).toBe(201);
    expect((await admin.post(path, { text: 'Please' })).status).toBe(403);
  });
});
