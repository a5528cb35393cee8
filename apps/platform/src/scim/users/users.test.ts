import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { patchOf, provider, userSchema } from '../../../test-support/provider.ts';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const path = '/scim/v2/Users';
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
let scim: Client;
beforeAll(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
  scim = await provider(w, admin, tenant.tenantUuid);
});

const address = () => `${randomUUID()}@staff.example`;
const person = (changes: object = {}) => ({
  schemas: [userSchema],
  userName: address(),
  externalId: randomUUID(),
  name: { givenName: 'Ana', familyName: 'Rojas' },
  active: true,
  ...changes,
});
async function make(changes: object = {}) {
  const answer = await scim.post(path, person(changes));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const staffOf = async (id: string) => (await admin.get(`/api/tenant-staff/${id}`)).body;
const eventsOf = async (entityId: string) =>
  (await admin.get(`/api/audit?entityId=${entityId}`)).body.content;

describe('a user', () => {
  test('is made as staff without a password, and nobody is mailed', async () => {
    const wanted = person({ password: 'Not-Kept-123', title: 'Adviser' });
    const { status, body, headers } = await scim.post(path, wanted);
    expect([status, headers['content-type'], headers.location]).toEqual([
      201,
      expect.stringContaining('application/scim+json'),
      body.meta.location,
    ]);
    expect(body).toMatchObject({
      schemas: [userSchema],
      userName: wanted.userName,
      externalId: wanted.externalId,
      name: { givenName: 'Ana', familyName: 'Rojas', formatted: 'Ana Rojas' },
      title: 'Adviser',
      active: true,
      emails: [{ value: wanted.userName, type: 'work', primary: true }],
      groups: [],
      meta: { resourceType: 'User' },
    });
    expect(body.meta.location).toMatch(new RegExp(`/scim/v2/Users/${body.id}$`));
    expect(body.meta.created).toMatch(/Z$/);
    expect(JSON.stringify(body)).not.toContain('Not-Kept');
    expect(await staffOf(body.id)).toMatchObject({
      userEmail: wanted.userName,
      firstName: 'Ana',
      paternalLastName: 'Rojas',
      jobPosition: 'Adviser',
      isActive: true,
      staffType: 'ADVISOR',
      roles: ['TENANT_STAFF'],
      timeZone: 'UTC',
      platformLanguage: 'SPANISH',
      legalResidence: 'CHL',
      commissionCurrency: 'USD',
    });
    const account = { email: wanted.userName, password: 'Not-Kept-123' };
    expect((await w.anonymous.post('/api/auth/login', account)).status).toBe(401);
    const mails = await w.db.asPlatform(
      (tx) => tx`select from mails where person_uuid = ${body.id} or address = ${wanted.userName}`,
    );
    expect(mails).toHaveLength(0);
    expect(await eventsOf(body.id)).toMatchObject([
      { eventType: 'staff.created', actorType: 'SYSTEM', attributes: { via: 'SCIM' } },
    ]);
  });

  test('needs a userName alone', async () => {
    const userName = `maria.soto-${randomUUID()}@staff.example`;
    const { body } = await scim.post(path, { schemas: [userSchema], userName });
    expect(body).toMatchObject({ userName, active: true, name: { givenName: 'maria' } });
    const named = await make({ name: undefined, displayName: 'Luis Alberto Vega' });
    expect(named.name).toMatchObject({ givenName: 'Luis', familyName: 'Alberto Vega' });
  });

  test('takes zone and language of the provider where they are known', async () => {
    const { id } = await make({ preferredLanguage: 'en-US', timezone: 'America/Lima' });
    expect(await staffOf(id)).toMatchObject({
      platformLanguage: 'ENGLISH',
      timeZone: 'America/Lima',
    });
    const other = await make({ preferredLanguage: 'de', timezone: 'Nowhere/Land' });
    expect(await staffOf(other.id)).toMatchObject({ platformLanguage: 'SPANISH', timeZone: 'UTC' });
  });

  test.each([
    ['application/scim+json'],
    ['application/scim+json; charset=utf-8'],
    ['application/json'],
  ])('comes as %s', async (type) => {
    const answer = await scim.post(path, JSON.stringify(person()), { 'content-type': type });
    expect(answer.status).toBe(201);
    expect(answer.headers['content-type']).toContain('application/scim+json');
  });

  test('whose address somebody has is 409 uniqueness, whatever the case and the firm', async () => {
    const { userName } = await make();
    const other = await w.tenant();
    const input = staffInput(other.tenantUuid);
    await other.staff(input);
    for (const taken of [userName, userName.toUpperCase(), input.userEmail]) {
      const { status, body } = await scim.post(path, person({ userName: taken }));
      expect([status, body.status, body.scimType]).toEqual([409, '409', 'uniqueness']);
      expect(body.errors[0].field).toBe('userName');
    }
  });

  const bad: [string, object, string][] = [
    ['no userName', { userName: undefined }, 'userName'],
    ['a userName that is no address', { userName: 'ana' }, 'userName'],
    ['a userName of another type', { userName: 7 }, 'userName'],
    ['a flag that is none', { active: 'perhaps' }, 'active'],
    ['a name of another type', { name: 'Ana' }, 'name'],
    ['a name too long', { name: { givenName: 'x'.repeat(51), familyName: 'y' } }, 'name.givenName'],
    ['an address that is none', { emails: [{ type: 'work', value: 'x' }] }, 'emails.value'],
    ['a title too long', { title: 'x'.repeat(101) }, 'title'],
    ['an externalId too long', { externalId: 'x'.repeat(201) }, 'externalId'],
  ];
  test.each(bad)('with %s is 400 invalidValue, which names it', async (_what, changes, named) => {
    const { status, body } = await scim.post(path, person(changes));
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
    expect(body.detail).toContain(named);
  });

  test('that is no JSON is 400 invalidSyntax, and one of another type 415', async () => {
    const broken = await scim.post(path, '{"userName":');
    expect([broken.status, broken.body.scimType]).toEqual([400, 'invalidSyntax']);
    const text = await scim.post(path, 'x', { 'content-type': 'text/plain' });
    expect([text.status, text.body.status]).toEqual([415, '415']);
    const large = await scim.post(path, JSON.stringify({ x: 'y'.repeat(1_100_000) }));
    expect([large.status, large.body.status]).toEqual([413, '413']);
  });
});

describe('the list of users', () => {
  test('has all live staff and finds them by userName, externalId and id', async () => {
    const own = await w.tenant();
    const chief = await own.as('TENANT_ADMIN');
    const client = await provider(w, chief, own.tenantUuid);
    const first = (await client.get(path)).body;
    expect(first).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 1,
      startIndex: 1,
      itemsPerPage: 1,
      Resources: [{ id: chief.identity['x-user-id'] }],
    });
    const made = [];
    for (let i = 0; i < 3; i++) made.push((await client.post(path, person())).body);
    await client.patch(
      `${path}/${made[0].id}`,
      patchOf({ op: 'replace', value: { active: false } }),
    );
    const find = async (query: string) => {
      const { status, body } = await client.get(`${path}?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const by = async (filter: string) =>
      (await find(`filter=${encodeURIComponent(filter)}`)).Resources.map(
        ({ id }: { id: string }) => id,
      );
    const { id, userName, externalId } = made[0];
    expect(await by(`userName eq "${userName}"`)).toEqual([id]);
    expect(await by(`USERNAME EQ "${userName.toUpperCase()}"`)).toEqual([id]);
    expect(await by(`${userSchema}:userName eq "${userName}"`)).toEqual([id]);
    expect(await by(`externalId eq "${externalId}"`)).toEqual([id]);
    expect(await by(`id eq "${id}" and userName eq "${userName}"`)).toEqual([id]);
    expect(await by(`emails[type eq "work"].value eq "${userName}"`)).toEqual([id]);
    expect(await by(`userName eq "nobody-${randomUUID()}@staff.example"`)).toEqual([]);
    expect(await by('userName eq "o\\"x\\\\"')).toEqual([]);
    expect((await find(`filter=userName+eq+"${userName.replace('@', '%40')}"`)).totalResults).toBe(
      1,
    );

    const ids = async (query: string) =>
      (await find(query)).Resources.map((each: { id: string }) => each.id);
    const all = await ids('');
    expect(all).toEqual([chief.identity['x-user-id'], ...made.map((each) => each.id)]);
    expect(await ids('startIndex=2&count=2')).toEqual(all.slice(1, 3));
    expect(await ids('startIndex=0&count=1')).toEqual(all.slice(0, 1));
    expect(await ids('startIndex=5')).toEqual([]);
    expect(await find('count=0')).toMatchObject({
      totalResults: 4,
      itemsPerPage: 0,
      Resources: [],
    });
    expect(await find('count=-1')).toMatchObject({ totalResults: 4, Resources: [] });
    expect(await find('startIndex=3&count=1')).toMatchObject({ startIndex: 3, itemsPerPage: 1 });
  });

  test.each([
    'userName co "ana"',
    'nickName eq "ana"',
    'userName eq ana',
    'userName eq "a" or userName eq "b"',
    'not (userName eq "a")',
    'userName pr',
    'userName eq "a" and',
    'userName eq "\\ud800"',
    '"',
    ' ',
    `userName eq "${'\\'.repeat(900)}`,
  ])('refuses the filter %s as invalidFilter', async (filter) => {
    const { status, body } = await scim.get(`${path}?filter=${encodeURIComponent(filter)}`);
    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
  });

  test('refuses a count that is no number', async () => {
    const { status, body } = await scim.get(`${path}?count=many`);
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
  });

  test('leaves out what is not asked for', async () => {
    const { id, userName } = await make();
    const some = (await scim.get(`${path}/${id}?attributes=userName,name.givenName`)).body;
    expect(Object.keys(some).sort()).toEqual(['id', 'name', 'schemas', 'userName']);
    const filter = encodeURIComponent(`userName eq "${userName}"`);
    const { Resources } = (
      await scim.get(`${path}?filter=${filter}&attributes=${userSchema}:userName`)
    ).body;
    expect(Resources).toEqual([{ schemas: [userSchema], id, userName }]);
    const less = (await scim.get(`${path}/${id}?excludedAttributes=emails,Groups,id`)).body;
    expect(Object.keys(less)).not.toEqual(expect.arrayContaining(['emails']));
    expect([less.id, less.groups, less.userName]).toEqual([id, undefined, userName]);
  });
});

describe('a change of a user', () => {
  test('by PUT changes what is stated, and nothing where all is as it was', async () => {
    const before = await make();
    const { status, body } = await scim.put(`${path}/${before.id}`, {
      ...before,
      name: { givenName: 'Eva', familyName: 'Soto' },
      emails: [
        { value: 'eva@home.example', type: 'home' },
        { value: 'eva@work.example', type: 'work' },
      ],
      active: 'True',
      groups: [{ value: randomUUID() }],
      meta: { resourceType: 'X' },
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
    });
    expect(status).toBe(200);
    expect(body.name).toMatchObject({ givenName: 'Eva', familyName: 'Soto' });
    expect(body.emails[0].value).toBe('eva@work.example');
    const count = (await eventsOf(before.id)).length;
    expect((await scim.put(`${path}/${before.id}`, body)).status).toBe(200);
    expect(await eventsOf(before.id)).toHaveLength(count);
  });

  const patches: [string, object[], object][] = [
    [
      'a path of a part',
      [{ op: 'Replace', path: 'name.givenName', value: 'Eva' }],
      { name: { givenName: 'Eva', familyName: 'Rojas' } },
    ],
    [
      'no path',
      [{ op: 'replace', value: { name: { familyName: 'Vega' }, title: 'Chief' } }],
      { name: { familyName: 'Vega', givenName: 'Ana' }, title: 'Chief' },
    ],
    [
      'dots without a path',
      [{ op: 'Add', value: { 'name.givenName': 'Eva', Title: 'Head' } }],
      { name: { givenName: 'Eva' }, title: 'Head' },
    ],
    [
      'a filter in the path',
      [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'eva@work.example' }],
      { emails: [{ value: 'eva@work.example', type: 'work', primary: true }] },
    ],
    [
      'a list of addresses',
      [{ op: 'Add', path: 'emails', value: [{ type: 'work', value: 'new@work.example' }] }],
      { emails: [{ value: 'new@work.example', type: 'work', primary: true }] },
    ],
    [
      'the schema before the path',
      [{ op: 'Add', path: `${userSchema}:title`, value: 'Head' }],
      { title: 'Head' },
    ],
    [
      'an externalId',
      [{ op: 'Replace', path: 'externalId', value: 'e-77' }],
      { externalId: 'e-77' },
    ],
    [
      'a list of one value in place of a text',
      [{ op: 'Replace', path: 'title', value: [{ $ref: null, value: 'Head' }] }],
      { title: 'Head' },
    ],
    ['"False" as text', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
    ['an object with "False"', [{ op: 'replace', value: { active: 'false' } }], { active: false }],
    [
      'attributes of other schemas',
      [
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'Sales',
        },
        { op: 'Replace', path: 'nickName', value: 'A' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
        { op: 'Remove', path: 'addresses' },
        { op: 'Replace', path: 'password', value: 'Other-Pass-1' },
      ],
      { name: { givenName: 'Ana' } },
    ],
  ];
  test.each(patches)('takes %s', async (_what, operations, expected) => {
    const { id } = await make();
    const { status, body } = await scim.patch(`${path}/${id}`, patchOf(...operations));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject(expected);
    expect((await scim.get(`${path}/${id}`)).body).toEqual(body);
  });

  test('removes what may be missing, and refuses to remove what may not', async () => {
    const { id } = await make({ title: 'Head' });
    const removed = await scim.patch(`${path}/${id}`, patchOf({ op: 'Remove', path: 'title' }));
    expect([removed.status, removed.body.title]).toEqual([200, undefined]);
    for (const what of ['userName', 'name.familyName']) {
      const { status, body } = await scim.patch(
        `${path}/${id}`,
        patchOf({ op: 'remove', path: what }),
      );
      expect([what, status, body.scimType]).toEqual([what, 400, 'invalidValue']);
    }
  });

  const faults: [string, object, string][] = [
    ['an operation of another name', { op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
    ['a removal without a path', { op: 'remove' }, 'noTarget'],
    ['a path that is none', { op: 'replace', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
    ['no value', { op: 'replace', path: 'title' }, 'invalidSyntax'],
    ['a text without a path', { op: 'add', value: 'x' }, 'invalidSyntax'],
    ['a value of another type', { op: 'replace', path: 'active', value: { a: 1 } }, 'invalidValue'],
    ['no operation', {}, 'invalidValue'],
  ];
  test.each(faults)('with %s is 400 and changes nothing', async (_what, operation, word) => {
    const { id, title } = await make();
    const first = { op: 'replace', path: 'title', value: 'Changed' };
    const answer = await scim.patch(`${path}/${id}`, patchOf(first, operation));
    expect([answer.status, answer.body.scimType]).toEqual([400, word]);
    expect((await scim.get(`${path}/${id}`)).body.title).toBe(title);
  });

  test('of the userName leads nowhere while no domain is proved', async () => {
    const { id, userName } = await make();
    const to = (value: string) =>
      scim.patch(`${path}/${id}`, patchOf({ op: 'replace', path: 'userName', value }));
    const { status, body } = await to(address());
    expect([status, body.scimType]).toEqual([400, 'invalidValue']);
    expect(body.detail).toContain('userName');
    expect((await to(userName.toUpperCase())).status).toBe(200);
  });
});

/** Somebody who has a password, a session and a token. */
async function signedIn(changes: object = {}) {
  const input = { ...staffInput(tenant.tenantUuid), ...changes };
  const { body } = await admin.post('/api/tenant-staff', input);
  const account = { email: input.userEmail, password: input.password };
  const login = await w.anonymous.post('/api/auth/login', account);
  const client = w.anonymous.with({ authorization: `Bearer ${login.body.accessToken}` });
  const token = await client.post('/api/auth/me/tokens', { name: 'x', scopes: ['staff:read'] });
  const program = w.anonymous.with({ authorization: `Bearer ${token.body.token}` });
  return { id: body.tenantStaffUuid as string, account, client, program };
}

describe('whom the provider switches off', () => {
  test('is out at once, with sessions and tokens, and comes in again when switched on', async () => {
    const { id, account, client, program } = await signedIn();
    expect((await program.get('/api/auth/me')).status).toBe(200);
    const off = await scim.patch(
      `${path}/${id}`,
      patchOf({ op: 'Replace', path: 'active', value: 'False' }),
    );
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect((await client.get('/api/auth/me')).status).toBeGreaterThanOrEqual(401);
    expect((await program.get('/api/auth/me')).status).toBe(401);
    expect((await w.anonymous.post('/api/auth/login', account)).status).toBe(403);
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({
      eventType: 'staff.updated',
      actorType: 'SYSTEM',
      attributes: { via: 'SCIM', isActive: 'false', changedFields: 'isActive' },
    });
    await scim.patch(`${path}/${id}`, patchOf({ op: 'Replace', path: 'active', value: 'True' }));
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await w.anonymous.post('/api/auth/login', account)).status).toBe(200);
  });

  test('is deleted softly by DELETE', async () => {
    const { id, client, account } = await signedIn();
    expect((await scim.delete(`${path}/${id}`)).status).toBe(204);
    expect((await client.get('/api/auth/me')).status).toBeGreaterThanOrEqual(401);
    for (const gone of [await scim.get(`${path}/${id}`), await scim.delete(`${path}/${id}`)])
      expect([gone.status, gone.body.status]).toEqual([404, '404']);
    expect((await admin.get(`/api/tenant-staff/${id}`)).status).toBe(404);
    expect((await scim.post(path, person({ userName: account.email }))).status).toBe(201);
  });

  test('is never the last administrator', async () => {
    const own = await w.tenant();
    const chief = await own.as('TENANT_ADMIN');
    const client = await provider(w, chief, own.tenantUuid);
    const url = `${path}/${chief.identity['x-user-id']}`;
    const off = { op: 'replace', value: { active: false } };
    for (const refused of [await client.patch(url, patchOf(off)), await client.delete(url)])
      expect([refused.status, refused.body.status]).toEqual([409, '409']);
    expect((await client.get(url)).body.active).toBe(true);
    await own.as('TENANT_ADMIN');
    expect((await client.patch(url, patchOf(off))).status).toBe(200);
  });
});

test('no firm sees or changes users of another', async () => {
  const { id, userName, externalId } = await make();
  const other = await w.tenant();
  const client = await provider(w, await other.as('TENANT_ADMIN'), other.tenantUuid);
  const url = `${path}/${id}`;
  const patch = patchOf({ op: 'replace', path: 'title', value: 'x' });
  const answers = [
    await client.get(url),
    await client.put(url, person()),
    await client.patch(url, patch),
    await client.delete(url),
    await client.get(`${path}/no-uuid`),
  ];
  for (const { status, body } of answers) expect([status, body.status]).toEqual([404, '404']);
  for (const filter of [
    `userName eq "${userName}"`,
    `externalId eq "${externalId}"`,
    `id eq "${id}"`,
  ])
    expect(
      (await client.get(`${path}?filter=${encodeURIComponent(filter)}`)).body.totalResults,
    ).toBe(0);
});
