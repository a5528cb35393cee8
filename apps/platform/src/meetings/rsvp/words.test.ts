import { beforeEach, expect, test } from 'vitest';
import { meetingWorld } from '../../../test-support/meeting-world.ts';
import { mailedLinks, rsvpOf } from '../../../test-support/rsvp-links.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const guest = 'guest@example.com';
const proposed = [{ startDateTime: '2030-05-07T10:00:00', endDateTime: '2030-05-07T11:00:00' }];
const form = { 'content-type': 'application/x-www-form-urlencoded' };
let m: Awaited<ReturnType<typeof meetingWorld>>;
let meeting: Awaited<ReturnType<(typeof m)['meeting']>>;

beforeEach(async () => {
  m = await meetingWorld(w);
  meeting = await m.meeting();
});

async function shownTo(by: typeof m.host, find: (each: { email: string }) => boolean) {
  const { rsvpStatus, note, proposed } = (await by.get(meeting.path)).body.participants.find(find);
  return { rsvpStatus, note, proposed };
}
const toHost = () => shownTo(m.host, ({ email }) => email === guest);
const mailed = () =>
  w.mails.filter(
    ({ kind, tenantUuid }) => kind === 'ANSWER_WORDS' && tenantUuid === m.tenant.tenantUuid,
  );

test('signed in, an answer has a note and other times, for host, creator and oneself', async () => {
  const note = 'Mejor el martes';
  const said = { status: 'DECLINED', note, proposed };
  expect((await m.colleague.put(`${meeting.path}/rsvp`, said)).status).toBe(200);
  const own = (each: object) =>
    'participantType' in each && each.participantType === 'TENANT_STAFF';
  const words = { rsvpStatus: 'DECLINED', note, proposed };
  for (const by of [m.host, m.colleague]) expect(await shownTo(by, own)).toEqual(words);
  const none = { rsvpStatus: 'DECLINED', note: null, proposed: [] };
  for (const by of [m.client, m.admin]) expect(await shownTo(by, own)).toEqual(none);
  await expect.poll(() => mailed().length).toBe(1);
  expect(mailed()[0]).toMatchObject({ to: meeting.hostEmail });
  expect(mailed()[0]?.text).toContain(note);
  expect(mailed()[0]?.text).toContain('7 de mayo');
  const { body } = await m.admin.get(
    `/api/audit?entityId=${meeting.meetingUuid}&eventType=meeting.rsvp`,
  );
  expect(body.content[0].attributes).toMatchObject({ hasNote: 'true', proposedCount: '1' });
  expect(JSON.stringify(body)).not.toContain(note);
});

test('words stay with the same answer, go with another, and another time alone answers nothing', async () => {
  const put = (body: object) => m.colleague.put(`${meeting.path}/rsvp`, body);
  const own = (each: object) =>
    'participantType' in each && each.participantType === 'TENANT_STAFF';
  await put({ status: 'ACCEPTED', note: 'Con gusto' });
  await put({ status: 'ACCEPTED' });
  expect(await shownTo(m.host, own)).toMatchObject({ rsvpStatus: 'ACCEPTED', note: 'Con gusto' });
  const kept = () =>
    w.db.asPlatform(
      (tx) => tx`
        select rsvp_at, rsvp_source, rsvp_written_at, rsvp_is_confirmed from meeting_participants
         where meeting_uuid = ${meeting.meetingUuid} and participant_type = 'TENANT_STAFF'`,
    );
  const before = await kept();
  await put({ proposed });
  expect(await kept()).toEqual(before);
  const { body: inbox } = await m.host.get('/api/inbox');
  expect(inbox.content).toMatchObject([{ kind: 'MEETING_ACCEPTED', proposed }]);
  expect(inbox.content).toHaveLength(1);
  const trail = `/api/audit?entityId=${meeting.meetingUuid}&eventType=meeting.rsvp`;
  const [event] = (await m.admin.get(trail)).body.content;
  expect(event.attributes).toMatchObject({ proposedCount: '1' });
  expect(event.attributes).not.toHaveProperty('rsvpStatus');
  const withTime = { rsvpStatus: 'ACCEPTED', note: 'Con gusto', proposed };
  expect(await shownTo(m.host, own)).toEqual(withTime);
  await put({ status: 'DECLINED' });
  const plain = { rsvpStatus: 'DECLINED', note: null, proposed: [] };
  expect(await shownTo(m.host, own)).toEqual(plain);
  await m.host.put(meeting.path, { endDateTime: '2030-05-06T12:00:00' });
  expect(await shownTo(m.host, own)).toEqual({ ...plain, rsvpStatus: 'UNKNOWN' });
});

test('by the link as JSON and by the page’s form, words and another time with the token only', async () => {
  const [accept] = await mailedLinks(w, meeting, guest);
  const token = accept.searchParams.get('token') ?? '';
  const path = rsvpOf(meeting, guest);
  for (const said of [{ proposed }, { status: 'DECLINED', note: 'Not me' }]) {
    const refused = await w.anonymous.put(path, said);
    expect([refused.status, refused.body.code]).toEqual([403, 'RSVP_LINK_INVALID']);
  }
  const byLink = await w.anonymous.put(`${path}?token=${token}`, { proposed, note: 'Voy tarde' });
  expect(byLink.body).toMatchObject({ status: 'UNKNOWN', rsvpStatus: 'UNKNOWN' });
  expect(await toHost()).toEqual({ rsvpStatus: 'UNKNOWN', note: 'Voy tarde', proposed });
  const post = (fields: Record<string, string>) =>
    w.anonymous.post(path, new URLSearchParams({ token, ...fields }).toString(), form);
  expect((await post({ status: 'ACCEPTED', note: 'Llego ' })).status).toBe(200);
  expect(await toHost()).toEqual({ rsvpStatus: 'ACCEPTED', note: 'Llego', proposed: [] });
  const page = await post({
    'proposed[0][startDateTime]': '2030-05-07T10:00',
    'proposed[0][endDateTime]': '2030-05-07T11:00',
    note: '',
  });
  expect([page.status, page.body.includes('Enviamos su propuesta')]).toEqual([200, true]);
  expect(await toHost()).toEqual({ rsvpStatus: 'ACCEPTED', note: 'Llego', proposed });
});

test('by the page, no message without words and no time that is no other are taken, and the page says so', async () => {
  const [accept] = await mailedLinks(w, meeting, guest);
  const token = accept.searchParams.get('token') ?? '';
  const post = (fields: Record<string, string>, accept = 'text/html') =>
    w.anonymous.post(rsvpOf(meeting, guest), new URLSearchParams({ token, ...fields }).toString(), {
      ...form,
      accept,
    });
  const times = (from: string, until: string) => ({
    'proposed[0][startDateTime]': from,
    'proposed[0][endDateTime]': until,
  });
  const declined = await post({ status: 'DECLINED' });
  expect(declined.body).toMatch(/<textarea name="note"[^>]* required>/);
  for (const [fields, said] of [
    [{ note: ' ' }, 'Escriba un mensaje'],
    [times('2030-05-06T10:00', '2030-05-06T11:00'), 'Esa es la hora actual de la reunión'],
    [times('2030-05-07T11:00', '2030-05-07T10:00'), 'posterior a la de inicio'],
  ] as const) {
    const { status, body } = await post(fields);
    expect([
      status,
      /<details open>.*?<p class="fault" role="alert">([^<]*)/.exec(body)?.[1],
    ]).toEqual([400, expect.stringContaining(said)]);
    expect(body).toContain('no asistirá');
  }
  // Who does not ask for a page gets the problem document of every route.
  const [empty, backwards] = [
    await post({ note: ' ' }, 'application/json'),
    await post(times('2030-05-07T11:00', '2030-05-07T10:00'), '*/*'),
  ];
  for (const { status, body } of [empty, backwards])
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect((await post(times('2030-05-07T11:00', '2030-05-07T10:00'))).body).toContain(
    'value="2030-05-07T11:00"',
  );
  expect(await toHost()).toEqual({ rsvpStatus: 'DECLINED', note: null, proposed: [] });
  const noted = await post({ note: 'Estoy de viaje' });
  expect([noted.status, noted.body.includes('Enviamos su mensaje')]).toEqual([200, true]);
  expect(await toHost()).toEqual({
    rsvpStatus: 'DECLINED',
    note: 'Estoy de viaje',
    proposed: [],
  });
  const answers = await w.db.asPlatform(
    (tx) => tx`
      select from public_answers a join meeting_participants p using (tenant_uuid, participant_uuid)
       where p.meeting_uuid = ${meeting.meetingUuid}`,
  );
  expect(answers).toHaveLength(1);
});

test('what is wrong is named, and changes nothing', async () => {
  const [time] = proposed;
  const four = [time, time, time, time];
  const backwards = [{ startDateTime: time?.endDateTime, endDateTime: time?.startDateTime }];
  for (const [body, field] of [
    [{}, 'status'],
    [{ note: 'only words' }, 'status'],
    [{ proposed: [] }, 'status'],
    [{ status: 'ACCEPTED', note: 'x'.repeat(501) }, 'note'],
    [{ status: 'ACCEPTED', proposed: four }, 'proposed'],
    [{ proposed: backwards }, 'proposed[0].endDateTime'],
    [{ proposed: [{ startDateTime: 'soon', endDateTime: 'later' }] }, 'proposed[0].startDateTime'],
  ] as const) {
    const { status, body: problem } = await m.colleague.put(`${meeting.path}/rsvp`, body);
    expect([status, problem.errors?.[0]?.field]).toEqual([400, field]);
  }
  expect((await m.host.get(meeting.path)).body.participants).not.toContainEqual(
    expect.objectContaining({ rsvpStatus: 'ACCEPTED' }),
  );
});
