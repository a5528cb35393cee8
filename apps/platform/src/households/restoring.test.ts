import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { householdWorld, member } from '../../test-support/household-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const h = await householdWorld(w);
const { contact, organisation, household, tenant, staff } = h;
let admin: Client;
let stranger: Client;
beforeAll(async () => {
  admin = await tenant.as('TENANT_ADMIN');
  stranger = await (await w.tenant()).as('TENANT_ADMIN');
});

const ofContact = (uuid: string) => `/api/contacts/${uuid}`;
const ofOrganisation = (uuid: string) => `/api/organisations/${uuid}`;
const remove = async (path: string) => expect((await admin.delete(path)).status).toBe(204);
const restore = async (path: string) => {
  const { status, body } = await admin.post(`${path}/restore`);
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
};
type Shown = { displayName: string; isPrimary: boolean; contactUuid: string | null };
const membersOf = async (path: string): Promise<Shown[]> =>
  (await admin.get(`${path}/members`)).body;
const partiesOf = async (path: string) =>
  (await membersOf(path)).map(({ contactUuid }) => contactUuid);

describe('a deleted contact', () => {
  test('comes back into its households, as the primary that it was', async () => {
    const [ana, ben] = [await contact(), await contact()];
    const home = await household({
      members: [member(ana, { isPrimary: true, relationshipType: 'SELF' }), member(ben)],
    });
    const left = await household({ members: [member(ana)] });
    const [{ memberUuid }] = (await admin.get(`${left.path}/members`)).body;
    await remove(`${left.path}/members/${memberUuid}`);
    await remove(ofContact(ana));
    expect((await admin.get(ofContact(ana))).status).toBe(404);
    expect(await partiesOf(home.path)).toEqual([ben]);

    const restored = await restore(ofContact(ana));
    expect(restored).toMatchObject({
      contactUuid: ana,
      householdUuids: [home.householdUuid],
      notRestored: [],
    });
    expect((await admin.get(ofContact(ana))).body.householdUuids).toEqual([home.householdUuid]);
    expect(await membersOf(home.path)).toMatchObject([
      { contactUuid: ben, isPrimary: false },
      { contactUuid: ana, isPrimary: true, relationshipType: 'SELF' },
    ]);
    const again = await admin.post(`${ofContact(ana)}/restore`);
    expect([again.status, again.body.code]).toEqual([409, 'NOT_DELETED']);
  });

  test('is told which seat was taken since', async () => {
    const [ana, ben] = [await contact(), await contact()];
    const home = await household({ members: [member(ana, { isPrimary: true }), member(ben)] });
    await remove(ofContact(ana));
    const [{ memberUuid }] = (await admin.get(`${home.path}/members`)).body;
    await staff.put(`${home.path}/members/${memberUuid}`, { isPrimary: true });
    expect((await restore(ofContact(ana))).notRestored).toEqual([
      {
        kind: 'PRIMARY',
        reason: 'TAKEN',
        householdUuid: home.householdUuid,
        contactUuid: ana,
        organisationUuid: null,
      },
    ]);
    expect(await membersOf(home.path)).toMatchObject([
      { contactUuid: ben, isPrimary: true },
      { contactUuid: ana, isPrimary: false },
    ]);
  });

  test('and a deleted household find each other again, in either order', async () => {
    for (const order of ['contact first', 'household first']) {
      const [ana, ben] = [await contact(), await contact()];
      const home = await household({ members: [member(ana), member(ben)] });
      await remove(ofContact(ana));
      await remove(home.path);
      const [first, second] =
        order === 'contact first'
          ? [await restore(ofContact(ana)), await restore(home.path)]
          : [await restore(home.path), await restore(ofContact(ana))];
      const reason = order === 'contact first' ? 'HOUSEHOLD_DELETED' : 'MEMBER_DELETED';
      expect(first.notRestored, order).toMatchObject([
        { kind: 'MEMBERSHIP', reason, householdUuid: home.householdUuid, contactUuid: ana },
      ]);
      expect(second.notRestored, order).toEqual([]);
      expect((await partiesOf(home.path)).sort(), order).toEqual([ana, ben].sort());
    }
  });

  test('stays where it was taken out by hand after an earlier return', async () => {
    const ana = await contact();
    const home = await household({ members: [member(ana)] });
    await remove(ofContact(ana));
    await restore(ofContact(ana));
    const [{ memberUuid }] = (await admin.get(`${home.path}/members`)).body;
    await remove(`${home.path}/members/${memberUuid}`);
    await remove(ofContact(ana));
    expect((await restore(ofContact(ana))).householdUuids).toEqual([]);
    const history = await admin.get(`${home.path}/members?includeDeleted=true`);
    expect(history.body).toHaveLength(2);
  });

  test('has no login until it is initialised anew, and then a new one', async () => {
    const ana = await contact();
    await admin.put(ofContact(ana), { primaryEmail: `${ana}@client.example` });
    const init = () => admin.post(`${ofContact(ana)}/credentials/init`);
    const { status, body } = await init();
    expect(status).toBe(200);
    const client = await w.signIn({
      tenantUuid: tenant.tenantUuid,
      userUuid: ana,
      email: body.email,
      roles: ['CLIENT'],
      partnerUuid: null,
      tenantCode: tenant.code,
    } as never);
    expect((await client.get('/api/v1/meetings')).status).toBe(200);
    await remove(ofContact(ana));
    const restored = await restore(ofContact(ana));
    expect(restored.credentialsInitializedAt).toBeNull();
    expect(restored.notRestored).toMatchObject([{ kind: 'LOGIN', reason: 'INITIALIZE_ANEW' }]);
    expect((await client.get('/api/v1/meetings')).status).toBe(401);
    expect((await init()).status).toBe(200);
    expect((await client.get('/api/v1/meetings')).status).toBe(401);
    expect((await admin.get(ofContact(ana))).body.credentialsInitializedAt).not.toBeNull();
  });

  test('comes back once when thirty ask at once', async () => {
    const ana = await contact();
    const home = await household({ members: [member(ana)] });
    await remove(ofContact(ana));
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => admin.post(`${ofContact(ana)}/restore`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(409)]);
    expect(await partiesOf(home.path)).toEqual([ana]);
  });
});

describe('a deleted household', () => {
  test.each([true, false])('comes back with members and accounts, active %s', async (isActive) => {
    const [ana, firm] = [await contact(), await organisation()];
    const home = await household({
      isActive,
      accountNumbers: [`CL-${ana}`],
      members: [
        member(ana, { isPrimary: true }),
        { memberType: 'ORGANISATION', organisationUuid: firm },
      ],
    });
    await remove(home.path);
    expect((await admin.get(ofContact(ana))).body.householdUuids).toEqual([]);
    const restored = await restore(home.path);
    expect(restored).toMatchObject({
      isActive,
      accountNumbers: [`CL-${ana}`],
      memberCount: 2,
      members: [{ contactUuid: ana, isPrimary: true }, { organisationUuid: firm }],
      notRestored: [],
    });
    expect((await admin.get(ofContact(ana))).body.householdUuids).toEqual([home.householdUuid]);
  });
});

test.each([true, false])('a deleted organisation comes back, active %s', async (isActive) => {
  const firm = await organisation('Araya Inversiones');
  await staff.put(ofOrganisation(firm), { isActive });
  const members = [{ memberType: 'ORGANISATION', organisationUuid: firm }];
  const home = await household({ members });
  await remove(ofOrganisation(firm));
  expect(await membersOf(home.path)).toEqual([]);
  expect(await restore(ofOrganisation(firm))).toMatchObject({ isActive, notRestored: [] });
  expect(await membersOf(home.path)).toMatchObject([{ organisationUuid: firm }]);
  expect((await admin.post(`${ofOrganisation(firm)}/restore`)).status).toBe(409);
});

test('restoring is an administrator’s, of the own firm, and of what there was', async () => {
  const [ana, firm, home] = [await contact(), await organisation(), await household()];
  const paths = [ofContact(ana), ofOrganisation(firm), home.path];
  for (const path of paths) {
    await remove(path);
    expect((await staff.post(`${path}/restore`)).status).toBe(403);
    expect((await stranger.post(`${path}/restore`)).status).toBe(404);
    expect((await admin.post(`${path.replace(/\w{12}$/, '000000000000')}/restore`)).status).toBe(
      404,
    );
    await restore(path);
  }
});

test('restoring is recorded with what came back', async () => {
  const own = await householdWorld(w);
  const boss = await own.tenant.as('TENANT_ADMIN');
  const ana = await own.contact();
  const home = await own.household({ members: [member(ana)] });
  for (const path of [ofContact(ana), home.path, ofOrganisation(await own.organisation())]) {
    await boss.delete(path);
    await boss.post(`${path}/restore`);
  }
  const events = await w.db.asPlatform(
    (tx) => tx`select event_type, entity_type, attributes from events
                where tenant_uuid = ${own.tenant.tenantUuid} and event_type like '%.restored'
                order by event_uuid`,
  );
  expect(events).toMatchObject([
    { eventType: 'contact.restored', attributes: { householdCount: '1' } },
    { eventType: 'household.restored', entityType: 'HOUSEHOLD', attributes: { memberCount: '1' } },
    { eventType: 'organisation.restored', attributes: { householdCount: '0' } },
  ]);
  expect(await w.unrecorded(['households', 'organisations'])).toEqual([]);
});

describe('lists', () => {
  test.each(['contacts', 'households', 'organisations'])(
    'of %s show deleted records to administrators who ask',
    async (list) => {
      const own = await householdWorld(w);
      const [boss, root] = [
        await own.tenant.as('TENANT_ADMIN'),
        (await w.systemAdmin()).with({ 'x-tenant-uuid': own.tenant.tenantUuid }),
      ];
      const make = {
        contacts: own.contact,
        households: async () => (await own.household()).householdUuid as string,
        organisations: own.organisation,
      }[list];
      const [alive = '', gone = ''] = [await make?.(), await make?.()];
      await boss.delete(`/api/${list}/${gone}`);
      const key = `${list.slice(0, -1)}Uuid`;
      const ask = async (body: object, by = boss) => {
        const answer = await by.post(`/api/v2/${list}`, body);
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        return answer.body;
      };
      const plain = await ask({});
      expect(plain.content.map((row: Record<string, unknown>) => row[key])).toEqual([alive]);
      expect(plain.content[0]).not.toHaveProperty('deletedAt');
      for (const by of [boss, root]) {
        const all = await ask({ includeDeleted: true, sort: ['deletedAt,asc'] }, by);
        expect(all).toMatchObject({
          totalElements: 2,
          content: [
            { [key]: gone, deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) },
            { [key]: alive, deletedAt: null },
          ],
        });
      }
      const filters = [{ field: 'deletedAt', operator: 'IS_NOT_NULL' }];
      expect((await ask({ includeDeleted: true, filters })).totalElements).toBe(1);
      expect((await boss.post(`/api/v2/${list}`, { filters })).status).toBe(400);
      const refused = await own.staff.post(`/api/v2/${list}`, { includeDeleted: true });
      expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
      expect((await own.staff.post(`/api/v2/${list}`, { includeDeleted: false })).status).toBe(200);
      await boss.post(`/api/${list}/${gone}/restore`);
      expect((await ask({})).totalElements).toBe(2);
    },
  );

  test('of contacts search deleted ones too, but none that lives on in another', async () => {
    const ana = await contact({ firstName: 'Zoraida' });
    await remove(ofContact(ana));
    const found = async (includeDeleted: boolean) =>
      (await admin.post('/api/v2/contacts', { searchTerm: 'zoraida', includeDeleted })).body
        .totalElements;
    expect([await found(false), await found(true)]).toEqual([0, 1]);
    const [kept, merged] = [
      await contact({ firstName: 'Zulema' }),
      await contact({ firstName: 'Zoraida' }),
    ];
    await admin.post(`/api/contacts/${kept}/merge`, { fromContactUuid: merged });
    expect(await found(true)).toBe(1);
  });

  test('of organisations are filtered, searched, sorted and paged, and have values', async () => {
    const own = await householdWorld(w);
    for (const name of ['Cobre SpA', 'Ábaco Ltda', 'Bosque SpA']) await own.organisation(name);
    const ask = async (body: object) => {
      const answer = await own.staff.post('/api/v2/organisations', body);
      expect(answer.status).toBe(200);
      return answer.body.content.map(({ name }: { name: string }) => name);
    };
    expect(await ask({})).toEqual(['Ábaco Ltda', 'Bosque SpA', 'Cobre SpA']);
    const filters = [{ field: 'name', operator: 'ENDS_WITH', value: 'spa' }];
    expect(await ask({ filters, sort: ['name,desc'], size: 1 })).toEqual(['Cobre SpA']);
    expect(await ask({ searchTerm: 'abaco' })).toEqual(['Ábaco Ltda']);
    const path = '/api/v2/organisations/filter-values';
    const values = await own.staff.post(path, { field: 'name', search: 'spa', filters });
    expect(values.body).toEqual({ field: 'name', values: ['Bosque SpA', 'Cobre SpA'], total: 2 });
    const client = await own.tenant.as('CLIENT');
    expect((await client.post('/api/v2/organisations', {})).status).toBe(403);
    expect((await own.staff.post(path, { field: 'secret' })).status).toBe(400);
    const unknown = [{ field: 'secret', operator: 'EQUALS', value: 1 }];
    expect((await own.staff.post('/api/v2/organisations', { filters: unknown })).status).toBe(400);
  });
});
