import { beforeEach, describe, expect, test } from 'vitest';
import { meetingWorld } from '../../../test-support/meeting-world.ts';
import { mailedLinks, rsvpOf } from '../../../test-support/rsvp-links.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let m: Awaited<ReturnType<typeof meetingWorld>>;
let meeting: Awaited<ReturnType<(typeof m)['meeting']>>;
let path: string;
const html = { accept: 'text/html,application/xhtml+xml' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

beforeEach(async () => {
  m = await meetingWorld(w);
  meeting = await m.meeting({
    externalAttendees: [{ email: 'guest@example.com', language: 'ENGLISH' }],
    meetingLink: 'https://meet.example/secret-room',
    meetingPassword: 'condor-7',
    description: 'PRIVATE WORDS',
  });
  path = rsvpOf(meeting, 'guest@example.com');
});

async function answer(): Promise<string> {
  const { body } = await m.host.get(meeting.path);
  return body.participants.find(
    (each: { participantType: string }) => each.participantType === 'EXTERNAL',
  ).rsvpStatus;
}

const post = (fields: Record<string, string>, headers: object = {}, to = path) =>
  w.anonymous.post(to, new URLSearchParams(fields).toString(), { ...form, ...headers });

/** Lets the seconds pass in which two opposite answers are nobody's. */
const later = () =>
  w.db.asPlatform(
    (tx) => tx`update public_answers set answered_at = answered_at - interval '1 minute'`,
  );

describe('a link that records', () => {
  test('does so when it is opened, and says so in the guest’s language', async () => {
    const page = await w.anonymous.get(`${path}?status=ACCEPTED`);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('<html lang="en">');
    expect(page.body).toContain('Your answer is recorded: you will attend.');
    expect(await answer()).toBe('ACCEPTED');
    const second = await w.anonymous.get(`${path}?status=DECLINED`);
    expect(second.body).toContain('you will not attend');
    expect(await answer()).toBe('DECLINED');
  });

  test('writes nothing for a HEAD or for a browser that fetches ahead', async () => {
    await w.app.inject({ method: 'HEAD', url: `${path}?status=DECLINED` });
    for (const header of ['purpose', 'sec-purpose', 'x-purpose', 'x-moz']) {
      const page = await w.anonymous.get(`${path}?status=DECLINED`, {
        [header]: 'prefetch;prerender',
      });
      expect(page.body).toContain('Will you attend this meeting?');
    }
    expect(await answer()).toBe('UNKNOWN');
  });

  test('says in words that the meeting is canceled or over', async () => {
    await w.db.asPlatform(
      (tx) => tx`
        update meetings set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
         where meeting_uuid = ${meeting.meetingUuid}`,
    );
    const over = await w.anonymous.get(`${path}?status=ACCEPTED`);
    expect([over.status, over.headers['content-type']]).toEqual([409, 'text/html; charset=utf-8']);
    expect(over.body).toContain('This meeting is over.');
    await m.host.post(`${meeting.path}/cancel`);
    const canceled = await w.anonymous.get(`${path}?status=ACCEPTED`);
    expect(canceled.status).toBe(409);
    expect(canceled.body).toContain('This meeting was cancelled.');
    expect(canceled.body).not.toContain('<form');
    expect((await w.anonymous.get(`${path}?status=ACCEPTED&confirm=1`)).body).toContain(
      'cancelled',
    );
    expect(await answer()).toBe('UNKNOWN');
  });
});

describe('a mailed link', () => {
  test('asks and writes nothing, however often scanners open both, until a button is pressed', async () => {
    const links = await mailedLinks(w, meeting, 'guest@example.com');
    for (const { pathname, search } of [...links, ...links, ...links]) {
      const page = await w.anonymous.get(pathname + search);
      expect(page.status).toBe(200);
      expect(page.body).toContain('You have not answered yet.');
    }
    expect(await answer()).toBe('UNKNOWN');
    const [{ pathname, searchParams }] = links;
    const token = searchParams.get('token') ?? '';
    const done = await post({ status: 'ACCEPTED', token }, {}, pathname);
    expect([done.status, await answer()]).toEqual([200, 'ACCEPTED']);
    expect(done.body).toContain('Your answer is recorded: you will attend.');
  });

  test('whose buttons a program presses one after the other decides nothing; a person decides later', async () => {
    const agent = { 'user-agent': 'scanner' };
    await post({ status: 'ACCEPTED' }, agent);
    const asked = await post({ status: 'DECLINED' }, agent);
    expect(asked.body).toContain('Two different answers reached us almost at once.');
    expect(await answer()).toBe('UNKNOWN');
    await post({ status: 'DECLINED' }, { 'user-agent': 'a person' });
    expect(await answer()).toBe('DECLINED');
    await later();
    await post({ status: 'ACCEPTED' }, { 'user-agent': 'a person' });
    expect(await answer()).toBe('ACCEPTED');
  });

  test('that a program has pressed through leaves what stood before, in whichever order', async () => {
    const token = (await mailedLinks(w, meeting, 'guest@example.com'))[0].searchParams.get('token');
    const press = (fields: Record<string, string>) =>
      post({ ...fields, token: token ?? '' }, { 'user-agent': 'scanner' });
    const [yes, no, message] = [{ status: 'ACCEPTED' }, { status: 'DECLINED' }, { note: 'x' }];
    const again = { ...yes, ...message };
    for (const stood of ['UNKNOWN', 'DECLINED']) {
      for (const presses of [
        ...[
          [yes, no, message],
          [yes, message, no],
          [no, yes, message],
          [no, message, yes],
          [message, yes, no],
          [message, no, yes],
        ],
        ...[
          [yes, no, yes],
          [yes, yes, no],
          [no, yes, again],
          [yes, no, again],
          [yes, again, no],
          [yes, no, yes, no],
        ],
      ]) {
        for (const each of presses) expect((await press(each)).status).toBe(200);
        expect(await answer(), JSON.stringify(presses)).toBe(stood);
        await later();
      }
      await post({ status: 'DECLINED', token: token ?? '' }, { 'user-agent': 'a person' });
      await later();
    }
  });

  test('whose button is pressed with a wrong token changes nothing', async () => {
    expect((await post({ status: 'ACCEPTED', token: 'wrong' })).status).toBe(403);
    expect((await post({ status: 'MAYBE' })).status).toBe(400);
    expect((await w.anonymous.post(path, '<x/>', { 'content-type': 'text/xml' })).status).toBe(415);
    expect(await answer()).toBe('UNKNOWN');
  });
});

test('the page shows title, time and the own answer, and is kept and indexed nowhere', async () => {
  for (const query of ['status=ACCEPTED', 'status=ACCEPTED&confirm=1']) {
    const { body, headers } = await w.anonymous.get(`${path}?${query}`);
    expect(body).toContain('Revisión anual');
    expect(body).toContain('Monday, 6 May 2030');
    expect(body).toContain('Andes Patrimonio');
    expect(body).not.toMatch(/secret-room|condor-7|PRIVATE|quiere vender|Ana|Isabel|@/);
    expect(body).not.toMatch(/<script|javascript:|style="/);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  }
});

describe('a link that cannot be followed', () => {
  test.each([
    ['?status=MAYBE', 400],
    ['', 400],
    ['?status=ACCEPTED&token=wrong', 403],
  ])('%s is %i, as a page to a browser and as a problem to a program', async (query, status) => {
    const page = await w.anonymous.get(path + query, html);
    expect([page.status, page.headers['content-type']]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    expect(page.body).not.toContain('Revisión');
    const problem = await w.anonymous.get(path + query);
    expect([problem.status, problem.body.status]).toEqual([status, status]);
    expect(await answer()).toBe('UNKNOWN');
  });

  test('since there is no such invitation is 404 either way', async () => {
    for (const participant of ['00000000-0000-4000-8000-00000000dead', 'none']) {
      const url = `${meeting.path}/participants/${participant}/rsvp?status=ACCEPTED`;
      const page = await w.anonymous.get(url, html);
      expect([page.status, page.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
      expect((await w.anonymous.get(url)).body.code).toBe('NOT_FOUND');
    }
  });
});

test('an answer keeps the way it came by and its time', async () => {
  await w.anonymous.get(`${path}?status=ACCEPTED`);
  await later();
  await post({ status: 'DECLINED' });
  const rows = await w.db.asPlatform(
    (tx) => tx`
      select a.source, a.rsvp_status, a.agent_hash is not null as agent, p.rsvp_source, p.rsvp_at is not null as timed
        from public_answers a join meeting_participants p using (tenant_uuid, participant_uuid)
       where p.meeting_uuid = ${meeting.meetingUuid} order by a.ordinal`,
  );
  expect([...rows]).toEqual([
    { source: 'LINK', rsvpStatus: 'ACCEPTED', agent: true, rsvpSource: 'PAGE', timed: true },
    { source: 'PAGE', rsvpStatus: 'DECLINED', agent: true, rsvpSource: 'PAGE', timed: true },
  ]);
});
