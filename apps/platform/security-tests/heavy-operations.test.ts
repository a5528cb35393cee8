import { randomUUID } from 'node:crypto';
import document from '@atrium/api-client/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { system } from '../src/database/principal.ts';
import { world } from '../test-support/world.ts';

const w = await world({}, { own: true });
const tenant = await w.tenant();
const [staff, colleague] = [await tenant.as('TENANT_STAFF'), await tenant.as('TENANT_STAFF')];

/** The operations that the contract calls heavy; those of lists are heavy by what they ask for. */
const heavy = [
  'checkAvailability',
  'exportAnalyticsEvents',
  'exportAuditTrail',
  'exportContacts',
  'exportHistory',
  'exportHouseholds',
  'exportMeetings',
  'filterContacts',
  'findAvailableSlots',
  'getHousehold',
  'getPersonalData',
  'listContactFilterValues',
  'listContacts',
  'listDuplicateGroups',
  'readCalendarFeed',
];

test('the operations that one person runs two of at a time are these', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const marked = (operations as { operationId: string; 'x-heavy'?: boolean }[])
    .filter((each) => each['x-heavy'])
    .map(({ operationId }) => operationId);
  expect(marked.sort()).toEqual(heavy);
});

/** Makes whoever reads or writes contacts wait until it is called off. */
async function holdContacts() {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const done = w.sql.begin(async (sql) => {
    await sql.unsafe('lock table contacts in access exclusive mode');
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return () => {
    release.resolve();
    return done;
  };
}

async function countWaiting(): Promise<number> {
  const [row] = await w.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'atrium' and wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

test('a person runs two heavy operations at a time, whichever they are; small ones and other people go on', async () => {
  const release = await holdContacts();
  const mine = [
    staff.get('/api/contacts/duplicates'),
    staff.post('/api/v2/contacts/export', {}),
    staff.post('/api/v2/contacts', { sort: ['readinessStatus,desc'] }),
    staff.get('/api/contacts?sort=readinessStatus,asc'),
    staff.get('/api/contacts/duplicates'),
  ];
  await expect.poll(countWaiting).toBe(2);
  const small = staff.get('/api/contacts');
  await expect.poll(countWaiting).toBe(3);
  const theirs = colleague.get('/api/contacts/duplicates');
  await expect.poll(countWaiting).toBe(4);
  expect((await staff.get('/api/core/platformconfigs/v1/contacts/stages')).status).toBe(200);
  await release();
  const answers = await Promise.all([...mine, small, theirs]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test('an operation that fails or is refused gives its turn back', async () => {
  const path = `/api/households/${randomUUID()}`;
  for (let time = 0; time < 5; time++) expect((await staff.get(path)).status).toBe(404);
  const bad = { filters: [{ field: 'shoeSize', operator: 'EQUALS', value: 1 }] };
  for (let time = 0; time < 5; time++)
    expect((await staff.post('/api/v2/contacts/export', bad)).status).toBe(400);
  expect((await staff.get('/api/contacts/duplicates')).status).toBe(200);
});

test('whoever asks for metrics takes one connection, however long they take', async () => {
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = w.sql.begin(async (sql) => {
    await sql.unsafe('lock table pgboss.job in access exclusive mode');
    held.resolve();
    await release.promise;
  });
  await held.promise;
  let isAnswered = false;
  const asked = Promise.all([1, 2, 3].map(() => w.anonymous.get('/metrics'))).then((answers) => {
    isAnswered = true;
    return answers;
  });
  const counts: number[] = [];
  while (!isAnswered) counts.push(await countWaiting());
  release.resolve();
  await holding;
  expect((await asked).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(Math.max(...counts)).toBe(1);
});

test('a firm that is refused for asking too much does not make the server unready for others', async () => {
  const crowded = await world({ DATABASE_POOL: '2' }, { refuses: true });
  const [greedy, other] = [await crowded.tenant(), await crowded.tenant()];
  const [theirs, mine] = [await greedy.as('TENANT_STAFF'), await other.as('TENANT_STAFF')];
  const release = Promise.withResolvers<void>();
  const held = crowded.db.asTenant(greedy.tenantUuid, system, () => release.promise);
  const asked = Array.from({ length: 30 }, () => theirs.get('/api/tasks'));
  await expect.poll(async () => (await theirs.get('/api/tasks')).status).toBe(503);
  for (let time = 0; time < 5; time++) expect((await mine.get('/api/tasks')).status).toBe(200);
  const late = Array.from({ length: 30 }, () => theirs.get('/api/tasks'));
  expect(new Set((await Promise.all(late)).map(({ status }) => status))).toEqual(new Set([503]));
  expect((await mine.get('/api/tasks')).status).toBe(200);
  const { status, body } = await crowded.anonymous.get('/health/ready');
  expect([status, body.components]).toEqual([200, { database: 'UP', capacity: 'UP' }]);
  release.resolve();
  await Promise.all([held, ...asked]);
  expect((await theirs.get('/api/tasks')).status).toBe(200);
});
