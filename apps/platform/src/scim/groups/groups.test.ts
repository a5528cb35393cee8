import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { patchOf, provider, userSchema } from '../../../test-support/provider.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const path = '/scim/v2/Groups';
const users = '/scim/v2/Users';

/** A firm whose provider has groups that give roles; `owners` by its name, `e-42` by its external id. */
async function firm(connection: object = {}) {
  const { tenantUuid, as, staff } = await w.tenant();
  const admin = await as('TENANT_ADMIN');
  const groupRoles = [
    { group: 'Owners', roles: ['TENANT_ADMIN', 'TENANT_STAFF'] },
    { group: 'e-42', roles: ['TENANT_ADMIN'] },
    { group: 'Advisers', roles: ['TENANT_STAFF'] },
  ];
  const sso = `/api/tenants/${tenantUuid}/sso`;
  const set = await admin.put(sso, { groupRoles, ...connection });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  const scim = await provider(w, admin, tenantUuid);
  const member = async (changes: object = {}) => (await staff(changes)).tenantStaffUuid;
  const group = async (input: object) => {
    const { status, body } = await scim.post(path, input);
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const typeOf = async (id: string) => (await admin.get(`/api/tenant-staff/${id}`)).body.staffType;
  const chief = admin.identity['x-user-id'] ?? '';
  return { tenantUuid, as, admin, chief, sso, scim, member, group, typeOf };
}

const of = (...ids: string[]) => ids.map((value) => ({ value }));
const add = (...ids: string[]) => patchOf({ op: 'Add', path: 'members', value: of(...ids) });
const remove = (id: string) => patchOf({ op: 'Remove', path: `members[value eq "${id}"]` });

describe('a group', () => {
  test('gives its roles to its members by name or external id, and takes them back', async () => {
    const { scim, member, group, typeOf } = await firm();
    const [ana, eva] = [await member({ staffType: 'MANAGER' }), await member()];
    const owners = await group({ displayName: 'OWNERS', members: of(ana) });
    expect(await typeOf(ana)).toBe('ADMIN');
    const numbered = await group({ displayName: 'Chiefs', externalId: 'e-42' });
    await scim.patch(`${path}/${numbered.id}`, add(ana, eva));
    expect([await typeOf(ana), await typeOf(eva)]).toEqual(['ADMIN', 'ADMIN']);
    await scim.patch(`${path}/${owners.id}`, remove(ana));
    expect(await typeOf(ana)).toBe('ADMIN');
    await scim.put(`${path}/${numbered.id}`, { displayName: 'Chiefs', members: of(eva) });
    expect([await typeOf(ana), await typeOf(eva)]).toEqual(['MANAGER', 'ADMIN']);
    await scim.patch(
      `${path}/${numbered.id}`,
      patchOf({ op: 'replace', path: 'externalId', value: 'e-43' }),
    );
    expect(await typeOf(eva)).toBe('ADVISOR');
    await scim.patch(`${path}/${owners.id}`, add(eva));
    expect(await typeOf(eva)).toBe('ADMIN');
    expect((await scim.delete(`${path}/${owners.id}`)).status).toBe(204);
    expect(await typeOf(eva)).toBe('ADVISOR');
    const advisers = await group({ displayName: 'Advisers', members: of(ana) });
    expect([await typeOf(ana), advisers.members[0].value]).toEqual(['MANAGER', ana]);
  });

  test('has the roles that the connection states now', async () => {
    const { admin, sso, scim, member, group, typeOf } = await firm({ groupRoles: [] });
    const id = await member();
    const owners = await group({ displayName: 'Owners', members: of(id) });
    expect(await typeOf(id)).toBe('ADVISOR');
    const roles = (group: string) => ({ groupRoles: [{ group, roles: ['TENANT_ADMIN'] }] });
    expect((await admin.put(sso, roles('Owners'))).status).toBe(200);
    expect(await typeOf(id)).toBe('ADMIN');
    expect((await admin.put(sso, roles('Others'))).status).toBe(200);
    expect(await typeOf(id)).toBe('ADVISOR');
    const renamed = patchOf({ op: 'Replace', path: 'displayName', value: 'Others' });
    await scim.patch(`${path}/${owners.id}`, renamed);
    expect(await typeOf(id)).toBe('ADMIN');
  });

  test('leaves an administrator who was made one by hand', async () => {
    const { admin, scim, member, group, typeOf } = await firm();
    const [byHand, both] = [await member({ staffType: 'ADMIN' }), await member()];
    const owners = await group({ displayName: 'Owners', members: of(byHand, both) });
    await admin.put(`/api/tenant-staff/${both}`, { staffType: 'ADVISOR' });
    await admin.put(`/api/tenant-staff/${both}`, { staffType: 'ADMIN' });
    await scim.patch(`${path}/${owners.id}`, patchOf({ op: 'Remove', path: 'members' }));
    expect([await typeOf(byHand), await typeOf(both)]).toEqual(['ADMIN', 'ADMIN']);
  });

  test('ends the sessions of whom it makes an administrator no longer', async () => {
    const { tenantUuid, admin, scim, member, group } = await firm();
    const id = await member();
    const owners = await group({ displayName: 'Owners', members: of(id) });
    const session = () =>
      w.db.asPlatform(
        (tx) => tx`
          insert into sessions (tenant_uuid, session_uuid, user_uuid, expires_at)
          values (${tenantUuid}, ${randomUUID()}, ${id}, now() + interval '1 day')`,
      );
    await session();
    await scim.patch(`${path}/${owners.id}`, remove(id));
    const open = await w.db.asPlatform(
      (tx) => tx`select from sessions where user_uuid = ${id} and revoked_at is null`,
    );
    expect(open).toHaveLength(0);
    const trail = (await admin.get(`/api/audit?entityId=${id}`)).body.content;
    expect(trail[0]).toMatchObject({
      eventType: 'staff.updated',
      actorType: 'SYSTEM',
      attributes: { via: 'SCIM', changedFields: 'staffType' },
    });
    const ofGroup = (await admin.get(`/api/audit?entityId=${owners.id}`)).body.content;
    expect(ofGroup).toMatchObject([
      {
        eventType: 'group.updated',
        entityName: 'Owners',
        attributes: { via: 'SCIM', changedFields: 'members', memberCount: '0' },
      },
      {
        eventType: 'group.created',
        actorType: 'SYSTEM',
        attributes: { via: 'SCIM', memberCount: '1' },
      },
    ]);
  });

  test('never leaves a firm without an administrator: 409, and nothing changes', async () => {
    const { admin, chief, scim, member, group } = await firm();
    const id = await member();
    const owners = await group({ displayName: 'Owners', members: of(id) });
    const other = await scim.patch(
      `${users}/${chief}`,
      patchOf({ op: 'replace', value: { active: false } }),
    );
    expect(other.status).toBe(200);
    const url = `${path}/${owners.id}`;
    const answers = [
      await scim.patch(url, remove(id)),
      await scim.put(url, { displayName: 'Owners', members: [] }),
      await scim.patch(url, patchOf({ op: 'replace', path: 'displayName', value: 'Nobody' })),
      await scim.delete(url),
    ];
    for (const { status, body } of answers)
      expect([status, body.status, body.code]).toEqual([409, '409', 'LAST_TENANT_ADMIN']);
    const { body } = await scim.get(url);
    expect([body.displayName, body.members.length]).toEqual(['Owners', 1]);
    expect((await admin.get('/api/auth/me')).status).toBeGreaterThanOrEqual(401);
  });

  test('gives a partner’s staff no role of the firm', async () => {
    const { admin, member, group, typeOf } = await firm();
    const partner = await admin.post('/api/partners', { name: `Partner ${randomUUID()}` });
    const id = await member({ partnerUuid: partner.body.partnerUuid });
    const owners = await group({ displayName: 'Owners', members: of(id) });
    expect([owners.members[0].value, await typeOf(id)]).toEqual([id, 'ADVISOR']);
  });

  test('is found by name, external id, id and member, with or without its members', async () => {
    const { scim, member, group } = await firm();
    const id = await member();
    const made = await group({ displayName: 'Sales', externalId: 's-1', members: of(id, id) });
    await group({ displayName: 'Others' });
    const find = async (filter: string, more = '') =>
      (await scim.get(`${path}?filter=${encodeURIComponent(filter)}${more}`)).body;
    for (const filter of [
      'displayName eq "sales"',
      'externalId eq "s-1"',
      `id eq "${made.id}" and members eq "${id}"`,
      `members.value eq "${id}"`,
    ])
      expect([filter, (await find(filter)).Resources]).toEqual([filter, [made]]);
    const bare = await find('displayName eq "Sales"', '&excludedAttributes=members');
    expect(bare.Resources[0].members).toBeUndefined();
    expect(
      (await scim.get(`${path}/${made.id}?excludedAttributes=members`)).body.members,
    ).toBeUndefined();
    expect((await scim.get(path)).body.totalResults).toBe(2);
    expect((await scim.get(`${path}?startIndex=2&count=1`)).body.Resources).toHaveLength(1);
    const { status, body } = await scim.get(
      `${path}?filter=${encodeURIComponent('members co "x"')}`,
    );
    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
    expect((await scim.get(`${users}/${id}`)).body.groups).toEqual([
      { value: made.id, display: 'Sales' },
    ]);
    await scim.delete(`${users}/${id}`);
    expect((await scim.get(`${path}/${made.id}`)).body.members).toEqual([]);
  });

  test('refuses what it is not, and keeps what it was', async () => {
    const { scim, member, group } = await firm();
    const id = await member();
    const made = await group({ displayName: 'Sales', members: of(id) });
    const taken = await scim.post(path, { displayName: 'SALES' });
    expect([taken.status, taken.body.scimType]).toEqual([409, 'uniqueness']);
    const stranger = await (await w.tenant()).staff();
    const bad: [object, string][] = [
      [{}, 'displayName'],
      [{ displayName: ' ' }, 'displayName'],
      [{ displayName: 'x'.repeat(257) }, 'displayName'],
      [{ displayName: 'New', members: [{ display: 'x' }] }, 'members'],
      [{ displayName: 'New', members: of(randomUUID()) }, 'members'],
      [{ displayName: 'New', members: of('nobody') }, 'members'],
      [{ displayName: 'New', members: of(stranger.tenantStaffUuid) }, 'members'],
      [{ displayName: 'New', members: 'all' }, 'members'],
    ];
    for (const [input, named] of bad) {
      const { status, body } = await scim.post(path, input);
      expect([JSON.stringify(input), status, body.scimType]).toEqual([
        JSON.stringify(input),
        400,
        'invalidValue',
      ]);
      expect(body.detail).toContain(named);
    }
    const url = `${path}/${made.id}`;
    const failing = await scim.patch(
      url,
      patchOf(
        { op: 'replace', path: 'displayName', value: 'New' },
        { op: 'add', path: 'members', value: of(randomUUID()) },
      ),
    );
    expect(failing.status).toBe(400);
    const gone = await scim.patch(url, patchOf({ op: 'remove', path: 'displayName' }));
    expect([gone.status, gone.body.scimType]).toEqual([400, 'invalidValue']);
    expect((await scim.patch(url, remove(randomUUID()))).status).toBe(200);
    expect((await scim.get(url)).body).toEqual(made);
    const other = await firm();
    for (const answer of [
      await other.scim.get(url),
      await other.scim.patch(url, add()),
      await other.scim.delete(url),
    ])
      expect(answer.status).toBe(404);
  });
});

describe('an administrator who is kept apart from the provider', () => {
  /** A firm with such a person, made an administrator by the group or by hand. */
  async function apart({ byGroup }: { byGroup: boolean }) {
    const f = await firm();
    const id = await f.member({ staffType: byGroup ? 'ADVISOR' : 'ADMIN' });
    const owners = await f.group({ displayName: 'Owners', members: of(id) });
    const set = await f.admin.put(f.sso, { breakGlass: [id] });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    return { ...f, id, owners };
  }
  const refused = ({ status, body }: Awaited<ReturnType<Client['get']>>) =>
    expect([status, body.status, body.code]).toEqual([409, '409', 'BREAK_GLASS']);

  test('is changed by no user request, while one that changes nothing is fine', async () => {
    const { scim, id } = await apart({ byGroup: false });
    const url = `${users}/${id}`;
    const before = (await scim.get(url)).body;
    refused(await scim.patch(url, patchOf({ op: 'Replace', path: 'active', value: 'False' })));
    refused(await scim.patch(url, patchOf({ op: 'Replace', path: 'externalId', value: 'x' })));
    refused(await scim.put(url, { ...before, title: 'Other' }));
    refused(await scim.delete(url));
    expect((await scim.put(url, before)).status).toBe(200);
    expect((await scim.get(url)).body).toEqual(before);
  });

  test('keeps the role that a group gave', async () => {
    const { scim, id, owners, typeOf } = await apart({ byGroup: true });
    const url = `${path}/${owners.id}`;
    refused(await scim.patch(url, remove(id)));
    refused(await scim.delete(url));
    expect(await typeOf(id)).toBe('ADMIN');
  });
});

describe('the firm’s connection to its provider', () => {
  test('says into which domains a userName moves', async () => {
    const domain = `firm-${randomUUID().slice(0, 8)}.example`;
    const { scim, admin, member } = await firm({ emailDomains: [domain] });
    const id = await member();
    const to = (value: string) =>
      scim.patch(`${users}/${id}`, patchOf({ op: 'Replace', path: 'userName', value }));
    for (const value of ['ana@elsewhere.example', `ana@sub.${domain}`, `ana@${domain}.example`]) {
      const { status, body } = await to(value);
      expect([value, status, body.scimType]).toEqual([value, 400, 'invalidValue']);
    }
    const own = `ana.${randomUUID()}@${domain.toUpperCase()}`;
    const { status, body } = await to(own);
    expect([status, body.userName]).toEqual([200, own]);
    expect((await admin.get(`/api/tenant-staff/${id}`)).body.userEmail).toBe(own);
    // Whoever held the address of before comes in by nothing of then, and both are told.
    const mails = await w.db.asPlatform((tx) => tx`select from mails where person_uuid = ${id}`);
    expect(mails.length).toBeGreaterThanOrEqual(2);
    const filter = encodeURIComponent(`userName eq "${own.toLowerCase()}"`);
    expect((await scim.get(`${users}?filter=${filter}`)).body.totalResults).toBe(1);
  });

  test('says what new users are, and who saved it what else they are like', async () => {
    const { scim, admin, chief, sso } = await firm({ defaultRoles: ['TENANT_ADMIN'] });
    const userName = `${randomUUID()}@staff.example`;
    const { id } = (await scim.post(users, { schemas: [userSchema], userName })).body;
    const mine = (await admin.get(`/api/tenant-staff/${chief}`)).body;
    const { staffType, timeZone, platformLanguage, legalResidence, commissionCurrency } = (
      await admin.get(`/api/tenant-staff/${id}`)
    ).body;
    expect(staffType).toBe('ADMIN');
    expect([timeZone, platformLanguage, legalResidence, commissionCurrency]).toEqual([
      mine.timeZone,
      mine.platformLanguage,
      mine.legalResidence,
      mine.commissionCurrency,
    ]);
    await admin.put(sso, { defaultRoles: ['TENANT_STAFF'] });
    const next = await scim.post(users, { userName: `${randomUUID()}@staff.example` });
    expect((await admin.get(`/api/tenant-staff/${next.body.id}`)).body.staffType).toBe('ADVISOR');
  });
});
