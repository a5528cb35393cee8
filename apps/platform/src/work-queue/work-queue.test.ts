import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { queueKinds } from './schemas.ts';

const w = await world();
let m: Awaited<ReturnType<typeof meetingWorld>>;
const made: Record<string, string> = {};

type Item = Record<string, string | null> & { more?: object[]; detail: Record<string, unknown> };

async function queue(query = '', by: Client = m.admin) {
  const { status, body } = await by.get(`/api/work-queue?size=100${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { content: Item[]; counts: { kind: string; total: number }[]; nextCursor: string };
}
const keys = async (query = '', by?: Client) =>
  (await queue(query, by)).content.map(({ itemKey }) => itemKey);

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();
const inHours = (hours: number) =>
  Temporal.Now.zonedDateTimeISO('UTC').add({ hours }).toPlainDateTime().toString().slice(0, 19);

/** Makes a contact with a name of its own, alike to nobody else. */
async function contact(name: string, changes: object = {}, later: object = {}) {
  const contactUuid = await m.contact({
    ...contactInput(m.tenant.tenantUuid, uuidOf(m.host)),
    contactType: 'SUBSCRIBER',
    firstName: name,
    paternalLastName: 'Cola',
    preferredEmail: null,
    preferredPhoneNumber: null,
    identityId: null,
    identityType: null,
    ...changes,
  });
  if (Object.keys(later).length > 0)
    expect((await m.admin.put(`/api/contacts/${contactUuid}`, later)).status).toBe(200);
  return contactUuid;
}
const paper = (expirationDate: string | null, specificationType = 'PASSPORT') => ({
  specificationData: {
    specificationType,
    country: 'CHL',
    identityId: 'P1',
    ...(expirationDate && { expirationDate }),
  },
});
const document = (expirationDate: string) => ({ identityDocuments: [paper(expirationDate)] });
const meeting = async (hours: number) => {
  const times = { startDateTime: inHours(hours), endDateTime: inHours(hours + 1), timezone: 'UTC' };
  return (await m.meeting(times)).meetingUuid as string;
};

beforeAll(async () => {
  m = await meetingWorld(w);
  made.expired = await contact('Elsa', {}, document(inDays(-3)));
  made.expiredProspect = await contact('Pía', { contactType: 'PROSPECT' }, document(inDays(-3)));
  made.soon = await contact('Sol', {}, document(inDays(20)));
  made.later = await contact('Lía', {}, document(inDays(80)));
  made.never = await contact('Eva', {}, document(inDays(200)));
  made.otherKind = await contact(
    'Olga',
    {},
    {
      identityDocuments: [paper(inDays(-1)), paper(inDays(20), 'NATIONAL_ID')],
    },
  );
  made.replaced = await contact(
    'Rita',
    {},
    {
      identityDocuments: [paper(inDays(-1)), paper(null), paper(inDays(200), 'NATIONAL_ID')],
    },
  );
  [made.one, made.two] = [await contact('Dos'), await contact('Dos')];
  [made.tomorrow, made.near, made.far] = [await meeting(20), await meeting(60), await meeting(90)];
  const { body } = await m.host.post('/api/tasks', { title: 'Call back', dueDate: inDays(-2) });
  made.task = body.taskUuid;
  await w.db.asPlatform(
    (tx) =>
      tx`update meetings set external_sync_status = 'FAILED' where meeting_uuid = ${made.far ?? ''}`,
  );
});

describe('the queue', () => {
  test('has each kind of what waits, with how grave it is', async () => {
    await expect
      .poll(async () => (await queue('&kind=DUPLICATE')).content)
      .toMatchObject([
        {
          severity: 'LATER',
          title: 'Dos Cola, Dos Cola',
          detail: { contactUuids: [made.one, made.two].sort() },
        },
      ]);
    const { content, counts } = await queue();
    const gravityOf = (kind: string, uuid = '') =>
      content.find((each) => each.itemKey === `${kind}-${uuid}`)?.severity;
    expect({
      expired: gravityOf('DOCUMENT_EXPIRED', made.expired),
      expiredProspect: gravityOf('DOCUMENT_EXPIRED', made.expiredProspect),
      otherKind: gravityOf('DOCUMENT_EXPIRED', made.otherKind),
      replaced: gravityOf('DOCUMENT_EXPIRED', made.replaced),
      soon: gravityOf('DOCUMENT_EXPIRING', made.soon),
      later: gravityOf('DOCUMENT_EXPIRING', made.later),
      never: gravityOf('DOCUMENT_EXPIRING', made.never),
      tomorrow: gravityOf('ANSWER_MISSING', made.tomorrow),
      near: gravityOf('ANSWER_MISSING', made.near),
      far: gravityOf('ANSWER_MISSING', made.far),
      sync: gravityOf('SYNC_FAILED', made.far),
      task: gravityOf('TASK_OVERDUE', made.task),
      client: gravityOf('INCOMPLETE_CLIENT', made.never),
      prospect: gravityOf('INCOMPLETE_CLIENT', made.expiredProspect),
    }).toEqual({
      expired: 'NOW',
      expiredProspect: 'LATER',
      otherKind: 'NOW',
      replaced: undefined,
      soon: 'SOON',
      later: 'LATER',
      never: undefined,
      tomorrow: 'NOW',
      near: 'SOON',
      far: undefined,
      sync: 'SOON',
      task: 'SOON',
      client: 'LATER',
      prospect: undefined,
    });
    expect((await m.admin.get('/api/today')).body.queue).toEqual(counts);
    expect(counts.map(({ kind }) => kind)).toEqual(queueKinds);
    for (const { kind, total } of counts)
      expect(total, kind).toBe(content.filter((each) => each.kind === kind).length);
    expect(await keys('&kind=INCOMPLETE_CLIENT&withProspects=true')).toContain(
      `INCOMPLETE_CLIENT-${made.expiredProspect}`,
    );
    const answer = content.find(({ itemKey }) => itemKey === `ANSWER_MISSING-${made.near}`);
    expect(answer).toMatchObject({
      entityType: 'MEETING',
      title: 'Revisión anual',
      detail: { count: 3 },
    });
  });

  test('tells how long all of it has waited, of each kind that waits', async () => {
    const { body } = await m.admin.get('/api/work-queue?size=1&kind=TASK_OVERDUE');
    const ages = body.ages as { kind: string; days: number; weeks: number; months: number }[];
    const all = await queue('&withProspects=false');
    const daysOf = ({ since }: Item) => (Date.now() - Date.parse(`${since}Z`)) / 86_400_000;
    const countOf = (kind: string, from: number, to: number) =>
      all.content.filter((item) => {
        const days = daysOf(item);
        return item.kind === kind && days >= from && days < to;
      }).length;
    expect(ages).toEqual(
      queueKinds
        .filter((kind) => all.content.some((item) => item.kind === kind))
        .map((kind) => ({
          kind,
          days: countOf(kind, -Infinity, 7),
          weeks: countOf(kind, 7, 28),
          months: countOf(kind, 28, Infinity),
        })),
    );
    expect(ages.some(({ weeks, months }) => weeks + months > 0)).toBe(true);
  });

  test('comes by severity, then what is due first, then what waits longest, and in parts', async () => {
    const { content } = await queue();
    const ranks = content.map(({ severity }) => ['NOW', 'SOON', 'LATER'].indexOf(severity ?? ''));
    expect(ranks).toEqual([...ranks].sort());
    const soon = content
      .filter(({ severity }) => severity === 'SOON')
      .map(({ dueAt }) => dueAt ?? '9');
    expect(soon).toEqual([...soon].sort());
    const walked: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await m.admin.get(`/api/work-queue?size=3&cursor=${cursor}`);
      walked.push(...body.content.map(({ itemKey }: Item) => itemKey));
      expect(body.counts).toEqual((await queue()).counts);
      cursor = body.nextCursor;
    }
    expect(walked).toEqual(content.map(({ itemKey }) => itemKey));
    expect((await m.admin.get('/api/work-queue?cursor=x')).status).toBe(400);
    const { status, body } = await m.admin.get('/api/work-queue?kind=NONE&assigneeUuid=1');
    expect([status, body.errors.map(({ field }: { field: string }) => field).sort()]).toEqual([
      400,
      ['assigneeUuid', 'kind'],
    ]);
  });

  test('shows by person the gravest of each, and what else waits of them', async () => {
    const { content, counts } = await queue('&byPerson=true');
    const ofElsa = content.filter(({ personName }) => personName === 'Elsa Cola');
    expect(ofElsa).toMatchObject([
      {
        kind: 'DOCUMENT_EXPIRED',
        more: [{ kind: 'INCOMPLETE_CLIENT', itemKey: `INCOMPLETE_CLIENT-${made.expired}` }],
      },
    ]);
    expect(counts).toEqual((await queue()).counts);
  });

  test('is taken and given back, and keeps its order', async () => {
    const before = await keys();
    const itemKey = `DOCUMENT_EXPIRED-${made.expired}`;
    const path = `/api/work-queue/${itemKey}`;
    const taken = await m.host.post(`${path}/take`);
    expect(taken).toMatchObject({ status: 200, body: { itemKey, assigneeUuid: uuidOf(m.host) } });
    expect(taken.body.assigneeName).toMatch(/\S/);
    expect(await keys()).toEqual(before);
    expect(await keys(`&assigneeUuid=${uuidOf(m.host)}`)).toEqual(
      before.filter((key) => key === itemKey || key === `TASK_OVERDUE-${made.task}`),
    );
    expect((await m.admin.post(`${path}/take`)).body.assigneeUuid).toBe(uuidOf(m.admin));
    const released = await m.admin.post(`${path}/release`);
    expect(released).toMatchObject({ status: 200, body: { itemKey, assigneeUuid: null } });
    expect(await keys()).toEqual(before);
    const nowhere = `/api/work-queue/DOCUMENT_EXPIRED-${made.never}/take`;
    expect((await m.host.post(nowhere)).status).toBe(404);
    const recorded = await w.db.asPlatform(
      (tx) => tx`
        select event_type from events where entity_id = ${made.expired ?? ''}
           and event_type like 'work_item.%' order by event_uuid`,
    );
    expect(recorded.map(({ eventType }) => eventType)).toEqual([
      'work_item.taken',
      'work_item.taken',
      'work_item.released',
    ]);
  });

  test('is what the caller sees: of a partner its own, of meetings those that one has a part in', async () => {
    const { partnerUuid } = (await m.admin.post('/api/partners', { name: 'Socios' })).body;
    const outsider = await m.tenant.as('PARTNER_STAFF', partnerUuid);
    expect(await keys('', outsider)).toEqual([]);
    expect((await queue('', outsider)).counts.every(({ total }) => total === 0)).toBe(true);
    const path = `/api/work-queue/DOCUMENT_EXPIRED-${made.expired}/take`;
    expect((await outsider.post(path)).status).toBe(404);
    const ofMeetings = async (by: Client) =>
      (await keys('', by)).filter((key) => /^(ANSWER|SYNC)/.test(String(key))).length;
    expect([await ofMeetings(m.host), await ofMeetings(m.stranger)]).toEqual([3, 0]);
    expect((await m.client.get('/api/work-queue')).status).toBe(403);
    const other = await (await w.tenant()).as('TENANT_ADMIN');
    expect(await keys('', other)).toEqual([]);
  });
});
