import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../test-support/client.ts';
import { householdWorld, member } from '../../test-support/household-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let h: Awaited<ReturnType<typeof householdWorld>>;

beforeAll(async () => {
  h = await householdWorld(w);
});

const now = Temporal.Now.instant();
const secondOf = (instant: Temporal.Instant) =>
  instant.toString({ smallestUnit: 'second' }).slice(0, -1);
const hoursAgo = (hours: number) =>
  secondOf(Temporal.Now.instant().subtract({ minutes: 60 * hours }));

describe('rows of households', () => {
  const find = async (body: object) => (await h.staff.post('/api/v2/households', body)).body;
  const byUuid = (householdUuid: string) => ({
    field: 'householdUuid',
    operator: 'EQUALS',
    value: householdUuid,
  });
  const row = async (householdUuid: string) =>
    (await find({ filters: [byUuid(householdUuid)] })).content[0];

  async function meeting(contactUuid: string, hours: number) {
    const start = now.add({ hours });
    const { status, body } = await h.staff.post('/api/v1/meetings', {
      title: 'Review',
      startDateTime: secondOf(start),
      endDateTime: secondOf(start.add({ minutes: 30 })),
      timezone: 'UTC',
      locationType: 'ONLINE',
      contactIds: [contactUuid],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return { path: `/api/v1/meetings/${body.meetingUuid}`, at: secondOf(start) };
  }

  test('carry totals by currency, and the last and next meeting of any member', async () => {
    const [ana, ben] = [await h.contact(), await h.contact()];
    const { householdUuid, path } = await h.household({
      accountNumbers: ['G-1', 'G-2', 'G-3', 'G-4'],
      members: [member(ana), member(ben)],
    });
    expect(await row(householdUuid)).toMatchObject({
      memberNames: [expect.any(String), expect.any(String)],
      totals: [],
      lastMeetingAt: null,
      nextMeetingAt: null,
    });
    for (const [number, currency, marketValue] of [
      ['G-1', 'USD', '10.50'],
      ['G-2', 'CLP', '100'],
      ['G-3', 'USD', '0.25'],
    ] as const)
      await h.staff.put(`${path}/accounts/${number}`, { currency, marketValue });
    await meeting(ana, -72);
    const last = await meeting(ben, -24);
    const next = await meeting(ana, 24);
    await meeting(ben, 48);
    const met = { lastMeetingAt: last.at, nextMeetingAt: next.at };
    const totals = [
      { currency: 'CLP', marketValue: '100' },
      { currency: 'USD', marketValue: '10.75' },
    ];
    expect(await row(householdUuid)).toMatchObject({ totals, ...met });
    const { body } = await h.staff.get(`${path}/detail`);
    expect(body.portfolio.totals).toEqual(totals);

    expect((await h.staff.post(`${next.path}/cancel`)).status).toBe(200);
    await h.staff.delete(`${path}/members/${body.members[1].memberUuid}`);
    const left = await row(householdUuid);
    expect(left.nextMeetingAt).toBe(null);
    expect(left.lastMeetingAt).not.toBe(last.at);
  });

  test('are filtered, sorted and offered by their meetings, with a total that is true', async () => {
    const people = [await h.contact(), await h.contact(), await h.contact()] as const;
    const households = [];
    for (const contactUuid of people)
      households.push((await h.household({ members: [member(contactUuid)] })).householdUuid);
    const [soon, later, never] = households;
    const mine = { field: 'householdUuid', operator: 'IN', values: households };
    const found = async (body: { filters?: object[]; sort?: string[] }) => {
      const page = await find({ ...body, filters: [mine, ...(body.filters ?? [])] });
      expect(page.totalElements).toBe(page.content.length);
      return page.content.map((each: { householdUuid: string }) => each.householdUuid);
    };
    const none = { field: 'nextMeetingAt', operator: 'IS_NULL' };
    expect(await found({ filters: [none] })).toHaveLength(3);
    const first = await meeting(people[0], 5);
    await meeting(people[1], 50);
    expect(await found({ filters: [none] })).toEqual([never]);
    expect(await found({ sort: ['nextMeetingAt,asc'] })).toEqual([soon, later, never]);
    expect(await found({ sort: ['nextMeetingAt,desc'] })).toEqual([later, soon, never]);
    const is = { field: 'nextMeetingAt', operator: 'EQUALS', value: first.at };
    expect(await found({ filters: [is] })).toEqual([soon]);
    const past = { field: 'lastMeetingAt', operator: 'LESS_THAN', value: first.at };
    expect(await found({ filters: [past] })).toEqual([]);
    const values = await h.staff.post('/api/v2/households/filter-values', {
      field: 'nextMeetingAt',
      filters: [is],
    });
    expect(values.body.values).toEqual([first.at]);
    const bad = { filters: [{ field: 'nextMeetingAt', operator: 'EQUALS', value: 'soon' }] };
    expect((await h.staff.post('/api/v2/households', bad)).status).toBe(400);
  });
});

describe('an organisation', () => {
  test('says which households it belongs to, to those who see them', async () => {
    const { body: company } = await h.staff.post('/api/organisations', { name: 'Araya SpA' });
    const path = `/api/organisations/${company.organisationUuid}/households`;
    const households = () => h.staff.get(path);
    expect((await households()).body).toEqual([]);
    const given = { name: 'Program', scopes: ['organisations:read'] };
    const { token } = (await h.staff.post('/api/auth/me/tokens', given)).body;
    const program = createClient(w.app, { authorization: `Bearer ${token}` });
    expect((await program.get(path)).body.code).toBe('SCOPE_MISSING');
    const { householdUuid, path: household } = await h.household({
      members: [
        {
          memberType: 'ORGANISATION',
          organisationUuid: company.organisationUuid,
          relationshipType: 'OWNED_COMPANY',
        },
      ],
    });
    expect((await households()).body).toMatchObject([
      { householdUuid, relationshipType: 'OWNED_COMPANY' },
    ]);
    const stranger = await (await w.tenant()).as('TENANT_STAFF');
    expect((await stranger.get(path)).status).toBe(404);
    await h.staff.delete(household);
    expect((await households()).body).toEqual([]);
  });
});

describe('a household as it was', () => {
  const hourPasses = (householdUuid: string) =>
    w.db.asPlatform(
      (tx) => tx`update household_history set changed_at = changed_at - interval '1 hour'
                  where household_uuid = ${householdUuid}`,
    );

  test('answers what the call answered then: members, accounts, values, name and manager', async () => {
    const [ana, ben] = [await h.contact(), await h.contact()];
    const { householdUuid, path } = await h.household({
      accountNumbers: ['T-1', 'T-2'],
      members: [member(ana, { relationshipType: 'SELF', isPrimary: true })],
    });
    const other = await h.household({ accountNumbers: ['T-1'] });
    const { tenantStaffUuid } = await h.tenant.staff();
    const detail = async (query = '') => (await h.staff.get(`${path}/detail${query}`)).body;
    const answers = [await detail()];
    const steps = [
      () =>
        h.staff.put(`${path}/accounts/T-1`, {
          currency: 'USD',
          marketValue: '5',
          asOf: '2020-01-01',
        }),
      () => h.staff.put(path, { name: 'Renamed', membersToAdd: [member(ben)] }),
      async () => {
        const { members } = await detail();
        await h.staff.put(`${path}/members/${members[1].memberUuid}`, {
          relationshipType: 'SPOUSE',
          isPrimary: true,
        });
      },
      () => h.staff.put(`${path}/accounts/T-1`, { marketValue: '7', asOf: '2019-01-01' }),
      async () => {
        const { members } = await detail();
        await h.staff.put(path, {
          accountNumbersToUnlink: ['T-1'],
          memberUuidsToRemove: [members[0].memberUuid],
        });
        await h.staff.put(path, { accountNumbersToLink: ['T-1'] });
      },
      () => h.staff.put(path, { isActive: false, relationshipManagerUuid: tenantStaffUuid }),
    ];
    for (const step of steps) {
      await hourPasses(householdUuid);
      await hourPasses(other.householdUuid);
      await step();
      answers.push(await detail());
    }
    for (const [at, answer] of answers.entries()) {
      const then = await detail(`?asOf=${hoursAgo(answers.length - 1 - at)}`);
      expect(then, `after step ${at}`).toEqual(answer);
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(answers.length);
    expect((await h.staff.get(`${path}/detail?asOf=${hoursAgo(20)}`)).status).toBe(404);
  });

  test('is there from the second on that it says it was created in', async () => {
    const { path, createdAt } = await h.household({ accountNumbers: ['S-1'] });
    const at = async (time: string) => h.staff.get(`${path}/detail?asOf=${time}`);
    expect((await at(createdAt)).body.portfolio.accountNumbers).toEqual(['S-1']);
    expect((await at(`${createdAt}Z`)).status).toBe(200);
    const before = Temporal.PlainDateTime.from(createdAt).subtract({ seconds: 1 }).toString();
    expect((await at(before)).status).toBe(404);
    for (const bad of ['yesterday', '2026-02-30T10:00:00', '2026-02-20', ''])
      expect((await at(bad)).status, bad).toBe(400);
  });

  test('of a time between its deletion and its restoring is 404', async () => {
    const { householdUuid, path } = await h.household({ members: [member(await h.contact())] });
    const admin = await h.tenant.as('TENANT_ADMIN');
    const before = (await h.staff.get(`${path}/detail`)).body;
    await hourPasses(householdUuid);
    await h.staff.delete(path);
    expect((await h.staff.get(`${path}/detail?asOf=${hoursAgo(1)}`)).status).toBe(404);
    await hourPasses(householdUuid);
    expect((await admin.post(`${path}/restore`)).status).toBe(200);
    expect((await h.staff.get(`${path}/detail?asOf=${hoursAgo(1)}`)).status).toBe(404);
    const then = await h.staff.get(`${path}/detail?asOf=${hoursAgo(2)}`);
    expect(then.body).toEqual(before);
  });

  test('is of the own tenant and the own partner only', async () => {
    const { path, createdAt } = await h.household();
    const stranger = await (await w.tenant()).as('TENANT_ADMIN');
    const admin = await h.tenant.as('TENANT_ADMIN');
    const { partnerUuid } = (await admin.post('/api/partners', { name: 'West' })).body;
    const partnerStaff = await h.tenant.as('PARTNER_STAFF', partnerUuid);
    for (const caller of [stranger, partnerStaff])
      expect((await caller.get(`${path}/detail?asOf=${createdAt}`)).status).toBe(404);
  });
});
