import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { householdWorld, member } from '../../../test-support/household-world.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let h: Awaited<ReturnType<typeof householdWorld>>;

beforeAll(async () => {
  h = await householdWorld(w);
});

const primaries = (members: { isPrimary: boolean; contactUuid: string }[]) =>
  members.filter((each) => each.isPrimary).map((each) => each.contactUuid);

describe('members', () => {
  test('are added, read with the contact itself, changed and removed', async () => {
    const { path, householdUuid } = await h.household();
    const ana = await h.contact({ firstName: 'Ana', paternalLastName: 'Soto' });
    const added = await h.staff.post(
      `${path}/members`,
      member(ana, { relationshipType: 'SPOUSE' }),
    );
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    expect(added.body).toMatchObject({
      householdUuid,
      memberType: 'CONTACT',
      contactUuid: ana,
      organisationUuid: null,
      displayName: 'Ana Soto',
      relationshipType: 'SPOUSE',
      isPrimary: false,
      isDeleted: false,
      contact: { contactUuid: ana, firstName: 'Ana', preferredEmail: 'isabel@example.com' },
      organisation: null,
    });
    const one = `${path}/members/${added.body.memberUuid}`;
    expect((await h.staff.get(one)).body).toEqual(added.body);
    const changed = await h.staff.put(one, { relationshipType: 'TRUSTEE', isPrimary: true });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ relationshipType: 'TRUSTEE', isPrimary: true });
    expect((await h.staff.put(one, { relationshipType: null })).body.relationshipType).toBeNull();
    expect((await h.staff.put(one, { relationshipType: 'NEMESIS' })).status).toBe(400);
    expect((await h.staff.delete(one)).status).toBe(204);
    const after = [await h.staff.get(one), await h.staff.put(one, {}), await h.staff.delete(one)];
    expect(after.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect((await h.staff.get(path)).body).toMatchObject({ memberCount: 0, members: [] });
  });

  test('who was removed is shown when asked for, and comes back as a new member', async () => {
    const { path } = await h.household();
    const spa = await h.organisation('Viña Ñuble');
    const input = { memberType: 'ORGANISATION', organisationUuid: spa };
    const first = await h.staff.post(`${path}/members`, input);
    expect(first.body.organisation).toMatchObject({ organisationUuid: spa, name: 'Viña Ñuble' });
    await h.staff.delete(`${path}/members/${first.body.memberUuid}`);
    const again = await h.staff.post(`${path}/members`, input);
    expect(again.status).toBe(201);
    expect(again.body.memberUuid).not.toBe(first.body.memberUuid);
    const list = async (query = '') => (await h.staff.get(`${path}/members${query}`)).body;
    expect(await list()).toEqual([again.body]);
    const deleted = (members: { isDeleted: boolean }[]) => members.map((each) => each.isDeleted);
    expect(deleted(await list('?includeDeleted=true'))).toEqual([true, false]);
    expect(await list('?searchTerm=vina%20nuble')).toHaveLength(1);
    expect(await list('?searchTerm=nobody')).toEqual([]);
  });

  test('a contact or organisation that is deleted leaves its households', async () => {
    const [ana, spa] = [await h.contact(), await h.organisation()];
    const { path } = await h.household({
      members: [
        member(ana, { isPrimary: true }),
        { memberType: 'ORGANISATION', organisationUuid: spa },
      ],
    });
    await h.staff.delete(`/api/contacts/${ana}`);
    await h.staff.delete(`/api/organisations/${spa}`);
    expect((await h.staff.get(path)).body).toMatchObject({ memberCount: 0, members: [] });
    expect((await h.staff.get(`${path}/members?includeDeleted=true`)).body).toHaveLength(2);
    expect((await h.staff.post(`${path}/members`, member(ana))).status).toBe(400);
  });

  test('a new primary takes the mark from the old; removing the primary leaves none', async () => {
    const [ana, eva] = [await h.contact(), await h.contact()];
    const { path } = await h.household({ members: [member(ana, { isPrimary: true })] });
    const added = await h.staff.post(`${path}/members`, member(eva, { isPrimary: true }));
    expect(primaries((await h.staff.get(path)).body.members)).toEqual([eva]);
    await h.staff.delete(`${path}/members/${added.body.memberUuid}`);
    expect(primaries((await h.staff.get(path)).body.members)).toEqual([]);
  });

  test('another household’s member is 404 in this one', async () => {
    const [one, two] = [
      await h.household(),
      await h.household({ members: [member(await h.contact())] }),
    ];
    const foreign = `${one.path}/members/${two.members[0].memberUuid}`;
    expect((await h.staff.get(foreign)).status).toBe(404);
    expect((await h.staff.put(foreign, { isPrimary: true })).status).toBe(404);
    expect((await h.staff.delete(foreign)).status).toBe(404);
    expect((await h.staff.get(`${one.path}/members/42`)).status).toBe(404);
  });
});

describe('50 at once', () => {
  test('who add the same contact get one 201 and 49 409s', async () => {
    const { path } = await h.household();
    const ana = await h.contact();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => h.staff.post(`${path}/members`, member(ana))),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, ...Array(49).fill(409)]);
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe('ALREADY_A_MEMBER');
    expect((await h.staff.get(path)).body.memberCount).toBe(1);
  });

  test('who each make another member primary leave exactly one', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => h.contact()));
    const { path, members } = await h.household({ members: people.map((uuid) => member(uuid)) });
    const answers = await Promise.all(
      members.map((each: { memberUuid: string }) =>
        h.staff.put(`${path}/members/${each.memberUuid}`, { isPrimary: true }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(primaries((await h.staff.get(path)).body.members)).toHaveLength(1);
  });

  test('who add new primaries leave exactly one, and all are members', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => h.contact()));
    const { path } = await h.household();
    const answers = await Promise.all(
      people.map((uuid) => h.staff.post(`${path}/members`, member(uuid, { isPrimary: true }))),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    const { body } = await h.staff.get(path);
    expect([body.memberCount, primaries(body.members).length]).toEqual([50, 1]);
  });

  test('who link and unlink accounts and members meet no 500', async () => {
    const [ana, eva] = [await h.contact(), await h.contact()];
    const { path } = await h.household({ members: [member(ana)] });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        h.staff.put(path, {
          accountNumbersToLink: [`L-${at % 5}`],
          membersToAdd: at % 2 ? [member(eva)] : [],
          name: `Name ${at}`,
        }),
      ),
    );
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].toSorted()).toEqual([200, 409]);
    const { body } = await h.staff.get(path);
    expect(body.memberCount).toBe(2);
    expect(new Set(body.accountNumbers).size).toBe(body.accountNumbers.length);
  });
});

test('every change leaves its events, with ids and counts alone', async () => {
  const { path, householdUuid } = await h.household({ members: [member(await h.contact())] });
  const { body } = await h.staff.post(`${path}/members`, member(await h.contact()));
  await h.staff.put(`${path}/members/${body.memberUuid}`, { isPrimary: true });
  await h.staff.put(path, {
    name: `Secret ${randomUUID()}`,
    memberUuidsToRemove: [body.memberUuid],
  });
  await h.staff.delete(path);
  const events = await w.db.asPlatform(
    (tx) => tx`select event_type, attributes from events
                where entity_id = ${householdUuid} order by recorded_at, event_uuid`,
  );
  expect(events.map((event) => event.eventType).toSorted()).toEqual([
    'household.created',
    'household.deleted',
    'household.member_added',
    'household.member_added',
    'household.member_removed',
    'household.member_updated',
    'household.updated',
  ]);
  expect(JSON.stringify(events)).not.toMatch(/Secret|Isabel/);
});

describe('the households that a contact tells of', () => {
  const told = async (contactUuid: string) =>
    (await h.staff.get(`/api/contacts/${contactUuid}`)).body;

  test('follow every change of memberships, and change no contact', async () => {
    const ana = await h.contact();
    const before = await told(ana);
    expect(before.householdUuids).toEqual([]);
    const [one, two] = [
      await h.household({ members: [member(ana)] }),
      await h.household({ members: [member(ana)] }),
    ];
    const both = [one.householdUuid, two.householdUuid].toSorted();
    expect(await told(ana)).toEqual({ ...before, householdUuids: both });
    const list = await h.staff.get('/api/contacts?size=100');
    const [listed] = list.body.content.filter(
      (each: { contactUuid: string }) => each.contactUuid === ana,
    );
    expect(listed.householdUuids).toEqual(both);
    const merged = await h.staff.post(`/api/v1/households/${one.householdUuid}/merge`, {
      fromHouseholdUuid: two.householdUuid,
    });
    expect(merged.status).toBe(200);
    expect((await told(ana)).householdUuids).toEqual([one.householdUuid]);
    expect((await h.staff.delete(one.path)).status).toBe(204);
    expect((await told(ana)).householdUuids).toEqual([]);
  });

  test('are all of them after 40 changes at once', async () => {
    const ana = await h.contact();
    const households = await Promise.all(Array.from({ length: 40 }, () => h.household()));
    const added = await Promise.all(
      households.map(({ path }) => h.staff.post(`${path}/members`, member(ana))),
    );
    expect(new Set(added.map((answer) => answer.status))).toEqual(new Set([201]));
    const uuids = households.map((each) => each.householdUuid).toSorted();
    expect((await told(ana)).householdUuids).toEqual(uuids);
    const removed = await Promise.all(
      households
        .slice(20)
        .map(({ path }, at) =>
          h.staff.delete(`${path}/members/${added[at + 20]?.body.memberUuid}`),
        ),
    );
    expect(new Set(removed.map((answer) => answer.status))).toEqual(new Set([204]));
    const left = households.slice(0, 20).map((each) => each.householdUuid);
    expect((await told(ana)).householdUuids).toEqual(left.toSorted());
  });

  test('change the other way round in two households without a deadlock', async () => {
    const [ana, ben] = [await h.contact(), await h.contact()];
    const rounds = Array.from({ length: 20 }, async () => {
      const one = await h.household({ members: [member(ana)] });
      const two = await h.household({ members: [member(ben)] });
      const change = async ({ path }: { path: string }, joining: string) => {
        const [present] = (await h.staff.get(path)).body.members;
        return h.staff.put(path, {
          membersToAdd: [member(joining)],
          memberUuidsToRemove: [present.memberUuid],
        });
      };
      return Promise.all([change(one, ben), change(two, ana)]);
    });
    const answers = (await Promise.all(rounds)).flat();
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect((await told(ana)).householdUuids).toHaveLength(20);
  });

  test('end with the contact, while it joins and leaves households', async () => {
    for (let round = 0; round < 10; round++) {
      const ana = await h.contact();
      const [one, two] = [await h.household({ members: [member(ana)] }), await h.household()];
      const [present] = (await h.staff.get(one.path)).body.members;
      const [left, joined, gone] = await Promise.all([
        h.staff.delete(`${one.path}/members/${present.memberUuid}`),
        h.staff.post(`${two.path}/members`, member(ana)),
        h.staff.delete(`/api/contacts/${ana}`),
      ]);
      expect([204, 404]).toContain(left?.status);
      expect([201, 400]).toContain(joined?.status);
      expect(gone?.status).toBe(204);
      expect((await h.staff.get(two.path)).body.members).toEqual([]);
    }
  });
});

test('an owned company has a share of 0 to 100, which goes when it is owned no more', async () => {
  const { path, householdUuid } = await h.household();
  const company = {
    memberType: 'ORGANISATION',
    organisationUuid: await h.organisation(),
    relationshipType: 'OWNED_COMPANY',
  };
  for (const sharePercent of [-0.1, 100.1, '50']) {
    const { status, body } = await h.staff.post(`${path}/members`, { ...company, sharePercent });
    expect([status, body.errors[0].field]).toEqual([400, 'sharePercent']);
  }
  const person = member(await h.contact(), { sharePercent: 10 });
  const refused = await h.staff.post(`${path}/members`, person);
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'sharePercent']);

  const added = await h.staff.post(`${path}/members`, { ...company, sharePercent: 33.3 });
  expect(added.body).toMatchObject({ sharePercent: 33.3 });
  const one = `${path}/members/${added.body.memberUuid}`;
  expect((await h.staff.put(one, { sharePercent: 0 })).body.sharePercent).toBe(0);
  await h.staff.put(one, { sharePercent: 100 });
  const { members } = (await h.staff.get(`/api/households/${householdUuid}`)).body;
  expect(members.at(-1)).toMatchObject({ sharePercent: 100 });
  const other = await h.staff.put(one, { relationshipType: 'TRUSTEE' });
  expect(other.body).toMatchObject({ relationshipType: 'TRUSTEE', sharePercent: null });
  expect((await h.staff.put(one, { sharePercent: 1 })).status).toBe(400);
});

test('relationship types are listed by kind', async () => {
  const { status, body } = await h.staff.get(
    '/api/core/platformconfigs/v1/households/relationship-types',
  );
  expect(status).toBe(200);
  expect(body).toHaveLength(31);
  expect(body[1]).toEqual({
    value: 'SPOUSE',
    label: 'Spouse',
    group: 'FAMILY',
    order: 1,
    isActive: true,
  });
});

test('no household was written without an event in the same transaction', async () => {
  expect(await w.unrecorded(['households'])).toEqual([]);
});
