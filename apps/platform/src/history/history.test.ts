import { createHash, randomUUID } from 'node:crypto';
import canonicalize from 'canonicalize';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { member } from '../../test-support/household-world.ts';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { removeAllExpired } from '../background/sweep-expired.ts';

const w = await world();
let m: Awaited<ReturnType<typeof meetingWorld>>;
beforeAll(async () => {
  m = await meetingWorld(w);
});

type Entry = {
  at: string;
  eventId: string;
  actorUuid: string | null;
  actorName: string | null;
  field: string;
  before: string | null;
  after: string | null;
  isLong?: true;
};

async function read(entityType: string, entityUuid: string, query = '', by: Client = m.admin) {
  const path = `/api/history?entityType=${entityType}&entityUuid=${entityUuid}${query}`;
  const { status, body } = await by.get(path);
  return { status, body, content: (body.content ?? []) as Entry[] };
}
/** The values of the changed fields, the newest first. */
async function changes(entityType: string, entityUuid: string, query = '') {
  const { status, content } = await read(entityType, entityUuid, query);
  expect(status).toBe(200);
  return content.map(({ field, before, after }) => [field, before, after]);
}
const put = async (path: string, body: object, by: Client = m.admin) => {
  const answer = await by.put(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const events = (entityUuid: string) =>
  w.db.asPlatform(
    (tx) => tx<{ eventUuid: string; attributes: Record<string, string> }[]>`
      select event_uuid, attributes from events where entity_id = ${entityUuid} order by event_uuid`,
  );
const household = async (changes: object = {}) => {
  const { status, body } = await m.admin.post('/api/households', {
    name: 'Familia Soto',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: uuidOf(m.host),
    isActive: true,
    ...changes,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.householdUuid as string;
};

describe('the history of a record', () => {
  test('has the fields of a contact that changed, with their values as the API shows them', async () => {
    const contactUuid = await m.contact({ firstName: 'Ana', middleName: null });
    expect(await changes('CONTACT', contactUuid)).toEqual([]);
    const path = `/api/contacts/${contactUuid}`;
    const before = (await m.admin.get(path)).body;
    await put(path, { firstName: 'Anaís', annualIncome: null, customFields: { b: 1, a: [true] } });
    await put(path, { middleName: 'Luz' }, m.host);
    expect(await changes('CONTACT', contactUuid)).toEqual([
      ['middleName', before.middleName, 'Luz'],
      [
        'customFields',
        before.customFields && canonicalize(before.customFields),
        '{"a":[true],"b":1}',
      ],
      ['firstName', 'Ana', 'Anaís'],
    ]);
    expect(await changes('CONTACT', contactUuid, '&field=firstName')).toEqual([
      ['firstName', 'Ana', 'Anaís'],
    ]);
    const [newest] = (await read('CONTACT', contactUuid)).content;
    expect(newest).toMatchObject({ actorType: 'TENANT_STAFF', actorUuid: uuidOf(m.host) });
    expect(newest?.actorName).toMatch(/\S/);
    await m.admin.delete(path);
    await m.admin.post(`${path}/restore`);
    expect(await changes('CONTACT', contactUuid)).toHaveLength(3);
  });

  test('is covered by the hash in its event, which has no value', async () => {
    const contactUuid = await m.contact();
    await put(`/api/contacts/${contactUuid}`, { alias: 'Secret alias', firstName: 'Berta' });
    const event = (await events(contactUuid)).at(-1);
    const [kept] = await w.db.asPlatform(
      (tx) => tx<{ salt: string; changes: Entry[] }[]>`
        select salt, changes from record_history where event_uuid = ${event?.eventUuid ?? ''}`,
    );
    expect(kept?.salt).toMatch(/^[0-9a-f]{32}$/);
    const read = (await changes('CONTACT', contactUuid)).map(([field, before, after]) => ({
      field,
      before,
      after,
    }));
    const hash = createHash('sha256')
      .update(`${kept?.salt}\n${canonicalize(read)}`)
      .digest('hex');
    expect(event?.attributes.changesHash).toBe(hash);
    expect(JSON.stringify(event?.attributes)).not.toContain('Secret alias');
  });

  test('says of a long text only that it changed', async () => {
    const { path, meetingUuid } = await m.meeting();
    const long = 'ñ'.repeat(1_001);
    const just = 'ñ'.repeat(1_000);
    await put(path, { description: just }, m.host);
    await put(path, { description: long }, m.host);
    await put(path, { description: 'short' }, m.host);
    const { content } = await read('MEETING', meetingUuid, '&field=description');
    expect(content.map(({ before, after, isLong }) => [before, after, isLong])).toEqual([
      [null, null, true],
      [null, null, true],
      [null, just, undefined],
    ]);
  });

  test('keeps no password of a meeting, and who takes part in it', async () => {
    const { path, meetingUuid } = await m.meeting();
    await put(path, { meetingPassword: 'open sesame' }, m.host);
    expect((await events(meetingUuid)).at(-1)?.attributes).not.toHaveProperty('changesHash');
    await put(path, { meetingPassword: 'other', title: 'Other' }, m.host);
    await put(path, { staffIds: [] }, m.host);
    await m.host.post(`${path}/cancel`);
    const found = await changes('MEETING', meetingUuid);
    expect(found.map(([field]) => field)).toEqual(['status', 'participants', 'title']);
    expect(found[0]).toEqual(['status', 'ACTIVE', 'CANCELED']);
    expect(found[1]?.[1]).toContain(uuidOf(m.colleague));
    expect(found[1]?.[2]).not.toContain(uuidOf(m.colleague));
    const [{ count }] = await w.db.asPlatform(
      (tx) => tx<[{ count: number }]>`
        select count(*)::int as count from record_history where changes::text like '%sesame%'`,
    );
    expect(count).toBe(0);
  });

  test('is kept of households with their members and accounts, of organisations, staff and tasks', async () => {
    const householdUuid = await household({ accountNumbers: ['A-1'] });
    const path = `/api/households/${householdUuid}`;
    const contactUuid = await m.contact();
    await put(path, { name: 'Familia Sotomayor', accountNumbersToLink: ['B-2'] });
    await put(`${path}/accounts/B-2`, { currency: 'USD' });
    await m.admin.post(`${path}/members`, member(contactUuid, { relationshipType: 'SELF' }));
    const [joined, saved, ...updated] = await changes('HOUSEHOLD', householdUuid);
    expect([joined?.[0], joined?.[1]]).toEqual(['members', '[]']);
    expect(joined?.[2]).toContain(contactUuid);
    expect([saved?.[0], saved?.[1]]).toEqual(['accounts', '[]']);
    expect(updated).toEqual([
      ['accountNumbers', '["A-1"]', '["A-1","B-2"]'],
      ['name', 'Familia Soto', 'Familia Sotomayor'],
    ]);

    const { body: organisation } = await m.admin.post('/api/organisations', { name: 'Araya SpA' });
    const { organisationUuid } = organisation;
    await put(`/api/organisations/${organisationUuid}`, { name: 'Araya Ltda', isActive: false });
    expect(await changes('ORGANISATION', organisationUuid)).toEqual([
      ['isActive', 'true', 'false'],
      ['name', 'Araya SpA', 'Araya Ltda'],
    ]);

    const member1 = await m.tenant.staff();
    await put(`/api/tenant-staff/${member1.tenantStaffUuid}`, { jobPosition: 'Head of desk' });
    expect(await changes('STAFF', member1.tenantStaffUuid)).toEqual([
      ['jobPosition', member1.jobPosition ?? null, 'Head of desk'],
    ]);

    const { body: task } = await m.admin.post('/api/tasks', {
      title: 'Call',
      assigneeUuid: uuidOf(m.host),
    });
    await put(`/api/tasks/${task.taskUuid}`, { title: 'Call twice', dueDate: '2035-03-01' });
    await m.admin.post(`/api/tasks/${task.taskUuid}/complete`);
    const ofTask = await changes('TASK', task.taskUuid);
    expect(ofTask.map(([field]) => field)).toEqual(['completedAt', 'status', 'dueDate', 'title']);
    expect(ofTask.slice(1)).toEqual([
      ['status', 'OPEN', 'DONE'],
      ['dueDate', null, '2035-03-01'],
      ['title', 'Call', 'Call twice'],
    ]);
  });

  test('is kept of what a hand-over and a merge change', async () => {
    const own = await meetingWorld(w);
    const contactUuid = await own.contact();
    const { meetingUuid } = await own.meeting();
    const [from, to] = [uuidOf(own.host), uuidOf(own.stranger)];
    const transfer = await own.admin.post(`/api/tenant-staff/${from}/transfer`, {
      toStaffUuid: to,
    });
    expect(transfer.status).toBe(200);
    const of = async (entityType: string, uuid: string) =>
      (await read(entityType, uuid, '', own.admin)).content.map(({ field, before, after }) => [
        field,
        before,
        after,
      ]);
    expect(await of('CONTACT', contactUuid)).toEqual([['contactManagerEntityUuid', from, to]]);
    expect(await of('MEETING', meetingUuid)).toContainEqual(['hostUuid', from, to]);

    const address = { streetName: 'Main', contactAddressType: 'SALES' };
    const other = await own.contact({ firstName: 'Olga' });
    await own.admin.put(`/api/contacts/${other}`, { addresses: [address] });
    const merge = await own.admin.post(`/api/contacts/${contactUuid}/merge`, {
      fromContactUuid: other,
      take: ['firstName'],
    });
    expect(merge.status, JSON.stringify(merge.body)).toBe(200);
    const fields = (await of('CONTACT', contactUuid)).map(([field]) => field);
    expect(fields.slice(0, -1).toSorted()).toEqual(['addresses', 'firstName']);
  });

  test('comes in parts of any size from 1 to 100, each change once', async () => {
    const contactUuid = await m.contact();
    for (const name of ['One', 'Two', 'Three'])
      await put(`/api/contacts/${contactUuid}`, {
        firstName: name,
        alias: name,
        displayName: name,
      });
    const whole = (await read('CONTACT', contactUuid, '&size=100')).content;
    expect(whole).toHaveLength(9);
    for (const size of [1, 2, 4]) {
      const parts: Entry[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = `&size=${size}&cursor=${encodeURIComponent(cursor)}`;
        const { status, body, content } = await read('CONTACT', contactUuid, query);
        expect(status).toBe(200);
        expect(content.length).toBeLessThanOrEqual(size);
        parts.push(...content);
        cursor = body.nextCursor;
      }
      expect(parts).toEqual(whole);
    }
    for (const wrong of [
      '&size=0',
      '&size=101',
      '&size=x',
      '&cursor=x',
      '&cursor=[1]',
      '&cursor=["a","b","c"]',
    ])
      expect((await read('CONTACT', contactUuid, wrong)).status, wrong).toBe(400);
    expect((await read('NOTE', contactUuid)).status).toBe(400);
    expect((await read('CONTACT', 'x')).status).toBe(400);
  });

  test('is read by whoever may read the record', async () => {
    const contactUuid = await m.contact();
    await put(`/api/contacts/${contactUuid}`, { firstName: 'Zoe' });
    const { meetingUuid, path } = await m.meeting();
    await put(path, { title: 'Other' }, m.host);
    const partner = await m.admin.post('/api/partners', { name: `P ${randomUUID()}` });
    const partnerUuid = partner.body.partnerUuid as string;
    const outsider = await m.tenant.as('PARTNER_STAFF', partnerUuid);
    const foreign = await (await w.tenant()).as('TENANT_ADMIN');
    expect((await read('CONTACT', contactUuid, '', outsider)).status).toBe(404);
    expect((await read('STAFF', uuidOf(m.host), '', outsider)).status).toBe(403);
    expect((await read('CONTACT', contactUuid, '', foreign)).status).toBe(404);
    expect((await read('MEETING', meetingUuid, '', m.stranger)).status).toBe(404);
    expect((await read('MEETING', meetingUuid, '', m.colleague)).content).toHaveLength(1);
    expect((await read('CONTACT', contactUuid, '', m.client)).status).toBe(403);
    for (const kind of ['CONTACT', 'HOUSEHOLD', 'ORGANISATION', 'STAFF', 'MEETING', 'TASK'])
      expect((await read(kind, randomUUID())).status, kind).toBe(404);
    await m.admin.delete(`/api/contacts/${contactUuid}`);
    expect((await read('CONTACT', contactUuid)).content).toHaveLength(1);
    expect((await read('CONTACT', contactUuid, '', m.host)).status).toBe(404);
  });

  test('of a tenant is read by its administrators and the platform’s', async () => {
    const tenant = await w.tenant('Old name');
    const [admin, staff] = [await tenant.as('TENANT_ADMIN'), await tenant.as('TENANT_STAFF')];
    const system = await w.systemAdmin();
    await put(`/api/tenants/${tenant.tenantUuid}`, { name: 'New name', code: tenant.code }, system);
    for (const by of [admin, system]) {
      const { content } = await read('TENANT', tenant.tenantUuid, '', by);
      expect(content).toMatchObject([{ field: 'name', before: 'Old name', after: 'New name' }]);
      expect(content[0]?.actorName).toBe('Test');
    }
    expect((await read('TENANT', tenant.tenantUuid, '', staff)).status).toBe(403);
    expect((await read('TENANT', tenant.tenantUuid, '', m.admin)).status).toBe(403);
    expect((await read('TENANT', randomUUID(), '', system)).status).toBe(404);
  });

  test('of an erased person has no values and salts, and neither has what others’ said of it', async () => {
    const email = `${randomUUID()}@quaint.example`;
    const contactUuid = await m.contact({ preferredEmail: email });
    await put(`/api/contacts/${contactUuid}`, { firstName: 'Ludmila' });
    const { body: task } = await m.admin.post('/api/tasks', {
      title: 'Call',
      assigneeUuid: uuidOf(m.host),
    });
    await put(`/api/tasks/${task.taskUuid}`, { title: `Call ${email}` });
    await put(`/api/tasks/${task.taskUuid}`, { title: 'Call somebody', priority: 'HIGH' });
    const held = await m.admin.get(`/api/contacts/${contactUuid}/personal-data`);
    expect(JSON.stringify(held.body.history)).toContain('Ludmila');
    const erased = await m.admin.post(`/api/contacts/${contactUuid}/erase`, { reason: 'Asked' });
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    const rows = await w.db.asPlatform(
      (tx) => tx<{ salt: string | null; changes: unknown }[]>`
        select salt, changes from record_history
         where entity_uuid = any(${[contactUuid, task.taskUuid]}::uuid[])`,
    );
    expect(rows).toEqual(Array(3).fill({ salt: null, changes: null }));
    expect((await events(task.taskUuid)).at(-1)?.attributes.changesHash).toMatch(/^[0-9a-f]{64}$/);
    expect(await changes('TASK', task.taskUuid)).toEqual([]);
  });

  test('of a staff member goes two years after the deletion', async () => {
    const [kept, gone] = [await m.tenant.staff(), await m.tenant.staff()];
    for (const [{ tenantStaffUuid }, ago] of [
      [kept, '1 year'],
      [gone, '25 months'],
    ] as const) {
      await put(`/api/tenant-staff/${tenantStaffUuid}`, { jobPosition: 'Head' });
      await w.db.asPlatform(
        (tx) => tx`
          update staff_members set deleted_at = now() - ${ago}::interval
           where staff_uuid = ${tenantStaffUuid}`,
      );
    }
    await removeAllExpired(w.db);
    expect(await changes('STAFF', kept.tenantStaffUuid)).toHaveLength(1);
    expect(await changes('STAFF', gone.tenantStaffUuid)).toEqual([]);
  });
});
