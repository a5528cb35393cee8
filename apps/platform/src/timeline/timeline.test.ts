import { randomUUID } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { plansOf } from '../../test-support/plans.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import type { EventType } from '../event-types.ts';
import { recordEvent } from '../events.ts';
import { listEntries } from './queries.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
let adviser: Client;
let adviserUuid: string;

beforeEach(async () => {
  tenant = await w.tenant();
  [admin, adviser] = await Promise.all([tenant.as('TENANT_ADMIN'), tenant.as('TENANT_STAFF')]);
  adviserUuid = adviser.identity['x-user-id'] ?? '';
});

type Entry = {
  kind: string;
  eventType: string | null;
  entityUuid: string;
  title: string | null;
  changes: { after: string | null }[];
};

async function contact(manager = adviserUuid, changes: object = {}): Promise<string> {
  const input = { ...contactInput(tenant.tenantUuid, manager), ...changes };
  return (await adviser.post('/api/contacts', input)).body.contactUuid;
}

async function household(name: string, contactUuids: string[], manager = adviserUuid) {
  const { body } = await admin.post('/api/households', {
    name,
    relationshipManagerType: manager === adviserUuid ? 'TENANT_STAFF' : 'PARTNER_STAFF',
    relationshipManagerUuid: manager,
    members: contactUuids.map((contactUuid) => ({ memberType: 'CONTACT', contactUuid })),
  });
  return body.householdUuid as string;
}

async function meeting(host: Client, title: string, contactIds: string[]): Promise<string> {
  const { body } = await host.post('/api/v1/meetings', {
    title,
    startDateTime: '2035-03-01T10:00:00',
    endDateTime: '2035-03-01T11:00:00',
    timezone: 'America/Santiago',
    locationType: 'ONLINE',
    contactIds,
  });
  return body.meetingUuid;
}

/** Records an event of a contact. */
const record = (eventType: EventType, entityId: string) =>
  w.db.asTenant(tenant.tenantUuid, { actorType: 'TENANT_STAFF', actorId: adviserUuid }, (tx) =>
    recordEvent(tx, { eventType, entityType: 'CONTACT', entityId }),
  );

const pathOf = (entityType: string, entityUuid: string) =>
  `/api/timeline?entityType=${entityType}&entityUuid=${entityUuid}`;
async function read(client: Client, entityType: string, entityUuid: string): Promise<Entry[]> {
  const { status, body } = await client.get(`${pathOf(entityType, entityUuid)}&size=100`);
  expect(status).toBe(200);
  return body.content;
}
const told = (entries: Entry[]) => entries.map(({ kind, title }) => [kind, title]);
const note = (client: Client, entityType: string, entityUuid: string, text: string, more = {}) =>
  client.post('/api/notes', { entityType, entityUuid, text, ...more });

describe('the timeline of a contact', () => {
  test('tells of events, notes, tasks and meetings, the newest first', async () => {
    const entityUuid = await contact();
    await adviser.put(`/api/contacts/${entityUuid}`, { gender: 'MALE', alias: 'El' });
    const { body: written } = await note(adviser, 'CONTACT', entityUuid, '\n Met her\nat home');
    const occurredAt = '2020-01-01T10:00:00';
    await note(adviser, 'CONTACT', entityUuid, 'Called', { occurredAt });
    const about = { title: 'Send it', entityType: 'CONTACT', entityUuid };
    const { body: task } = await admin.post('/api/tasks', { ...about, assigneeUuid: adviserUuid });
    const meetingUuid = await meeting(adviser, 'Review', [entityUuid]);

    const entries = await read(adviser, 'CONTACT', entityUuid);
    expect(told(entries)).toEqual([
      ['MEETING', 'Review'],
      ['TASK', 'Send it'],
      ['NOTE', 'Met her'],
      ['EVENT', 'Isabel Fuentes'],
      ['EVENT', 'Isabel Fuentes'],
      ['NOTE', 'Called'],
    ]);
    const [met, given, noted, updated, created, called] = entries;
    const byAdviser = {
      actorType: 'TENANT_STAFF',
      actorUuid: adviserUuid,
      actorName: 'Ana Rojas',
    };
    expect(met).toMatchObject({ entityType: 'MEETING', entityUuid: meetingUuid, ...byAdviser });
    expect(given).toMatchObject({ entityType: 'TASK', entityUuid: task.taskUuid, eventType: null });
    expect(given).toMatchObject({ actorUuid: admin.identity['x-user-id'] });
    expect(noted).toMatchObject({ entityType: 'NOTE', entityUuid: written.noteUuid });
    expect(updated).toMatchObject({
      eventType: 'contact.updated',
      changedFields: ['alias', 'gender'],
      changes: [
        { field: 'alias', before: null, after: 'El' },
        { field: 'gender', before: 'FEMALE', after: 'MALE' },
      ],
      via: null,
    });
    expect(created).toMatchObject({
      ...{ entityType: 'CONTACT', entityUuid, eventType: 'contact.created', changedFields: [] },
      ...byAdviser,
    });
    expect(called).toMatchObject({ at: occurredAt });
  });

  test('leaves out what was deleted, who looked, and meetings that the caller may not read', async () => {
    const entityUuid = await contact();
    const { body: gone } = await note(adviser, 'CONTACT', entityUuid, 'gone');
    await adviser.delete(`/api/notes/${gone.noteUuid}`);
    const secret = await meeting(admin, 'Secret', [entityUuid]);
    await admin.put(`/api/v1/meetings/${secret}`, { endDateTime: '2035-03-01T12:00:00' });
    await record('contact.viewed', entityUuid);
    expect((await read(adviser, 'CONTACT', entityUuid)).map(({ eventType }) => eventType)).toEqual([
      'contact.created',
    ]);
    expect(told(await read(admin, 'CONTACT', entityUuid)).slice(0, 2)).toEqual([
      ['EVENT', 'Secret'],
      ['MEETING', 'Secret'],
    ]);
  });
});

describe('the timeline of a household', () => {
  test('tells of its members too, a meeting of two of them once', async () => {
    const [elena, pedro] = [
      await contact(),
      await contact(adviserUuid, { firstName: 'Pedro', displayName: null }),
    ];
    const entityUuid = await household('Araya', [elena, pedro]);
    await note(adviser, 'HOUSEHOLD', entityUuid, 'of the household');
    await note(adviser, 'CONTACT', pedro, 'of Pedro');
    const meetingUuid = await meeting(adviser, 'Review', [elena, pedro]);
    await adviser.put(`/api/v1/meetings/${meetingUuid}`, { title: 'Annual review' });
    await adviser.put(`/api/v1/meetings/${meetingUuid}`, { endDateTime: '2035-03-01T12:00:00' });
    const entries = await read(adviser, 'HOUSEHOLD', entityUuid);
    const moves = entries.filter(({ eventType }) => eventType === 'meeting.updated');
    expect(moves).toMatchObject([
      {
        entityUuid: meetingUuid,
        title: 'Annual review',
        changedFields: ['endDateTime'],
        changes: [
          { field: 'endDateTime', before: '2035-03-01T11:00:00', after: '2035-03-01T12:00:00' },
        ],
      },
    ]);
    expect(
      (await read(adviser, 'CONTACT', pedro)).filter(({ kind }) => kind === 'EVENT'),
    ).toMatchObject([{ eventType: 'meeting.updated' }, { eventType: 'contact.created' }]);
    // Who is invited later is told of what moves from then on.
    const late = await contact();
    const path = `/api/v1/meetings/${meetingUuid}`;
    const movesTold = async () =>
      (await read(adviser, 'CONTACT', late)).flatMap(({ eventType, changes }) =>
        eventType === 'meeting.updated' ? changes.map(({ after }) => after) : [],
      );
    await adviser.put(path, { contactIds: [elena, pedro, late] });
    expect(await movesTold()).toEqual([]);
    await adviser.put(path, { endDateTime: '2035-03-01T13:00:00' });
    expect(await movesTold()).toEqual(['2035-03-01T13:00:00']);
    expect(told(entries.filter(({ kind }) => kind !== 'EVENT'))).toEqual([
      ['MEETING', 'Annual review'],
      ['NOTE', 'of Pedro'],
      ['NOTE', 'of the household'],
    ]);
    const types = entries.map(({ eventType }) => eventType);
    expect(types.filter((type) => type === 'contact.created')).toHaveLength(2);
    expect(types).toContain('household.created');
    const trust = await admin.post('/api/organisations', { name: 'Fideicomiso Araya' });
    const { organisationUuid } = trust.body;
    const joins = { memberType: 'ORGANISATION', organisationUuid };
    await admin.post(`/api/households/${entityUuid}/members`, joins);
    const [latest] = await read(adviser, 'HOUSEHOLD', entityUuid);
    expect(latest).toMatchObject({
      eventType: 'household.member_added',
      about: 'Fideicomiso Araya',
    });
  });

  test('leaves members out whom partner staff do not see', async () => {
    const { body: partner } = await admin.post('/api/partners', { name: 'Cordillera' });
    const { partnerUuid } = partner;
    const insider = await tenant.as('PARTNER_STAFF', partnerUuid);
    const { tenantStaffUuid: theirs } = await tenant.staff({ partnerUuid });
    const [seen, unseen] = [await contact(theirs), await contact()];
    const entityUuid = await household('Araya', [seen, unseen], theirs);
    for (const [uuid, text] of [
      [seen, 'seen'],
      [unseen, 'unseen'],
    ] as const)
      await note(admin, 'CONTACT', uuid, text);
    const entries = await read(insider, 'HOUSEHOLD', entityUuid);
    expect(entries.map(({ title }) => title)).toContain('seen');
    expect(JSON.stringify(entries)).not.toContain('unseen');
    expect(entries.map((entry) => entry.entityUuid)).not.toContain(unseen);
    expect((await insider.get(pathOf('CONTACT', unseen))).status).toBe(404);
  });
});

test('the timeline of a meeting has the meeting, its events, notes and tasks, for who reads it', async () => {
  const meetingUuid = await meeting(adviser, 'Review', []);
  await note(adviser, 'MEETING', meetingUuid, 'Bring the papers');
  const task = { title: 'Book a room', entityType: 'MEETING', entityUuid: meetingUuid };
  await adviser.post('/api/tasks', task);
  const entries = await read(adviser, 'MEETING', meetingUuid);
  expect(told(entries).slice(0, 2)).toEqual([
    ['TASK', 'Book a room'],
    ['NOTE', 'Bring the papers'],
  ]);
  expect(told(entries)).toContainEqual(['MEETING', 'Review']);
  expect(entries.map(({ eventType }) => eventType)).toContain('meeting.created');
  const colleague = await tenant.as('TENANT_STAFF');
  expect((await colleague.get(pathOf('MEETING', meetingUuid))).status).toBe(404);
});

describe('a walk through a timeline', () => {
  test('meets every entry once, also while others are added, and ends', async () => {
    const entityUuid = await contact();
    for (let count = 0; count < 7; count++)
      await note(adviser, 'CONTACT', entityUuid, `Note ${count}`);
    // All at one moment, so that only the key tells their order.
    await w.db.asPlatform((tx) => tx`update notes set created_at = '2026-01-01T00:00:00Z'`);
    const met: (string | null)[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = `${pathOf('CONTACT', entityUuid)}&size=3&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await adviser.get(page);
      met.push(...body.content.map(({ title }: Entry) => title));
      cursor = body.nextCursor;
      await note(adviser, 'CONTACT', entityUuid, 'Later');
    }
    expect(met).toHaveLength(8);
    expect(new Set(met)).toEqual(
      new Set(['Isabel Fuentes', ...Array.from({ length: 7 }, (_, at) => `Note ${at}`)]),
    );
  });

  test('takes no cursor of another record or person, and no altered one', async () => {
    const [one, other] = [await contact(), await contact()];
    for (const uuid of [one, other]) await note(adviser, 'CONTACT', uuid, 'Called');
    const { body } = await adviser.get(`${pathOf('CONTACT', one)}&size=1`);
    const cursor = `&size=1&cursor=${body.nextCursor}`;
    expect((await adviser.get(pathOf('CONTACT', one) + cursor)).status).toBe(200);
    for (const answer of [
      await adviser.get(pathOf('CONTACT', other) + cursor),
      await admin.get(pathOf('CONTACT', one) + cursor),
      await adviser.get(`${pathOf('CONTACT', one)}${cursor}A`),
    ])
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'cursor']);
  });
});

test.each([
  ['size=0', 'size'],
  ['size=101', 'size'],
  ['size=many', 'size'],
  ['entityType=STAFF', 'entityType'],
  ['entityUuid=me', 'entityUuid'],
])('a timeline with %s is refused by name', async (stated, field) => {
  const query = new URLSearchParams({ entityType: 'CONTACT', entityUuid: randomUUID() });
  for (const [name, value] of new URLSearchParams(stated)) query.set(name, value);
  const answer = await adviser.get(`/api/timeline?${query}`);
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
});

test('clients read no timeline, and that of another firm or a deleted record is not there', async () => {
  const entityUuid = await contact();
  const path = pathOf('CONTACT', entityUuid);
  expect((await (await tenant.as('CLIENT')).get(path)).status).toBe(403);
  const stranger = await (await w.tenant()).as('TENANT_ADMIN');
  expect((await stranger.get(path)).status).toBe(404);
  expect((await adviser.get(pathOf('HOUSEHOLD', entityUuid))).status).toBe(404);
  await admin.delete(`/api/contacts/${entityUuid}`);
  expect((await admin.get(path)).status).toBe(404);
});

test('events are read by the index of their record, however many the firm has', async () => {
  const entityUuid = await contact();
  const { tenantUuid } = tenant;
  await w.db.asPlatform(
    (tx) => tx`
      insert into events (tenant_uuid, event_uuid, event_type, actor_type, entity_type, entity_id)
      select ${tenantUuid}, gen_random_uuid(), 'contact.updated', 'SYSTEM', 'CONTACT', gen_random_uuid()
        from generate_series(1, 5000)`,
  );
  await w.sql`analyze events`;
  const caller = { userUuid: adviserUuid, roles: ['TENANT_STAFF'] } as unknown as Caller;
  const key = { entityType: 'CONTACT', entityUuid } as const;
  const [plan] = await w.db.asTenant(tenantUuid, system, (tx) =>
    plansOf(tx, (explaining) =>
      Promise.resolve(listEntries(explaining, caller, key, { after: undefined, limit: 21 })),
    ),
  );
  expect(plan).toContain('using events_by_entity');
});

test('a page of a hundred thousand events reads no more of them than it shows, the first and the last', async () => {
  const entityUuid = await contact();
  const caller = { userUuid: adviserUuid, roles: ['TENANT_STAFF'] } as unknown as Caller;
  const key = { entityType: 'CONTACT', entityUuid } as const;
  const reads: number[] = [];
  // Undone, so that no worker takes them up.
  const undone = w.db.asTenant(tenant.tenantUuid, system, async (tx) => {
    await tx`
      insert into events (tenant_uuid, event_uuid, event_type, actor_type, entity_type, entity_id, occurred_at)
      select ${tenant.tenantUuid}, gen_random_uuid(), 'contact.updated', 'SYSTEM', 'CONTACT', ${entityUuid},
             now() - step * interval '1 second'
        from generate_series(1, 100000) step`;
    const [{ at }] = await tx<[{ at: string }]>`select (now() - interval '27 hours')::text as at`;
    const countRead = async () => {
      const [row] = await tx<[{ count: number }]>`
        select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables
         where relname = 'events'`;
      return row.count;
    };
    for (const after of [undefined, [at, randomUUID()] as [string, string]]) {
      const before = await countRead();
      expect(await listEntries(tx, caller, key, { after, limit: 101 })).toHaveLength(101);
      reads.push((await countRead()) - before);
    }
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  for (const read of reads) expect(read).toBeLessThan(300);
  expect(Math.min(...reads)).toBeGreaterThan(0);
});
