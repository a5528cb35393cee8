import { beforeEach, describe, expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../../test-support/meeting-world.ts';
import { mailedLinks, rsvpOf } from '../../../test-support/rsvp-links.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const production = { ATRIUM_MODE: 'production', PUBLIC_URL: 'https://atrium.example' };
const strict = await world(production);
const relaxed = await world({ ...production, RSVP_REQUIRE_TOKEN: 'false' });
const html = { accept: 'text/html' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
let m: Awaited<ReturnType<typeof meetingWorld>>;
let meeting: Awaited<ReturnType<(typeof m)['meeting']>>;

beforeEach(async () => {
  m = await meetingWorld(w);
  meeting = await m.meeting();
});

async function answerOf(email: string) {
  const { body } = await m.host.get(meeting.path);
  return body.participants.find((each: { email: string }) => each.email === email)?.rsvpStatus;
}

describe('Under production rules', () => {
  test('an answer needs the token of the mailed link, whichever way it comes', async () => {
    const other = await meetingWorld(strict);
    const invited = await other.meeting();
    const path = rsvpOf(invited, 'guest@example.com');
    const answers = [
      await strict.anonymous.put(path, { status: 'ACCEPTED' }),
      await strict.anonymous.get(`${path}?status=ACCEPTED`),
      await strict.anonymous.get(`${path}?status=ACCEPTED&confirm=1`),
      await strict.anonymous.post(path, 'status=ACCEPTED', form),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [403, 'RSVP_LINK_INVALID']),
    );
    const [accept] = await mailedLinks(strict, invited, 'guest@example.com');
    const taken = await strict.anonymous.put(`${path}${accept.search}`, { status: 'ACCEPTED' });
    expect(taken.status).toBe(200);
  });

  test('RSVP_REQUIRE_TOKEN=false leaves the token optional', async () => {
    const other = await meetingWorld(relaxed);
    const path = rsvpOf(await other.meeting(), 'guest@example.com');
    expect((await relaxed.anonymous.put(path, { status: 'ACCEPTED' })).status).toBe(200);
  });
});

describe('A tokenless answer', () => {
  test('never overrides one that was given with the token', async () => {
    const path = rsvpOf(meeting, 'guest@example.com');
    const [accept] = await mailedLinks(w, meeting, 'guest@example.com');
    expect((await w.anonymous.put(path, { status: 'DECLINED' })).status).toBe(200);
    expect((await w.anonymous.put(`${path}${accept.search}`, { status: 'ACCEPTED' })).status).toBe(
      200,
    );
    for (const status of ['DECLINED', 'ACCEPTED']) {
      const refused = await w.anonymous.put(path, { status });
      expect([refused.status, refused.body.code]).toEqual([409, 'ANSWER_CONFIRMED']);
    }
    const page = await w.anonymous.get(`${path}?status=DECLINED`, html);
    expect([page.status, page.headers['content-type']]).toEqual([409, 'text/html; charset=utf-8']);
    expect(page.body).toContain('use el enlace del mensaje que recibió');
    expect(page.body).not.toContain('<form');
    const asked = await w.anonymous.get(`${path}?status=DECLINED&confirm=1`, html);
    expect([asked.status, asked.body.includes('<form')]).toEqual([200, false]);
    const posted = await w.anonymous.post(path, 'status=DECLINED', { ...form, ...html });
    expect(posted.status).toBe(409);
    expect(await answerOf('guest@example.com')).toBe('ACCEPTED');
  });

  test('never overrides that of somebody who signed in, who may change it', async () => {
    const own = meeting.participants.find(
      (each: { participantEntityUuid: string }) => each.participantEntityUuid === uuidOf(m.client),
    );
    const path = `${meeting.path}/participants/${own.participantUuid}/rsvp`;
    await m.client.put(`${meeting.path}/rsvp`, { status: 'DECLINED' });
    const refused = await w.anonymous.put(path, { status: 'ACCEPTED' });
    expect([refused.status, refused.body.code]).toEqual([409, 'ANSWER_CONFIRMED']);
    expect((await m.client.put(`${meeting.path}/rsvp`, { status: 'ACCEPTED' })).status).toBe(200);
  });

  test('is taken again once the meeting was moved, which asks everybody anew', async () => {
    const path = rsvpOf(meeting, 'guest@example.com');
    const [accept] = await mailedLinks(w, meeting, 'guest@example.com');
    await w.anonymous.put(`${path}${accept.search}`, { status: 'ACCEPTED' });
    await m.host.put(meeting.path, {
      startDateTime: '2030-05-07T10:00:00',
      endDateTime: '2030-05-07T11:00:00',
    });
    expect(await answerOf('guest@example.com')).toBe('UNKNOWN');
    expect((await w.anonymous.put(path, { status: 'DECLINED' })).status).toBe(200);
  });
});

describe('A page of another site', () => {
  const foreign = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  const own = [
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: 'http://localhost:8080' },
    {},
  ];

  test('cannot answer by a form without the token', async () => {
    const path = rsvpOf(meeting, 'guest@example.com');
    for (const headers of foreign) {
      const refused = await w.anonymous.post(path, 'status=ACCEPTED', { ...form, ...headers });
      expect([refused.status, refused.body.code]).toEqual([403, 'ORIGIN_REFUSED']);
    }
    expect(await answerOf('guest@example.com')).toBe('UNKNOWN');
    for (const headers of own)
      expect(
        (await w.anonymous.post(path, 'status=ACCEPTED', { ...form, ...headers })).status,
      ).toBe(200);
  });

  test('cannot answer by an image or a frame that it shows, and may by a form with the token', async () => {
    const path = rsvpOf(meeting, 'guest@example.com');
    const open = async (status: string, dest: string, mode: string) => {
      const headers = { 'sec-fetch-dest': dest, 'sec-fetch-mode': mode };
      await w.anonymous.get(`${path}?status=${status}`, headers);
      return answerOf('guest@example.com');
    };
    expect(await open('ACCEPTED', 'image', 'no-cors')).toBe('UNKNOWN');
    expect(await open('ACCEPTED', 'iframe', 'navigate')).toBe('UNKNOWN');
    expect(await open('ACCEPTED', 'empty', 'cors')).toBe('UNKNOWN');
    expect(await open('DECLINED', 'document', 'navigate')).toBe('DECLINED');
    const [accept] = await mailedLinks(w, meeting, 'guest@example.com');
    const fields = `status=ACCEPTED&token=${accept.searchParams.get('token')}`;
    const posted = await w.anonymous.post(path, fields, {
      ...form,
      'sec-fetch-site': 'cross-site',
    });
    expect(posted.status).toBe(200);
  });

  test('is not what a program is that says how it fetches, and nothing of what for', async () => {
    const path = rsvpOf(meeting, 'guest@example.com');
    // Headers that the fetch of Node sends with each request.
    await w.anonymous.get(`${path}?status=ACCEPTED`, { 'sec-fetch-mode': 'cors' });
    expect(await answerOf('guest@example.com')).toBe('ACCEPTED');
  });
});
