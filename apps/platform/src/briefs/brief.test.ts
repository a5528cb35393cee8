import { beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../test-support/client.ts';
import { member } from '../../test-support/household-world.ts';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import type { InsightsAnswer } from '../insights/schemas.ts';

const w = await world();
let m: Awaited<ReturnType<typeof meetingWorld>>;
let meeting: Awaited<ReturnType<typeof m.meeting>>;
let householdUuid: string;

const uuids = (rows: Record<string, string>[], name: string) => rows.map((row) => row[name]);
const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();

beforeAll(async () => {
  m = await meetingWorld(w);
  meeting = await m.meeting();
  const household = await m.admin.post('/api/households', {
    name: 'Familia Soto',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: uuidOf(m.host),
    isActive: true,
  });
  householdUuid = household.body.householdUuid;
  await m.admin.post(`/api/households/${householdUuid}/members`, member(m.contactUuid));
});

describe('rows carry the names that they show', () => {
  test('a meeting of its clients, the first three, and to a client the own alone', async () => {
    const others = [await m.contact({ firstName: 'Ana' }), await m.contact(), await m.contact()];
    const large = await m.meeting({ contactIds: [m.contactUuid, ...others], staffIds: [] });
    expect(large).toMatchObject({ contactCount: 4, hostName: expect.stringMatching(/\S/) });
    expect(large.contactNames).toHaveLength(3);
    const rowOf = async (by: typeof m.host) =>
      (await by.get('/api/v1/meetings')).body.meetings.find(
        (each: { meetingUuid: string }) => each.meetingUuid === large.meetingUuid,
      );
    expect(await rowOf(m.host)).toMatchObject({
      contactNames: large.contactNames,
      contactCount: 4,
    });
    expect(await rowOf(m.client)).toMatchObject({
      contactNames: ['Isabel Fuentes'],
      contactCount: 1,
    });
  });

  test('a contact of its manager, and a task of the record that it is about, if that is seen', async () => {
    const { body } = await m.host.get(`/api/contacts/${m.contactUuid}`);
    expect(body.managerName).toBe(meeting.hostName);
    const filters = [{ field: 'contactUuid', operator: 'EQUALS', value: m.contactUuid }];
    const listed = await m.host.post('/api/v2/contacts', { filters });
    expect(listed.body.content[0].managerName).toBe(meeting.hostName);
    const about = { entityType: 'MEETING', entityUuid: meeting.meetingUuid };
    const task = await m.host.post('/api/tasks', {
      title: 'Prepare',
      assigneeUuid: uuidOf(m.stranger),
      dueDate: inDays(1),
      ...about,
    });
    expect(task.body.recordName).toBe('Revisión anual');
    const path = `/api/tasks/${task.body.taskUuid}`;
    expect((await m.stranger.get(path)).body.recordName).toBeNull();
    const household = { entityType: 'HOUSEHOLD', entityUuid: householdUuid };
    expect((await m.stranger.put(path, household)).body.recordName).toBe('Familia Soto');
  });
});

describe('the brief of a meeting', () => {
  test('has its clients with what is missing, their families, notes, tasks and meetings', async () => {
    const before = { startDateTime: '2030-02-01T10:00:00', endDateTime: '2030-02-01T11:00:00' };
    const after = { startDateTime: '2030-08-01T10:00:00', endDateTime: '2030-08-01T11:00:00' };
    const [earlier, later] = [await m.meeting(before), await m.meeting(after)];
    const about = { entityType: 'CONTACT', entityUuid: m.contactUuid };
    const note = await m.host.post('/api/notes', { text: 'Wants to sell', ...about });
    const task = await m.host.post('/api/tasks', { title: 'Send the papers', ...about });
    const { status, body } = await m.host.get(`${meeting.path}/brief`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.meeting.meetingUuid).toBe(meeting.meetingUuid);
    expect(uuids(body.contacts, 'contactUuid')).toEqual([m.contactUuid]);
    expect(body.readiness).toEqual([
      (await m.host.get(`/api/contacts/${m.contactUuid}/readiness`)).body,
    ]);
    expect(uuids(body.households, 'householdUuid')).toEqual([householdUuid]);
    expect(uuids(body.before, 'meetingUuid')).toContain(earlier.meetingUuid);
    expect(uuids(body.before, 'meetingUuid')).not.toContain(meeting.meetingUuid);
    expect(uuids(body.after, 'meetingUuid')).toContain(later.meetingUuid);
    expect(uuids(body.notes, 'noteUuid')).toEqual([note.body.noteUuid]);
    expect(uuids(body.tasks, 'taskUuid')).toContain(task.body.taskUuid);
    expect(uuids(body.timeline, 'eventType')).toContain('household.member_added');
  });

  test('has what its reader sees, and is none to a stranger, a client or another firm', async () => {
    const brief = `${meeting.path}/brief`;
    const { partnerUuid } = (await m.admin.post('/api/partners', { name: 'Socios' })).body;
    const invited = await m.tenant.staff({ partnerUuid });
    const outsider = await m.tenant.as('PARTNER_STAFF', partnerUuid);
    const part = await m.meeting({ hostUuid: null, staffIds: [invited.tenantStaffUuid] });
    const { body } = await outsider.get(`${part.path}/brief`);
    expect(body.code).toBe('FORBIDDEN');
    expect((await m.stranger.get(brief)).status).toBe(403);
    expect((await m.client.get(brief)).status).toBe(403);
    const foreign = await (await w.tenant()).as('TENANT_ADMIN');
    expect((await foreign.get(brief)).status).toBe(404);
  });
});

describe('the figures of a firm', () => {
  test('are the meetings held with clients and what everybody has in care, without a personal event', async () => {
    const yesterday = Temporal.Now.plainDateISO('UTC').subtract({ days: 1 });
    const at = (hour: string) => `${yesterday}T${hour}:00`;
    const times = { startDateTime: at('10:00'), endDateTime: at('11:00'), timezone: 'UTC' };
    const read = async (by: typeof m.host) =>
      (await by.get('/api/insights?timezone=UTC')).body as InsightsAnswer;
    const heldBy = async (by: typeof m.host) =>
      (await read(by)).weeks.reduce((sum, { held }) => sum + held, 0);
    const before = await heldBy(m.admin);
    await m.meeting(times);
    const canceled = await m.meeting({ ...times, startDateTime: at('09:00') });
    const ofStaff = await m.meeting({ ...times, contactIds: [], externalAttendees: [] });
    const own = await m.meeting({ ...times, endDateTime: at('12:00') });
    expect((await m.host.post(`${canceled.path}/cancel`)).status).toBe(200);
    await w.db.asTenant(
      m.tenant.tenantUuid,
      system,
      (tx) => tx`update meetings set is_personal = true where meeting_uuid = ${own.meetingUuid}`,
    );
    expect(ofStaff.contactCount).toBe(0);
    expect((await heldBy(m.admin)) - before).toBe(1);
    const { weeks, loads } = await read(m.admin);
    expect(weeks).toHaveLength(26);
    expect(weeks.map(({ from }) => Temporal.PlainDate.from(from).dayOfWeek)).toEqual(
      Array.from({ length: 26 }, () => 1),
    );
    const load = loads?.find(({ staffUuid }) => staffUuid === uuidOf(m.host));
    expect(load).toMatchObject({ households: 1, openTasks: expect.any(Number) });
    expect(await heldBy(m.stranger)).toBe(0);
    expect((await m.client.get('/api/insights')).status).toBe(403);
    const bad = await m.host.get('/api/insights?timezone=Mars');
    expect(bad.body.errors[0].field).toBe('timezone');
  });
});

describe('the day', () => {
  test('begins with the next meeting, whoever said no, and how to call them', async () => {
    const at = (days: number, hour: number) => `${inDays(days)}T${hour}:00:00`;
    const times = { startDateTime: at(2, 10), endDateTime: at(2, 11), timezone: 'UTC' };
    const { meetingUuid, participants } = await m.meeting(times);
    const later = await m.meeting({ ...times, startDateTime: at(3, 10), endDateTime: at(3, 11) });
    const phone = { phoneCountryCode: '+56', phoneNumber: '987654321' };
    await m.host.put(`/api/contacts/${m.contactUuid}`, { phoneNumber: phone });
    const before = (await m.host.get('/api/today?timezone=UTC')).body;
    expect(before.next.meetingUuid).toBe(meetingUuid);
    expect(before.next.participants).toHaveLength(participants.length);
    expect(before.declined).toEqual([]);
    expect(before.phones).toEqual([{ contactUuid: m.contactUuid, ...phone }]);
    await m.client.put(`${later.path}/rsvp`, { status: 'DECLINED', note: 'Estoy de viaje' });
    const { body } = await m.host.get('/api/today?timezone=UTC');
    expect(uuids(body.declined, 'meetingUuid')).toEqual([later.meetingUuid]);
    // Whoever is invited only is told nothing of it here.
    expect((await m.colleague.get('/api/today?timezone=UTC')).body.declined).toEqual([]);
    for (const each of [meetingUuid, later.meetingUuid])
      expect((await m.host.post(`/api/v1/meetings/${each}/cancel`)).status).toBe(200);
    const after = (await m.host.get('/api/today?timezone=UTC')).body;
    expect([after.next, after.declined, after.phones]).toEqual([null, [], []]);
  });

  test('has the meetings, the answers, the people and the tasks of whoever asks', async () => {
    const start = `${inDays(1)}T10:00:00`;
    const times = { startDateTime: start, endDateTime: `${inDays(1)}T11:00:00`, timezone: 'UTC' };
    const tomorrow = await m.meeting(times);
    const { status, body } = await m.host.get('/api/today?timezone=UTC');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ timezone: 'UTC', date: inDays(0), staffType: 'ADVISOR' });
    expect(uuids(body.calendar.meetings, 'meetingUuid')).toEqual([tomorrow.meetingUuid]);
    expect(uuids(body.unanswered, 'meetingUuid')[0]).toBe(tomorrow.meetingUuid);
    expect(body.unanswered[0].participants).toHaveLength(3);
    expect(body.queue.find(({ kind }: { kind: string }) => kind === 'ANSWER_MISSING').total).toBe(
      1,
    );
    expect(body).not.toHaveProperty('firm');
    const asked = await m.colleague.get('/api/today?timezone=UTC');
    expect(uuids(asked.body.unanswered, 'meetingUuid')).toContain(tomorrow.meetingUuid);
    const own = await m.host.post('/api/tasks', { title: 'Call', dueDate: inDays(2) });
    await m.host.post('/api/tasks', { title: 'Later', dueDate: inDays(30) });
    expect(uuids((await m.host.get('/api/today')).body.tasks.content, 'taskUuid')).toEqual([
      own.body.taskUuid,
    ]);
    const firm = (await m.admin.get('/api/today')).body.firm;
    expect(firm).toMatchObject({ calendars: { used: 0, failed: 0 }, branding: { version: 0 } });
    expect(firm.staffCount).toBeGreaterThan(3);
    expect((await m.host.get('/api/today?date=2026-02-30')).body.errors[0].field).toBe('date');
    expect((await m.host.get('/api/today?timezone=Mars')).body.errors[0].field).toBe('timezone');
    expect((await m.client.get('/api/today')).status).toBe(403);
  });
});

const bodyOf = async (answer: Promise<{ body: object }>) => (await answer).body;

describe('what a screen asks for at once is what each part answers alone', () => {
  test('a person with readiness, duplicates, households, meetings, tasks and timeline', async () => {
    const { contactUuid } = m;
    const of = `/api/contacts/${contactUuid}`;
    const about = `entityType=CONTACT&entityUuid=${contactUuid}&size=20`;
    const filters = [{ field: 'participantUuid', operator: 'EQUALS', value: contactUuid }];
    const overview = await m.host.get(`${of}/overview`);
    const asked = { filters, size: 4, sort: ['startDateTime,desc'] };
    const meetings = await bodyOf(m.host.post('/api/v2/meetings', asked));
    expect(overview.body).toEqual({
      contact: await bodyOf(m.host.get(of)),
      readiness: await bodyOf(m.host.get(`${of}/readiness`)),
      duplicates: await bodyOf(m.host.get(`${of}/duplicates`)),
      households: [await bodyOf(m.host.get(`/api/households/${householdUuid}/detail`))],
      // A cursor is another each time, and leads on in the list of its part.
      meetings: { ...meetings, nextCursor: overview.body.meetings.nextCursor },
      tasks: await bodyOf(m.host.get(`/api/tasks?${about}&status=OPEN`)),
      timeline: await bodyOf(m.host.get(`/api/timeline?${about}`)),
    });
    const { nextCursor } = overview.body.meetings;
    const next = await m.host.post('/api/v2/meetings', { ...asked, cursor: nextCursor });
    expect(next.body.content[0].meetingUuid).toMatch(/\S/);
    expect((await m.client.get(`${of}/overview`)).status).toBe(403);
    expect((await m.host.get(`/api/contacts/${householdUuid}/overview`)).body.code).toBe(
      'NOT_FOUND',
    );
  });

  test('the frame of the console; to a client without what the staff have', async () => {
    const lists = '/api/core/platformconfigs/v1/contacts';
    const start = await m.host.get('/api/start');
    expect(start.body).toEqual({
      branding: await bodyOf(
        m.host.get(`/api/public/tenants/${start.body.branding.tenantUuid}/branding`),
      ),
      inbox: await bodyOf(m.host.get('/api/inbox')),
      calendar: await bodyOf(m.host.get('/api/v1/calendar/connection')),
      lists: {
        stages: await bodyOf(m.host.get(`${lists}/stages`)),
        sources: await bodyOf(m.host.get(`${lists}/sources`)),
        segments: await bodyOf(m.host.get(`${lists}/segments`)),
      },
    });
    const ofClient = (await m.client.get('/api/start')).body;
    expect(Object.keys(ofClient).sort()).toEqual(['branding', 'inbox']);
    expect(ofClient.inbox).toEqual(await bodyOf(m.client.get('/api/inbox')));
  });
});

describe('a program gets what its scopes open, of whatever tells of several parts', () => {
  const programOf = async (person: typeof m.host, ...scopes: string[]) => {
    const { body } = await person.post('/api/auth/me/tokens', { name: scopes.join(), scopes });
    return createClient(w.app, { authorization: `Bearer ${body.token}` });
  };
  const keysOf = async (program: typeof m.host, path: string) =>
    Object.keys((await program.get(path)).body).sort();

  test('the frame of the console, the figures and the day', async () => {
    const narrow = await programOf(m.host, 'tenant:read');
    expect(await keysOf(narrow, '/api/start')).toEqual(['branding', 'lists']);
    const [inbox, calendar] = [
      await programOf(m.host, 'tenant:read', 'tasks:read'),
      await programOf(m.host, 'tenant:read', 'calendar:read'),
    ];
    expect(await keysOf(inbox, '/api/start')).toEqual(['branding', 'inbox', 'lists']);
    expect(await keysOf(calendar, '/api/start')).toEqual(['branding', 'calendar', 'lists']);
    const house = await programOf(m.admin, 'meetings:read', 'tenant:read');
    expect(await keysOf(house, '/api/insights')).toEqual(['weeks']);
    expect(await keysOf(house, '/api/today')).not.toContain('firm');
    const areas = ['meetings', 'contacts', 'households', 'tasks', 'staff'];
    const whole = await programOf(m.admin, ...areas.map((area) => `${area}:read`));
    expect(await keysOf(whole, '/api/insights')).toEqual(['loads', 'weeks']);
  });

  test('the timeline and the history of a record', async () => {
    const about = { entityType: 'CONTACT', entityUuid: m.contactUuid };
    await m.host.post('/api/notes', { text: 'Told in confidence', ...about });
    const task = await m.host.post('/api/tasks', { title: 'Call in confidence', ...about });
    const contacts = await programOf(m.host, 'contacts:read');
    const notes = await programOf(m.host, 'contacts:read', 'notes:read');
    const pathOf = (path: string, entityType: string, entityUuid: string) =>
      `${path}?${new URLSearchParams({ entityType, entityUuid })}`;
    const ofContact = pathOf('/api/timeline', 'CONTACT', m.contactUuid);
    const kindsOf = async (program: typeof m.host) =>
      new Set(uuids((await program.get(ofContact)).body.content, 'kind'));
    expect(await kindsOf(contacts)).toEqual(new Set(['EVENT']));
    expect(await kindsOf(notes)).toEqual(new Set(['EVENT', 'NOTE']));
    expect((await kindsOf(m.host)).size).toBe(4);
    const refused = [
      pathOf('/api/timeline', 'HOUSEHOLD', householdUuid),
      pathOf('/api/timeline', 'MEETING', meeting.meetingUuid),
      pathOf('/api/history', 'TASK', task.body.taskUuid),
    ];
    for (const path of refused) {
      expect((await m.host.get(path)).status, path).toBe(200);
      expect((await contacts.get(path)).body.code, path).toBe('SCOPE_MISSING');
    }
  });
});
