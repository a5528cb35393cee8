import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { rsvpOf } from '../../test-support/rsvp-links.ts';
import { world } from '../../test-support/world.ts';
import { tellOfDocuments } from '../contacts/news.ts';

const w = await world();
let m: Awaited<ReturnType<typeof meetingWorld>>;

beforeEach(async () => {
  m = await meetingWorld(w);
});

type Item = { itemUuid: string; at: string; kind: string; actorName: string | null } & {
  [field: string]: unknown;
};
async function read(by: Client, query = '') {
  const { status, body } = await by.get(`/api/inbox${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { content: Item[]; unread: number; nextCursor: string | null };
}
const kindsOf = async (by: Client, query = '') =>
  (await read(by, query)).content.map(({ kind }) => kind);
const markRead = (by: Client, body: object) => by.post('/api/inbox/read', body);
const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();
const passport = (expirationDate: string) => ({
  specificationData: {
    specificationType: 'PASSPORT',
    country: 'CHL',
    identityId: 'P-1',
    expirationDate,
  },
});

describe('what happens to meetings', () => {
  test('is told to host and maker when somebody answers, with what was said', async () => {
    const meeting = await m.meeting();
    await m.client.put(`${meeting.path}/rsvp`, { status: 'DECLINED', note: 'De viaje' });
    await m.colleague.put(`${meeting.path}/rsvp`, { status: 'ACCEPTED' });
    await w.anonymous.put(rsvpOf(meeting, 'guest@example.com'), { status: 'ACCEPTED' });
    const { content, unread } = await read(m.host);
    const of = { entityType: 'MEETING', entityUuid: meeting.meetingUuid, title: 'Revisión anual' };
    expect(content).toMatchObject([
      { kind: 'MEETING_ACCEPTED', actorName: 'Gabriel', ...of },
      { kind: 'MEETING_ACCEPTED', actorName: 'Ana Rojas', ...of },
      {
        kind: 'MEETING_DECLINED',
        actorName: 'Isabel Fuentes',
        note: 'De viaje',
        isRead: false,
        ...of,
      },
    ]);
    expect(unread).toBe(3);
    for (const by of [m.client, m.colleague, m.admin, m.stranger])
      expect(await kindsOf(by)).toEqual([]);
  });

  test('shows what was written to its host and maker of now, with the answer that it was written with', async () => {
    const meeting = await m.meeting({ hostUuid: uuidOf(m.host) }, m.admin);
    await m.client.put(`${meeting.path}/rsvp`, { status: 'DECLINED', note: 'De viaje' });
    const staffIds = [uuidOf(m.host), uuidOf(m.colleague)];
    const given = await m.admin.put(meeting.path, { hostUuid: uuidOf(m.stranger), staffIds });
    expect(given.status, JSON.stringify(given.body)).toBe(200);
    const declined = async (by: Client) =>
      (await read(by, '?kind=MEETING_DECLINED')).content.map(({ actorName, note }) => [
        actorName,
        note,
      ]);
    expect(await declined(m.host)).toEqual([['Isabel Fuentes', null]]);
    expect(await declined(m.admin)).toEqual([['Isabel Fuentes', 'De viaje']]);
    await m.client.put(`${meeting.path}/rsvp`, { status: 'ACCEPTED', note: 'Sí voy' });
    expect(await declined(m.admin)).toEqual([]);
    const { content } = await read(m.admin, '?kind=MEETING_ACCEPTED');
    expect(content).toMatchObject([{ note: 'Sí voy' }]);
  });

  test('is one item for a meeting and a participant, with what holds now and the times proposed', async () => {
    const meeting = await m.meeting({ timezone: 'America/Santiago' });
    const times = { startDateTime: '2030-05-07T16:00:00', endDateTime: '2030-05-07T17:00:00' };
    const say = async (body: object) =>
      expect((await m.client.put(`${meeting.path}/rsvp`, body)).status).toBe(200);
    const told = async () => (await read(m.host)).content;
    await say({ proposed: [times] });
    expect(await told()).toMatchObject([{ kind: 'MEETING_ANSWERED', proposed: [times] }]);
    await say({ status: 'DECLINED' });
    await say({ status: 'DECLINED', note: 'De viaje' });
    await say({ proposed: [times] });
    const now = { kind: 'MEETING_DECLINED', proposed: [times], timezone: 'America/Santiago' };
    const [item, ...others] = await told();
    expect([item, others]).toMatchObject([{ ...now, note: 'De viaje', isRead: false }, []]);
  });

  test('is told to everybody but who did it, and to clients when it moves or is canceled only', async () => {
    const meeting = await m.meeting({ hostUuid: uuidOf(m.stranger) });
    await m.colleague.put(`${meeting.path}/rsvp`, { status: 'DECLINED' });
    const moved = { startDateTime: '2030-05-08T10:00:00', endDateTime: '2030-05-08T11:00:00' };
    await m.host.put(meeting.path, moved);
    await m.host.put(meeting.path, { title: 'Otro título' });
    await m.host.put(meeting.path, { hostUuid: uuidOf(m.admin) });
    await m.host.post(`${meeting.path}/cancel`);
    const both = ['MEETING_CANCELED', 'MEETING_MOVED'];
    expect(await kindsOf(m.client)).toEqual(both);
    expect(await kindsOf(m.colleague)).toEqual(both);
    expect(await kindsOf(m.host)).toEqual(['MEETING_DECLINED']);
    expect(await kindsOf(m.admin)).toEqual(['MEETING_CANCELED', 'RECORD_HANDED_OVER']);
    // Who hosts it no longer may not read it any more.
    expect(await kindsOf(m.stranger)).toEqual([]);
    expect(await read(m.client)).toMatchObject({ content: [{ title: 'Otro título' }, {}] });
  });
});

test('who declines a meeting within 48 hours is mailed to the host, unless the host wants no such mail', async () => {
  const startsAt = Temporal.Now.plainDateTimeISO('UTC').round('second').add({ hours: 47 });
  const soon = {
    timezone: 'UTC',
    startDateTime: startsAt.toString(),
    endDateTime: startsAt.add({ hours: 1 }).toString(),
  };
  const mailed = () =>
    w.mails
      .filter(
        ({ kind, tenantUuid }) => kind === 'ANSWER_WORDS' && tenantUuid === m.tenant.tenantUuid,
      )
      .map(({ subject, text }) => [subject, text?.includes('Isabel Fuentes')]);
  const decline = async (changes: object) => {
    const { path } = await m.meeting(changes);
    expect((await m.client.put(`${path}/rsvp`, { status: 'ACCEPTED' })).status).toBe(200);
    expect((await m.client.put(`${path}/rsvp`, { status: 'DECLINED' })).status).toBe(200);
  };
  await m.host.put('/api/auth/me', { preferences: { declineMail: false } });
  await decline(soon);
  await m.host.put('/api/auth/me', { preferences: {} });
  await decline({});
  await decline({ ...soon, title: 'Pronto' });
  await expect.poll(mailed).toEqual([['Alguien no asistirá a su reunión: Pronto', true]]);
});

describe('work and records', () => {
  test('tell who has to know: tasks, mentions, books, first sign-ins, papers', async () => {
    const contactUuid = await m.contact();
    const about = { entityType: 'CONTACT', entityUuid: contactUuid };
    const task = { title: 'Llamar', ...about, assigneeUuid: uuidOf(m.colleague) };
    const { body: given } = await m.host.post('/api/tasks', task);
    await m.host.put(`/api/tasks/${given.taskUuid}`, { details: 'hoy' });
    const mention = (by: Client) => `@[Ana](${uuidOf(by).toUpperCase()})`;
    const text = `${mention(m.colleague)} ${mention(m.host)} ${mention(m.client)} @[x](y)`;
    const { body: note } = await m.host.post('/api/notes', { ...about, text });
    await m.host.put(`/api/notes/${note.noteUuid}`, { text: `${text} ${mention(m.admin)}` });
    expect((await read(m.colleague)).content).toMatchObject([
      { kind: 'MENTIONED', actorName: 'Ana Rojas', ...about, title: 'Isabel Fuentes' },
      { kind: 'TASK_ASSIGNED', entityUuid: given.taskUuid, title: 'Llamar' },
    ]);
    expect(await kindsOf(m.admin)).toEqual(['MENTIONED']);
    expect(await kindsOf(m.host)).toEqual([]);

    const handOver = { toStaffUuid: uuidOf(m.stranger), contactUuids: [contactUuid] };
    const path = `/api/tenant-staff/${uuidOf(m.host)}/transfer`;
    expect((await m.admin.post(path, handOver)).status).toBe(200);
    const identityDocuments = [passport(inDays(20)), passport(inDays(400)), passport(inDays(-2))];
    const saved = await m.stranger.put(`/api/contacts/${contactUuid}`, { identityDocuments });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    await tellOfDocuments(w.db);
    expect((await read(m.stranger)).content).toMatchObject([
      { kind: 'DOCUMENT_EXPIRES', actorName: null, ...about },
      { kind: 'RECORD_HANDED_OVER', ...about },
    ]);

    await m.host.delete(`/api/notes/${note.noteUuid}`);
    await m.host.delete(`/api/tasks/${given.taskUuid}`);
    expect((await read(m.colleague)).unread).toBe(0);
    await m.admin.delete(`/api/contacts/${contactUuid}`);
    expect(await read(m.stranger)).toMatchObject({ content: [], unread: 0 });
  });

  test('of a large book are told as one', async () => {
    for (let count = 0; count < 21; count += 1) await m.contact({ firstName: `P${randomUUID()}` });
    const path = `/api/tenant-staff/${uuidOf(m.host)}/transfer`;
    await m.admin.post(path, { toStaffUuid: uuidOf(m.stranger) });
    expect((await read(m.stranger)).content).toMatchObject([
      {
        kind: 'RECORD_HANDED_OVER',
        entityType: 'STAFF',
        entityUuid: uuidOf(m.host),
        title: 'Ana Rojas',
      },
    ]);
  });

  test('of many rows of an import are told as one', async () => {
    const csv = { 'content-type': 'text/csv' };
    const rows: string[] = [];
    for (let count = 0; count < 21; count += 1)
      rows.push(await m.contact({ firstName: randomUUID() }));
    const file = rows.map((uuid) => `${uuid},${uuidOf(m.stranger)}`).join('\n');
    const started = await m.admin.post(
      '/api/contacts/import?onExisting=UPDATE',
      `contactUuid,contactManagerId\n${file}\n`,
      csv,
    );
    expect(started.status, JSON.stringify(started.body)).toBe(202);
    await expect.poll(() => kindsOf(m.admin)).toEqual(['IMPORT_DONE']);
    expect((await read(m.stranger)).content).toMatchObject([
      {
        kind: 'RECORD_HANDED_OVER',
        entityType: 'IMPORT',
        entityUuid: started.body.importUuid,
      },
    ]);
  });

  test('are told of by the first sign-in of a client, and by an import that is over', async () => {
    const contactUuid = await m.contact();
    const email = `${randomUUID()}@client.example`;
    const password = `Pass-${randomUUID()}`;
    await m.admin.put(`/api/contacts/${contactUuid}`, { primaryEmail: email });
    await m.admin.post(`/api/contacts/${contactUuid}/credentials/init`, { password });
    await expect.poll(() => w.mails.some(({ to }) => to === email)).toBe(true);
    const html = w.mails.find(({ to }) => to === email)?.html ?? '';
    const token = /token=([\w-]+)/.exec(html)?.[1];
    await w.anonymous.post('/api/auth/password-reset/confirm', { token, password });
    for (let time = 0; time < 2; time += 1)
      expect((await w.anonymous.post('/api/auth/login', { email, password })).status).toBe(200);
    expect((await read(m.host)).content).toMatchObject([
      { kind: 'CLIENT_SIGNED_IN', entityUuid: contactUuid, actorName: 'Isabel Fuentes' },
    ]);

    const defaults = JSON.stringify({
      contactType: 'PROSPECT',
      contactMeans: 'EMAIL',
      preferredContactLanguage: 'SPANISH',
      contactManagerId: uuidOf(m.stranger),
    });
    const query = new URLSearchParams({ defaults });
    const csv = { 'content-type': 'text/csv' };
    const file = 'firstName,paternalLastName\nAna,Rojas\n';
    const started = await m.host.post(`/api/contacts/import?${query}`, file, csv);
    expect(started.status).toBe(202);
    await expect.poll(() => kindsOf(m.host)).toEqual(['IMPORT_DONE', 'CLIENT_SIGNED_IN']);
    const [over] = (await read(m.host, '?kind=IMPORT_DONE')).content;
    expect(over).toMatchObject({ entityType: 'IMPORT', entityUuid: started.body.importUuid });
  });
});

describe('an inbox', () => {
  test('is walked by cursor, by kind, and by what is unread; what is read is the own', async () => {
    for (let count = 0; count < 3; count += 1)
      await m.host.post('/api/tasks', { title: `T${count}`, assigneeUuid: uuidOf(m.colleague) });
    const meeting = await m.meeting();
    await m.host.post(`${meeting.path}/cancel`);
    const first = await read(m.colleague, '?size=2');
    const rest = await read(m.colleague, `?size=2&cursor=${first.nextCursor}`);
    expect(rest.nextCursor).toBe(null);
    const items = [...first.content, ...rest.content];
    expect(items.map(({ title }) => title)).toEqual(['Revisión anual', 'T2', 'T1', 'T0']);
    expect(await kindsOf(m.colleague, '?kind=MEETING_CANCELED')).toEqual(['MEETING_CANCELED']);

    const [newest, second] = items as [Item, Item];
    await markRead(m.stranger, { itemUuids: [newest.itemUuid] });
    expect((await read(m.colleague)).unread).toBe(4);
    const named = { itemUuids: [newest.itemUuid, newest.itemUuid, randomUUID()] };
    expect((await markRead(m.colleague, named)).status).toBe(204);
    expect(await kindsOf(m.colleague, '?unread=true')).toHaveLength(3);
    expect((await read(m.colleague, '?kind=MEETING_CANCELED')).content[0]?.isRead).toBe(true);
    expect((await markRead(m.colleague, { until: second.at })).status).toBe(204);
    expect(await read(m.colleague, '?unread=true')).toMatchObject({ content: [], unread: 0 });

    for (const [body, field] of [
      [{}, 'itemUuids'],
      [{ itemUuids: ['x'] }, 'itemUuids[0]'],
      [{ until: 'yesterday' }, 'until'],
      [{ until: newest.at, itemUuids: [] }, 'until'],
    ] as const) {
      const { status, body: answer } = await markRead(m.colleague, body);
      expect([status, answer.errors[0].field]).toEqual([400, field]);
    }
    for (const query of ['size=0', 'size=101', 'kind=x', 'cursor=x', 'unread=x'])
      expect((await m.colleague.get(`/api/inbox?${query}`)).status, query).toBe(400);
  });

  test('tells nothing of 90 days ago', async () => {
    await m.host.post('/api/tasks', { title: 'Old', assigneeUuid: uuidOf(m.colleague) });
    await w.db.asPlatform(
      (tx) => tx`
        update inbox_items set at = now() - interval '91 days' where person_uuid = ${uuidOf(m.colleague)}`,
    );
    expect(await read(m.colleague)).toMatchObject({ content: [], unread: 0 });
  });
});
