import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { householdWorld, member } from '../../../test-support/household-world.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let h: Awaited<ReturnType<typeof householdWorld>>;

beforeAll(async () => {
  h = await householdWorld(w);
});

type Members = { contactUuid: string; memberUuid: string; isPrimary: boolean }[];
const contacts = (members: Members) => members.map((each) => each.contactUuid);
const uuidOf = (members: Members, contactUuid: string) =>
  members.find((each) => each.contactUuid === contactUuid)?.memberUuid;
const verb = (household: { householdUuid: string }, name: string) =>
  `/api/v1/households/${household.householdUuid}/${name}`;
const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map((each) => each.field);

/** Lets the memberships of a household have begun on a day long past. */
const joinedOn = (household: { householdUuid: string }, day: string) =>
  w.db.asPlatform(
    (tx) => tx`update household_members set created_at = ${`${day}T12:00:00Z`}
                where household_uuid = ${household.householdUuid}`,
  );

describe('a split', () => {
  test('moves members, accounts and the primary into a new household, and keeps the history', async () => {
    const [ana, eva, tom] = [await h.contact(), await h.contact(), await h.contact()];
    const old = await h.household({
      accountNumbers: ['A', 'B', 'C'],
      members: [
        member(ana, { isPrimary: true, relationshipType: 'SELF' }),
        member(eva, { relationshipType: 'SPOUSE' }),
        member(tom, { relationshipType: 'CHILD' }),
      ],
    });
    await h.staff.put(`${old.path}/accounts/B`, { currency: 'USD', marketValue: '12.50' });
    await joinedOn(old, '2020-05-05');
    const { status, body } = await h.staff.post(verb(old, 'split'), {
      name: 'Ana',
      memberUuids: [uuidOf(old.members, ana), uuidOf(old.members, tom)],
      accountNumbers: ['B'],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      name: 'Ana',
      relationshipManagerUuid: h.managerUuid,
      accountNumbers: ['B'],
      memberCount: 2,
      members: [
        { contactUuid: ana, isPrimary: true, relationshipType: 'SELF' },
        { contactUuid: tom, isPrimary: false, relationshipType: 'CHILD' },
      ],
    });
    const detail = await h.staff.get(`/api/households/${body.householdUuid}/detail`);
    expect(detail.body.portfolio.totals).toEqual([{ currency: 'USD', marketValue: '12.50' }]);
    const rest = (await h.staff.get(old.path)).body;
    expect(rest).toMatchObject({ accountNumbers: ['A', 'C'], memberCount: 1, isActive: true });
    expect(rest.members).toMatchObject([{ contactUuid: eva, isPrimary: false }]);

    const belonged = async (path: string, day: string) =>
      contacts((await h.staff.get(`${path}/members?asOf=${day}`)).body);
    expect(await belonged(old.path, '2020-05-04')).toEqual([]);
    expect(await belonged(old.path, '2020-05-05')).toEqual([ana, eva, tom]);
    expect(await belonged(`/api/households/${body.householdUuid}`, '2020-05-05')).toEqual([]);
    const today = Temporal.Now.plainDateISO('UTC').toString();
    expect(await belonged(old.path, today)).toEqual([eva]);
    expect(await belonged(`/api/households/${body.householdUuid}`, today)).toEqual([ana, tom]);
    expect((await h.staff.get(`${old.path}/members?asOf=2020-02-30`)).status).toBe(400);
  });

  test('is refused as a whole for members, accounts or managers that are not there', async () => {
    const old = await h.household({ accountNumbers: ['A'], members: [member(await h.contact())] });
    const input = { name: 'New', memberUuids: [old.members[0].memberUuid], accountNumbers: ['A'] };
    for (const [changes, field] of [
      [{ name: '' }, 'name'],
      [{ memberUuids: [randomUUID()] }, 'memberUuids[0]'],
      [{ accountNumbers: ['A', 'Z'] }, 'accountNumbers[1]'],
      [{ relationshipManagerUuid: randomUUID() }, 'relationshipManagerUuid'],
    ] as const) {
      const answer = await h.staff.post(verb(old, 'split'), { ...input, ...changes });
      expect([answer.status, ...fieldsOf(answer.body)]).toEqual([400, field]);
    }
    const { path, ...before } = old;
    expect((await h.staff.get(path)).body).toEqual(before);
  });

  test('of the same member 20 times at once happens once', async () => {
    const old = await h.household({ members: [member(await h.contact())] });
    const input = { name: 'New', memberUuids: [old.members[0].memberUuid] };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => h.staff.post(verb(old, 'split'), input)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(400)]);
  });
});

describe('a merge', () => {
  test('takes over who is not there yet, and leaves the other empty, inactive and with its history', async () => {
    const [ana, eva, tom] = [await h.contact(), await h.contact(), await h.contact()];
    const into = await h.household({
      accountNumbers: ['A', 'S'],
      members: [member(ana, { isPrimary: true }), member(eva, { relationshipType: 'SPOUSE' })],
    });
    const from = await h.household({
      accountNumbers: ['S', 'B'],
      members: [member(tom, { isPrimary: true }), member(eva, { relationshipType: 'SIBLING' })],
    });
    await joinedOn(from, '2020-05-05');
    const { status, body } = await h.staff.post(verb(into, 'merge'), {
      fromHouseholdUuid: from.householdUuid,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      householdUuid: into.householdUuid,
      name: into.name,
      accountNumbers: ['A', 'S', 'B'],
      members: [
        { contactUuid: ana, isPrimary: true },
        { contactUuid: eva, relationshipType: 'SPOUSE' },
        { contactUuid: tom, isPrimary: false },
      ],
    });
    expect((await h.staff.get(from.path)).body).toMatchObject({
      name: from.name,
      isActive: false,
      memberCount: 0,
      accountNumbers: [],
    });
    const then = await h.staff.get(`${from.path}/members?asOf=2020-05-06`);
    expect(contacts(then.body)).toEqual([tom, eva]);
  });

  test('brings its primary to a household without one', async () => {
    const ana = await h.contact();
    const [into, from] = [
      await h.household(),
      await h.household({ members: [member(ana, { isPrimary: true })] }),
    ];
    const { body } = await h.staff.post(verb(into, 'merge'), {
      fromHouseholdUuid: from.householdUuid,
    });
    expect(body.members).toMatchObject([{ contactUuid: ana, isPrimary: true }]);
  });

  test('needs another household that exists', async () => {
    const into = await h.household();
    for (const fromHouseholdUuid of [into.householdUuid, randomUUID(), 'x', undefined]) {
      const answer = await h.staff.post(verb(into, 'merge'), { fromHouseholdUuid });
      expect([answer.status, ...fieldsOf(answer.body)]).toEqual([400, 'fromHouseholdUuid']);
    }
  });

  test('of two households into each other, 20 times at once, loses nobody and meets no deadlock', async () => {
    const [ana, eva] = [await h.contact(), await h.contact()];
    const [one, two] = [
      await h.household({ members: [member(ana)] }),
      await h.household({ members: [member(eva)] }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const [into, from] = at % 2 ? [one, two] : [two, one];
        return h.staff.post(verb(into, 'merge'), { fromHouseholdUuid: from.householdUuid });
      }),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const left = await Promise.all([h.staff.get(one.path), h.staff.get(two.path)]);
    const people = left.flatMap((answer) => contacts(answer.body.members));
    expect(people.toSorted()).toEqual([ana, eva].toSorted());
  });
});

test('clients and other tenants neither split nor merge', async () => {
  const [one, two] = [await h.household(), await h.household()];
  const client = await h.tenant.as('CLIENT');
  const stranger = await (await w.tenant()).as('TENANT_ADMIN');
  const input = { name: 'Mine', fromHouseholdUuid: two.householdUuid };
  for (const name of ['split', 'merge']) {
    expect((await client.post(verb(one, name), input)).status).toBe(403);
    expect((await stranger.post(verb(one, name), input)).status).toBe(404);
  }
});

test('no household was written without an event in the same transaction', async () => {
  expect(await w.unrecorded(['households'])).toEqual([]);
});
