import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { householdWorld, member } from '../../test-support/household-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let h: Awaited<ReturnType<typeof householdWorld>>;

beforeAll(async () => {
  h = await householdWorld(w);
});

const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map((each) => each.field);
const uuids = (households: { householdUuid: string }[]) =>
  households.map((each) => each.householdUuid);

describe('creating a household', () => {
  test('with members of both kinds and accounts answers 201 with all of it', async () => {
    const [ana, spa] = [await h.contact(), await h.organisation()];
    const input = h.input({
      accountNumbers: ['A-1', 'A-2', 'A-1'],
      members: [
        member(ana, { relationshipType: 'SELF', isPrimary: true }),
        { memberType: 'ORGANISATION', organisationUuid: spa, relationshipType: 'OWNED_COMPANY' },
      ],
    });
    const { status, body } = await h.staff.post('/api/households', input);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      tenantUuid: h.tenant.tenantUuid,
      name: input.name,
      relationshipManagerType: 'TENANT_STAFF',
      relationshipManagerUuid: h.managerUuid,
      relationshipManagerName: 'Ana Rojas',
      isActive: true,
      accountNumbers: ['A-1', 'A-2'],
      memberCount: 2,
      members: [
        {
          memberType: 'CONTACT',
          contactUuid: ana,
          organisationUuid: null,
          displayName: 'Isabel Fuentes',
          relationshipType: 'SELF',
          isPrimary: true,
          isDeleted: false,
          householdUuid: body.householdUuid,
        },
        {
          memberType: 'ORGANISATION',
          contactUuid: null,
          organisationUuid: spa,
          displayName: 'Araya SpA',
          relationshipType: 'OWNED_COMPANY',
          isPrimary: false,
        },
      ],
    });
    expect((await h.staff.get(`/api/households/${body.householdUuid}`)).body).toEqual(body);
    const contact = await h.staff.get(`/api/contacts/${ana}`);
    expect(contact.body.householdUuids).toEqual([body.householdUuid]);
  });

  test.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name'],
    ['a name of spaces', { name: '  ' }, 'name'],
    ['no manager type', { relationshipManagerType: undefined }, 'relationshipManagerType'],
    ['an unknown manager type', { relationshipManagerType: 'CLIENT' }, 'relationshipManagerType'],
    ['no manager', { relationshipManagerUuid: undefined }, 'relationshipManagerUuid'],
    [
      'a manager nobody knows',
      { relationshipManagerUuid: randomUUID() },
      'relationshipManagerUuid',
    ],
    [
      'a manager of the other kind',
      { relationshipManagerType: 'PARTNER_STAFF' },
      'relationshipManagerUuid',
    ],
    ['an empty account number', { accountNumbers: ['A', ''] }, 'accountNumbers[1]'],
    ['accounts that are no list', { accountNumbers: 'A' }, 'accountNumbers'],
    ['a member of an unknown kind', { members: [{ memberType: 'PET' }] }, 'members[0].memberType'],
    ['a contact without UUID', { members: [{ memberType: 'CONTACT' }] }, 'members[0].contactUuid'],
    [
      'an organisation by a contact’s field',
      { members: [{ memberType: 'ORGANISATION', contactUuid: randomUUID() }] },
      'members[0].organisationUuid',
    ],
    ['an unknown contact', { members: [member(randomUUID())] }, 'members[0].contactUuid'],
    [
      'an unknown relationship',
      { members: [member(randomUUID(), { relationshipType: 'NEMESIS' })] },
      'members[0].relationshipType',
    ],
  ])('with %s is refused by name', async (_title, changes, field) => {
    const { status, body } = await h.staff.post('/api/households', h.input(changes));
    expect(status).toBe(400);
    expect(fieldsOf(body)).toContain(field);
  });

  test('takes one primary and each party once', async () => {
    const [ana, eva] = [await h.contact(), await h.contact()];
    const two = [member(ana, { isPrimary: true }), member(eva, { isPrimary: true })];
    const answer = await h.staff.post('/api/households', h.input({ members: two }));
    expect([answer.status, ...fieldsOf(answer.body)]).toEqual([400, 'members[1].isPrimary']);
    const twice = await h.staff.post(
      '/api/households',
      h.input({ members: [member(ana), member(ana)] }),
    );
    expect([twice.status, twice.body.code]).toEqual([409, 'ALREADY_A_MEMBER']);
  });

  test('an Idempotency-Key creates once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const input = h.input();
    const first = await h.staff.post('/api/households', input, headers);
    const again = await h.staff.post('/api/households', input, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
  });
});

describe('changing a household', () => {
  test('renames, links, unlinks, adds and removes in one go', async () => {
    const [ana, eva] = [await h.contact(), await h.contact()];
    const { path, members } = await h.household({
      accountNumbers: ['A', 'B'],
      members: [member(ana, { isPrimary: true })],
    });
    const { status, body } = await h.staff.put(path, {
      name: 'Renamed',
      accountNumbersToLink: ['C', 'A'],
      accountNumbersToUnlink: ['B'],
      membersToAdd: [member(eva, { isPrimary: true, relationshipType: 'SPOUSE' })],
      memberUuidsToRemove: [members[0].memberUuid],
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ name: 'Renamed', accountNumbers: ['A', 'C'], memberCount: 1 });
    expect(body.members).toMatchObject([{ contactUuid: eva, isPrimary: true }]);
    expect((await h.staff.get(path)).body).toEqual(body);
  });

  test('takes null for a list of changes as none', async () => {
    const unset = { accountNumbersToLink: null, membersToAdd: null, memberUuidsToRemove: null };
    const members = [member(await h.contact(), { isPrimary: null })];
    const { path } = await h.household({ accountNumbers: null, members });
    const changed = await h.staff.put(path, { name: 'Renamed', ...unset });
    expect(changed.body).toMatchObject({ name: 'Renamed', accountNumbers: [], memberCount: 1 });
  });

  test('changes nothing at all when any part is at fault', async () => {
    const [ana, eva] = [await h.contact(), await h.contact()];
    const { path, ...before } = await h.household({
      accountNumbers: ['A'],
      members: [member(ana)],
    });
    const good = { name: 'Half', accountNumbersToLink: ['N'], membersToAdd: [member(eva)] };
    const memberUuid = before.members[0].memberUuid;
    const faults: [object, number, string?][] = [
      [{ accountNumbersToUnlink: ['Z'] }, 400, 'accountNumbersToUnlink[0]'],
      [{ accountNumbersToUnlink: ['N'] }, 400, 'accountNumbersToUnlink[0]'],
      [{ memberUuidsToRemove: [memberUuid, randomUUID()] }, 400, 'memberUuidsToRemove[1]'],
      [
        { membersToAdd: [member(ana)], memberUuidsToRemove: [memberUuid] },
        400,
        'memberUuidsToRemove[0]',
      ],
      [{ membersToAdd: [member(randomUUID())] }, 400, 'membersToAdd[0].contactUuid'],
      [{ membersToAdd: [member(ana)] }, 409],
      [{ relationshipManagerUuid: randomUUID() }, 400, 'relationshipManagerUuid'],
      [{ name: '' }, 400, 'name'],
    ];
    for (const [changes, expected, field] of faults) {
      const { status, body } = await h.staff.put(path, { ...good, ...changes });
      expect([status, ...(field ? fieldsOf(body) : [])]).toEqual([
        expected,
        ...(field ? [field] : []),
      ]);
      expect((await h.staff.get(path)).body).toEqual(before);
    }
  });

  test('deletes it once, and its members belong to it no more', async () => {
    const ana = await h.contact();
    const { path } = await h.household({ members: [member(ana)] });
    expect((await h.staff.delete(path)).status).toBe(204);
    const after = await Promise.all([
      h.staff.get(path),
      h.staff.delete(path),
      h.staff.put(path, { name: 'x' }),
      h.staff.get(`${path}/detail`),
      h.staff.get(`${path}/members`),
      h.staff.get(`${path}/accounts`),
      h.staff.post(`${path}/members`, member(ana)),
    ]);
    expect(after.map((answer) => answer.status)).toEqual(Array(7).fill(404));
    expect((await h.staff.get(`/api/contacts/${ana}`)).body.householdUuids).toEqual([]);
  });
});

describe('finding households', () => {
  test('a search takes words of the name in any order, without accents', async () => {
    const word = randomUUID();
    const { householdUuid } = await h.household({ name: `Núñez y Cía ${word}` });
    await h.household({ name: `Nunez ${word}`, isActive: false });
    for (const term of [`nunez ${word}`, `${word} CIA`, word.slice(3, 20)]) {
      const { status, body } = await h.staff.get(
        `/api/households/search?searchTerm=${encodeURIComponent(term)}`,
      );
      expect([status, uuids(body)], term).toEqual([200, [householdUuid]]);
    }
    expect((await h.staff.get('/api/households/search?searchTerm=%25')).body).toEqual([]);
    expect((await h.staff.get('/api/households/search')).status).toBe(400);
  });

  test('a manager’s households are listed by kind and UUID', async () => {
    const { tenantStaffUuid } = await h.tenant.staff();
    const { householdUuid } = await h.household({ relationshipManagerUuid: tenantStaffUuid });
    const managed = (query: string) => h.staff.get(`/api/households/manager?${query}`);
    const own = await managed(`rmType=TENANT_STAFF&rmUuid=${tenantStaffUuid}`);
    expect([own.status, uuids(own.body)]).toEqual([200, [householdUuid]]);
    expect(own.body[0].members).toBeUndefined();
    expect((await managed(`rmType=PARTNER_STAFF&rmUuid=${tenantStaffUuid}`)).body).toEqual([]);
    expect((await managed(`rmType=TENANT_STAFF&rmUuid=${randomUUID()}`)).body).toEqual([]);
    expect((await managed('rmType=TENANT_STAFF')).status).toBe(400);
    expect((await managed(`rmType=BOSS&rmUuid=${tenantStaffUuid}`)).status).toBe(400);
  });

  test('inactive ones stay out of lists and filters unless asked for', async () => {
    const own = await householdWorld(w);
    const [active, idle] = [await own.household(), await own.household({ isActive: false })];
    const list = async (query = '') =>
      uuids((await own.staff.get(`/api/households${query}`)).body.content);
    expect(await list()).toEqual([active.householdUuid]);
    expect(await list('?isActive=false')).toEqual([idle.householdUuid]);
    expect((await list('?includeInactive=true')).toSorted()).toEqual(
      [active.householdUuid, idle.householdUuid].toSorted(),
    );
    const managerUuid = active.relationshipManagerUuid;
    const ways = [`manager?rmType=TENANT_STAFF&rmUuid=${managerUuid}`, 'search?searchTerm=a'];
    for (const way of ways) {
      const found = await own.staff.get(`/api/households/${way}&isActive=false`);
      expect(
        found.body.every(({ isActive }: { isActive: boolean }) => !isActive),
        way,
      ).toBe(true);
      expect(uuids(found.body), way).not.toContain(active.householdUuid);
    }
    const filter = async (body: object) =>
      uuids((await own.staff.post('/api/v2/households', body)).body.content);
    expect(await filter({})).toEqual([active.householdUuid]);
    const inactive = [{ field: 'isActive', operator: 'equals', value: 'false' }];
    expect(await filter({ filters: inactive })).toEqual([idle.householdUuid]);
    expect(await filter({ includeInactive: true })).toHaveLength(2);
    expect((await own.staff.get(idle.path)).status).toBe(200);
  });

  test('pages neither lose nor repeat a household of the same name', async () => {
    const own = await householdWorld(w);
    await Promise.all(Array.from({ length: 23 }, () => own.household({ name: 'Same' })));
    const seen: string[] = [];
    for (let page = 0; page < 3; page++) {
      const { body } = await own.staff.get(`/api/households?page=${page}&size=10&sort=name,desc`);
      expect(body).toMatchObject({ number: page, totalElements: 23, totalPages: 3 });
      seen.push(...uuids(body.content));
    }
    expect(new Set(seen).size).toBe(23);
  });

  test('filters meet every condition, and offer the values of a field', async () => {
    const name = `Filtro ${randomUUID()}`;
    const { householdUuid } = await h.household({ name });
    const conditions = [
      { field: 'name', operator: 'equals', value: name },
      { field: 'relationshipManagerUuid', operator: 'IN', values: [h.managerUuid] },
    ];
    const found = await h.staff.post('/api/v2/households', {
      filters: conditions,
      page: 0,
      size: 10,
      sort: ['name,asc'],
    });
    expect([found.status, uuids(found.body.content)]).toEqual([200, [householdUuid]]);
    const values = (body: object) => h.staff.post('/api/v2/households/filter-values', body);
    expect((await values({ field: 'name', search: name })).body).toEqual({
      field: 'name',
      values: [name],
      total: 1,
    });
    expect((await values({ field: 'secret' })).status).toBe(400);
    for (const body of [
      { filters: [{ field: 'secret', operator: 'equals', value: 1 }] },
      { filters: [{ field: 'name', operator: 'near', value: 'x' }] },
      { size: 101 },
      { size: 0 },
      { page: -1 },
      { sort: ['secret,asc'] },
    ])
      expect((await h.staff.post('/api/v2/households', body)).status).toBe(400);
  });
});

describe('accounts', () => {
  test('carry what the custodian says, add up exactly by currency and tell who else has them', async () => {
    const { path, householdUuid } = await h.household({
      accountNumbers: ['X-1', 'X-2', 'X-3', 'X-4'],
    });
    const other = await h.household({ accountNumbers: ['X-2'] });
    const save = (number: string, body: object) => h.staff.put(`${path}/accounts/${number}`, body);
    const value = { custodian: 'Pershing', currency: 'USD', asOf: '2026-10-31' };
    expect((await save('X-1', { ...value, marketValue: '0.1' })).status).toBe(200);
    await save('X-2', { ...value, marketValue: '999999999999999.2', asOf: '2026-09-30' });
    await save('X-3', { ...value, currency: 'CLP', marketValue: '100.00' });

    const { body: accounts } = await h.staff.get(`${path}/accounts`);
    expect(accounts).toMatchObject([
      { accountNumber: 'X-1', ...value, marketValue: '0.1', otherHouseholdUuids: [] },
      { accountNumber: 'X-2', otherHouseholdUuids: [other.householdUuid] },
      { accountNumber: 'X-3', currency: 'CLP', marketValue: '100.00' },
      { accountNumber: 'X-4', custodian: null, currency: null, marketValue: null, asOf: null },
    ]);
    const { status, body } = await h.staff.get(`${path}/detail`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ householdUuid, accountNumbers: ['X-1', 'X-2', 'X-3', 'X-4'] });
    expect(body.portfolio).toEqual({
      accountNumbers: ['X-1', 'X-2', 'X-3', 'X-4'],
      accounts,
      totals: [
        { currency: 'CLP', marketValue: '100.00' },
        { currency: 'USD', marketValue: '999999999999999.3' },
      ],
      asOf: '2026-09-30',
    });
  });

  test('refuse amounts, currencies and days that are none, and numbers that are not linked', async () => {
    const { path } = await h.household({ accountNumbers: ['X'] });
    for (const [body, field] of [
      [{ marketValue: '1,5' }, 'marketValue'],
      [{ marketValue: '1.23456' }, 'marketValue'],
      [{ currency: 'XQX' }, 'currency'],
      [{ asOf: '2026-02-30' }, 'asOf'],
      [{ custodian: 7 }, 'custodian'],
    ] as const) {
      const answer = await h.staff.put(`${path}/accounts/X`, body);
      expect([answer.status, ...fieldsOf(answer.body)]).toEqual([400, field]);
    }
    expect((await h.staff.put(`${path}/accounts/Y`, {})).status).toBe(404);
  });
});

describe('who may', () => {
  test('clients are kept out, another tenant’s households are 404', async () => {
    const { path } = await h.household();
    const client = await h.tenant.as('CLIENT');
    const stranger = await (await w.tenant()).as('TENANT_ADMIN');
    const memberPath = `${path}/members/${randomUUID()}`;
    for (const [caller, expected] of [
      [client, 403],
      [stranger, 404],
    ] as const) {
      const answers = await Promise.all([
        caller.get(path),
        caller.get(`${path}/detail`),
        caller.get(`${path}/accounts`),
        caller.get(`${path}/members`),
        caller.get(memberPath),
        caller.put(path, { name: 'mine' }),
        caller.put(memberPath, {}),
        caller.put(`${path}/accounts/X`, {}),
        caller.post(`${path}/members`, member(randomUUID())),
        caller.delete(memberPath),
        caller.delete(path),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual(Array(11).fill(expected));
    }
    expect((await stranger.get('/api/households')).body.totalElements).toBe(0);
    expect((await client.get('/api/households')).status).toBe(403);
    expect((await client.post('/api/v2/households', {})).status).toBe(403);
  });

  test('partner staff see the households their partner manages, and no others', async () => {
    const partnerUuid = randomUUID();
    const { tenantUuid } = h.tenant;
    await w.db.asPlatform(
      (tx) => tx`insert into partners ${tx({ tenantUuid, partnerUuid, name: 'Partner' })}`,
    );
    const { tenantStaffUuid } = await h.tenant.staff({ partnerUuid });
    const partnerStaff = await h.tenant.as('PARTNER_STAFF', partnerUuid);
    const theirs = {
      relationshipManagerType: 'PARTNER_STAFF',
      relationshipManagerUuid: tenantStaffUuid,
    };
    const [managed, other] = [await h.household(theirs), await h.household()];
    expect((await partnerStaff.get(managed.path)).status).toBe(200);
    expect((await partnerStaff.get(other.path)).status).toBe(404);
    expect((await partnerStaff.put(other.path, { name: 'x' })).status).toBe(404);
    expect(uuids((await partnerStaff.get('/api/households')).body.content)).toEqual([
      managed.householdUuid,
    ]);
    expect((await partnerStaff.post('/api/households', h.input(theirs))).status).toBe(201);
    expect((await partnerStaff.post('/api/households', h.input())).status).toBe(400);
    const unseen = await partnerStaff.post(`${managed.path}/members`, member(await h.contact()));
    expect([unseen.status, ...fieldsOf(unseen.body)]).toEqual([400, 'contactUuid']);
  });
});

test('no household was written without an event in the same transaction', async () => {
  expect(await w.unrecorded(['households'])).toEqual([]);
});
