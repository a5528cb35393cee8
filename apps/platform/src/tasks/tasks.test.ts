import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';

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

const today = (zone: string) => Temporal.Now.plainDateISO(zone);
const titles = (answer: { body: { content: { title: string }[] } }) =>
  answer.body.content.map(({ title }) => title);

async function contact(manager = adviserUuid): Promise<string> {
  const { body } = await admin.post('/api/contacts', contactInput(tenant.tenantUuid, manager));
  return body.contactUuid;
}

async function eventsOf(taskUuid: string): Promise<{ eventType: string; attributes: object }[]> {
  return w.db.asPlatform(
    (tx) => tx<{ eventType: string; attributes: object }[]>`
      select event_type, attributes from events where entity_id = ${taskUuid} and entity_type = 'TASK'
       order by event_uuid`,
  );
}

describe('a task', () => {
  test('is created, read, changed, completed, reopened and deleted, each with its event', async () => {
    const entityUuid = await contact();
    const input = {
      title: 'Send the proposal',
      details: 'With the bond ladder',
      dueDate: '2035-03-01',
      entityType: 'CONTACT',
      entityUuid,
      priority: 'HIGH',
    };
    const { status, body: created } = await adviser.post('/api/tasks', input);
    expect(status).toBe(201);
    expect(created).toMatchObject({
      ...input,
      assigneeUuid: adviserUuid,
      assigneeName: 'Ana Rojas',
      createdBy: adviserUuid,
      status: 'OPEN',
      completedAt: null,
      isOverdue: false,
    });
    const path = `/api/tasks/${created.taskUuid}`;
    expect((await admin.get(path)).body).toEqual(created);

    const changes = { title: 'Send it', details: null, dueDate: null, priority: 'LOW' };
    const changed = await admin.put(path, { ...changes, entityType: null, entityUuid: null });
    expect(changed.body).toMatchObject({ ...changes, entityType: null, entityUuid: null });
    expect((await admin.put(path, { title: 'Send it' })).status).toBe(200);

    const done = await adviser.post(`${path}/complete`);
    expect(done.body).toMatchObject({ status: 'DONE', completedAt: expect.any(String) });
    expect((await adviser.post(`${path}/complete`)).body).toEqual(done.body);
    const open = await adviser.post(`${path}/reopen`);
    expect(open.body).toMatchObject({ status: 'OPEN', completedAt: null });
    expect((await adviser.post(`${path}/reopen`)).status).toBe(200);
    expect((await adviser.delete(path)).status).toBe(204);
    for (const gone of [await adviser.get(path), await adviser.post(`${path}/complete`)])
      expect(gone.status).toBe(404);

    const events = await eventsOf(created.taskUuid);
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'task.created',
      'task.updated',
      'task.completed',
      'task.reopened',
      'task.deleted',
    ]);
    expect(JSON.stringify(events)).not.toContain('proposal');
  });

  test.each([
    ['no title', { title: undefined }, 'title'],
    ['a title of spaces', { title: ' ' }, 'title'],
    ['a title of 201 characters', { title: 'a'.repeat(201) }, 'title'],
    ['a day that is none', { dueDate: '2030-02-30' }, 'dueDate'],
    ['a day of the year 0', { dueDate: '0000-01-01' }, 'dueDate'],
    ['an unknown priority', { priority: 'URGENT' }, 'priority'],
    ['an unknown assignee', { assigneeUuid: randomUUID() }, 'assigneeUuid'],
    ['a type of record alone', { entityType: 'CONTACT' }, 'entityUuid'],
    ['a record without its type', { entityUuid: randomUUID() }, 'entityType'],
    ['an unknown record', { entityType: 'MEETING', entityUuid: randomUUID() }, 'entityUuid'],
  ])('with %s is refused by name', async (_title, changes, field) => {
    const input = { title: 'Call', ...changes };
    const answer = await adviser.post('/api/tasks', input);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });

  test('is not given to who has left or is inactive, and stays with who leaves', async () => {
    const [left, asleep] = await Promise.all([tenant.staff(), tenant.staff({ isActive: false })]);
    const given = { title: 'Call', assigneeUuid: left.tenantStaffUuid };
    const { body: task } = await adviser.post('/api/tasks', given);
    await admin.delete(`/api/tenant-staff/${left.tenantStaffUuid}`, {
      staffUuidToDelete: left.tenantStaffUuid,
    });
    for (const { tenantStaffUuid } of [left, asleep]) {
      const answer = await adviser.post('/api/tasks', {
        title: 'Call',
        assigneeUuid: tenantStaffUuid,
      });
      expect(answer.status).toBe(400);
    }
    const kept = await adviser.put(`/api/tasks/${task.taskUuid}`, { title: 'Call back' });
    expect(kept.body).toMatchObject({ assigneeUuid: left.tenantStaffUuid, title: 'Call back' });
  });
});

describe('the list of tasks', () => {
  test('is by due date, and selects by assignee, status, day and record', async () => {
    const entityUuid = await contact();
    const { tenantStaffUuid: other } = await tenant.staff();
    const inputs = [
      { title: 'later', dueDate: '2030-05-02' },
      { title: 'sometime' },
      { title: 'sooner', dueDate: '2030-05-01', entityType: 'CONTACT', entityUuid },
      { title: 'theirs', dueDate: '2030-05-03', assigneeUuid: other },
    ];
    for (const input of inputs) await adviser.post('/api/tasks', input);
    const { body: done } = await adviser.post('/api/tasks', { title: 'done' });
    await adviser.post(`/api/tasks/${done.taskUuid}/complete`);

    expect(titles(await adviser.get('/api/tasks?status=OPEN'))).toEqual([
      'sooner',
      'later',
      'theirs',
      'sometime',
    ]);
    expect(titles(await adviser.get(`/api/tasks?assigneeUuid=${other}`))).toEqual(['theirs']);
    expect(titles(await adviser.get('/api/tasks?dueBefore=2030-05-02'))).toEqual(['sooner']);
    expect(titles(await adviser.get('/api/tasks?status=DONE'))).toEqual(['done']);
    const about = `/api/tasks?entityType=CONTACT&entityUuid=${entityUuid}`;
    expect(titles(await adviser.get(about))).toEqual(['sooner']);
    const first = await adviser.get('/api/tasks?status=OPEN&size=3&cursor=');
    const next = encodeURIComponent(first.body.nextCursor);
    expect(titles(await adviser.get(`/api/tasks?status=OPEN&size=3&cursor=${next}`))).toEqual([
      'sometime',
    ]);
    const found = async (words: string) =>
      titles(await adviser.get(`/api/tasks?searchTerm=${encodeURIComponent(words)}`));
    await adviser.post('/api/tasks', { title: 'Reunión', details: 'propuesta 100%' });
    expect(await found('reunion PROP')).toEqual(['Reunión']);
    expect(await found('0%')).toEqual(['Reunión']);
    expect(await found('o_n')).toEqual([]);
    for (const query of ['status=LATE', 'dueBefore=2030-13-01', `entityUuid=${entityUuid}`])
      expect((await adviser.get(`/api/tasks?${query}`)).status).toBe(400);
  });

  test('says what is overdue by the clock of the assignee', async () => {
    const zones = ['Pacific/Kiritimati', 'Pacific/Niue'];
    // These two clocks are always on different days: what is due today in one was due in the other.
    const [ahead, behind] = zones.map(today);
    const isOverdue = async (timeZone: string, dueDate = ahead) => {
      const { tenantStaffUuid: assigneeUuid } = await tenant.staff({ timeZone });
      const input = { title: 'Call', assigneeUuid, dueDate: String(dueDate) };
      const { body } = await adviser.post('/api/tasks', input);
      return body.isOverdue;
    };
    expect(await isOverdue('Pacific/Kiritimati', behind)).toBe(true);
    expect(await isOverdue('Pacific/Kiritimati', ahead)).toBe(false);
    expect(await isOverdue('Pacific/Niue', behind)).toBe(false);
    expect(await isOverdue('Pacific/Niue', behind?.subtract({ days: 1 }))).toBe(true);
  });
});

test('partner staff have the tasks of their own people and of records that they see', async () => {
  const { body: partner } = await admin.post('/api/partners', { name: 'Cordillera' });
  const { partnerUuid } = partner;
  const [insider, { tenantStaffUuid: colleague }] = await Promise.all([
    tenant.as('PARTNER_STAFF', partnerUuid),
    tenant.staff({ partnerUuid }),
  ]);
  const [seen, unseen] = [await contact(colleague), await contact()];
  const given = async (input: object) =>
    (await admin.post('/api/tasks', { title: 'Call', ...input })).body.taskUuid;
  const own = await given({ assigneeUuid: colleague, entityType: 'CONTACT', entityUuid: unseen });
  const about = await given({ entityType: 'CONTACT', entityUuid: seen });
  const hidden = await given({ entityType: 'CONTACT', entityUuid: unseen });
  expect((await insider.get('/api/tasks')).body.totalElements).toBe(2);
  for (const taskUuid of [own, about]) {
    expect((await insider.get(`/api/tasks/${taskUuid}`)).status).toBe(200);
    expect((await insider.post(`/api/tasks/${taskUuid}/complete`)).status).toBe(200);
  }
  for (const refused of [
    await insider.get(`/api/tasks/${hidden}`),
    await insider.put(`/api/tasks/${hidden}`, { title: 'Mine' }),
    await insider.post(`/api/tasks/${hidden}/complete`),
    await insider.delete(`/api/tasks/${hidden}`),
  ])
    expect(refused.status).toBe(404);

  const away = await insider.put(`/api/tasks/${own}`, { assigneeUuid: adviserUuid });
  expect([away.status, away.body.errors[0].field]).toEqual([400, 'assigneeUuid']);
  const toTenant = { title: 'Sign', assigneeUuid: adviserUuid };
  expect((await insider.post('/api/tasks', toTenant)).status).toBe(400);
  const withRecord = { ...toTenant, entityType: 'CONTACT', entityUuid: seen };
  expect((await insider.post('/api/tasks', withRecord)).status).toBe(201);
  expect((await insider.post('/api/tasks', { title: 'Own' })).status).toBe(201);
  const [event] = await eventsOf(about);
  expect(event?.attributes).toMatchObject({ partnerUuid });
});

test('clients have no tasks, and those of another firm are not there', async () => {
  const { body } = await adviser.post('/api/tasks', { title: 'Call' });
  expect((await (await tenant.as('CLIENT')).get('/api/tasks')).status).toBe(403);
  const stranger = await (await w.tenant()).as('TENANT_ADMIN');
  expect((await stranger.get(`/api/tasks/${body.taskUuid}`)).status).toBe(404);
  expect((await stranger.get('/api/tasks')).body.totalElements).toBe(0);
});

test('thirty who complete a task at once record it once', async () => {
  const { body } = await adviser.post('/api/tasks', { title: 'Call' });
  const path = `/api/tasks/${body.taskUuid}/complete`;
  const answers = await Promise.all(Array.from({ length: 30 }, () => adviser.post(path)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await eventsOf(body.taskUuid)).toHaveLength(2);
});
