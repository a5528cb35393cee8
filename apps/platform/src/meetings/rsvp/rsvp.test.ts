import { beforeEach, describe, expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../../test-support/meeting-world.ts';
import { mailedLinks, rsvpOf } from '../../../test-support/rsvp-links.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const strict = await world({ RSVP_REQUIRE_TOKEN: 'true' });
const limited = await world({ RATE_LIMITS: 'on', RATE_LIMIT_RSVP_PER_MINUTE: '5' });
let m: Awaited<ReturnType<typeof meetingWorld>>;
let meeting: Awaited<ReturnType<(typeof m)['meeting']>>;
let path: string;

beforeEach(async () => {
  m = await meetingWorld(w);
  meeting = await m.meeting();
  path = rsvpOf(meeting, 'guest@example.com');
});

async function answerOf(email: string) {
  const { body } = await m.host.get(meeting.path);
  return body.participants.find((each: { email: string }) => each.email === email)?.rsvpStatus;
}

const sourceOf = async () => {
  const rows = await w.db.asPlatform(
    (tx) => tx<{ rsvpSource: string }[]>`
      select rsvp_source from meeting_participants
       where meeting_uuid = ${meeting.meetingUuid} and rsvp_at is not null`,
  );
  return rows.map((row) => row.rsvpSource);
};

const past = () =>
  w.db.asPlatform(
    (tx) => tx`
      update meetings set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
       where meeting_uuid = ${meeting.meetingUuid}`,
  );

describe('who signed in', () => {
  test('answers as the participant, staff and client alike, and changes the answer', async () => {
    for (const [by, status] of [
      [m.colleague, 'ACCEPTED'],
      [m.client, 'DECLINED'],
      [m.client, 'ACCEPTED'],
    ] as const) {
      const answer = await by.put(`${meeting.path}/rsvp`, { status });
      expect(answer.status).toBe(200);
      const own = answer.body.participants.find(
        (each: { participantEntityUuid: string }) => each.participantEntityUuid === uuidOf(by),
      );
      expect(own.rsvpStatus).toBe(status);
    }
    expect(await sourceOf()).toEqual(['USER', 'USER']);
    expect((await m.client.get(meeting.path)).body.internalNotes).toBe(null);
  });

  test('is refused as a stranger, as a host or administrator who was not invited, or elsewhere', async () => {
    for (const by of [m.stranger, m.host, m.admin]) {
      expect((await by.put(`${meeting.path}/rsvp`, { status: 'ACCEPTED' })).status).toBe(403);
    }
    const other = await meetingWorld(w);
    for (const by of [other.host, other.client]) {
      expect((await by.put(`${meeting.path}/rsvp`, { status: 'ACCEPTED' })).status).toBe(404);
    }
    expect(await sourceOf()).toEqual([]);
  });

  test.each([[{}], [{ status: 'UNKNOWN' }], [{ status: 'accepted' }], [{ status: null }]])(
    'is told that %j is no answer',
    async (body) => {
      const answer = await m.client.put(`${meeting.path}/rsvp`, body);
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'status']);
    },
  );

  test('comes too late once the meeting is canceled or over', async () => {
    await past();
    const late = await m.client.put(`${meeting.path}/rsvp`, { status: 'ACCEPTED' });
    expect([late.status, late.body.code]).toEqual([409, 'MEETING_OVER']);
    await m.host.post(`${meeting.path}/cancel`);
    const gone = await m.client.put(`${meeting.path}/rsvp`, { status: 'ACCEPTED' });
    expect([gone.status, gone.body.code]).toEqual([409, 'MEETING_CANCELED']);
  });
});

describe('who has the link', () => {
  test('answers as JSON and learns title, time and the own answer, nothing else', async () => {
    const { status, body, headers } = await w.anonymous.put(path, { status: 'ACCEPTED' });
    expect(status).toBe(200);
    expect(body).toEqual({
      meetingUuid: meeting.meetingUuid,
      participantUuid: path.split('/').at(-2),
      title: 'Revisión anual',
      startDateTime: '2030-05-06T10:00:00',
      endDateTime: '2030-05-06T11:00:00',
      timezone: 'America/Santiago',
      allDay: false,
      status: 'ACCEPTED',
      rsvpStatus: 'ACCEPTED',
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(await answerOf('guest@example.com')).toBe('ACCEPTED');
    expect((await w.anonymous.put(path, { status: 'DECLINED' })).body.rsvpStatus).toBe('DECLINED');
    expect(await answerOf('guest@example.com')).toBe('DECLINED');
    expect(await sourceOf()).toEqual(['LINK']);
  });

  test('needs the right token where one is given, and one at all where the setting says so', async () => {
    const [link] = await mailedLinks(w, meeting, 'guest@example.com');
    const token = link.searchParams.get('token');
    expect((await w.anonymous.put(`${path}?token=${token}`, { status: 'ACCEPTED' })).status).toBe(
      200,
    );
    for (const wrong of ['wrong', '', `${token}x`]) {
      const refused = await w.anonymous.put(`${path}?token=${wrong}`, { status: 'DECLINED' });
      expect([refused.status, refused.body.code]).toEqual([403, 'RSVP_LINK_INVALID']);
      const opened = await w.anonymous.get(`${path}?status=DECLINED&token=${wrong}`);
      expect(opened.status).toBe(403);
    }
    expect(await answerOf('guest@example.com')).toBe('ACCEPTED');

    const other = await meetingWorld(strict);
    const invited = await other.meeting();
    const theirs = rsvpOf(invited, 'guest@example.com');
    expect((await strict.anonymous.put(theirs, { status: 'ACCEPTED' })).status).toBe(403);
    expect((await strict.anonymous.get(`${theirs}?status=ACCEPTED`)).status).toBe(403);
    const [accept] = await mailedLinks(strict, invited, 'guest@example.com');
    const answer = await strict.anonymous.put(`${theirs}${accept.search}`, { status: 'ACCEPTED' });
    expect(answer.status).toBe(200);
  });

  test('of somebody removed, of another meeting or of nobody finds nothing', async () => {
    const second = await m.meeting();
    const [, , , , , , participantUuid] = path.split('/');
    const nobody = '00000000-0000-4000-8000-00000000dead';
    const wrong = [
      `${second.path}/participants/${participantUuid}/rsvp`,
      `${meeting.path}/participants/${nobody}/rsvp`,
      `/api/v1/meetings/${nobody}/participants/${participantUuid}/rsvp`,
      `${meeting.path}/participants/none/rsvp`,
    ];
    await m.host.put(meeting.path, { externalAttendees: [] });
    for (const each of [...wrong, path]) {
      expect((await w.anonymous.put(each, { status: 'ACCEPTED' })).status, each).toBe(404);
      expect((await w.anonymous.get(`${each}?status=ACCEPTED`)).status, each).toBe(404);
    }
  });

  test('is told as JSON that the meeting is canceled or over', async () => {
    await past();
    expect((await w.anonymous.put(path, { status: 'ACCEPTED' })).body.code).toBe('MEETING_OVER');
    await m.host.post(`${meeting.path}/cancel`);
    const { status, body } = await w.anonymous.put(path, { status: 'ACCEPTED' });
    expect([status, body.code]).toEqual([409, 'MEETING_CANCELED']);
  });

  test('has so many tries a minute, over all ways', async () => {
    const other = await meetingWorld(limited);
    const theirs = rsvpOf(await other.meeting(), 'guest@example.com');
    const statuses: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      statuses.push((await limited.anonymous.put(theirs, { status: 'ACCEPTED' })).status);
      statuses.push((await limited.anonymous.get(`${theirs}?status=ACCEPTED`)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

test('fifty answers at once end in one count that everybody sees', async () => {
  const guests = Array.from({ length: 50 }, (_, index) => ({ email: `g${index}@example.com` }));
  meeting = await m.meeting({ externalAttendees: guests, staffIds: [], contactIds: [] });
  const statuses = await Promise.all(
    guests.map(async ({ email }, index) => {
      const status = index % 2 ? 'ACCEPTED' : 'DECLINED';
      return (await w.anonymous.put(rsvpOf(meeting, email), { status })).status;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
  const { body } = await m.host.get(meeting.path);
  const count = (status: string) =>
    body.participants.filter((each: { rsvpStatus: string }) => each.rsvpStatus === status).length;
  expect([count('ACCEPTED'), count('DECLINED'), count('UNKNOWN')]).toEqual([25, 25, 0]);
});

test('fifty answers of one guest against a cancellation end canceled, without a failure', async () => {
  const answers = await Promise.all([
    m.host.post(`${meeting.path}/cancel`),
    ...Array.from({ length: 50 }, (_, index) =>
      w.anonymous.put(path, { status: index % 2 ? 'ACCEPTED' : 'DECLINED' }),
    ),
  ]);
  expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([200, 409]))).toBe(true);
  expect((await m.host.get(meeting.path)).body.status).toBe('CANCELED');
});
