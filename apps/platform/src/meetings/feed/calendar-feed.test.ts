import ICAL from 'ical.js';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { meetingWorld, uuidOf } from '../../../test-support/meeting-world.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const feed = '/api/v1/calendar/feed';
let m: Awaited<ReturnType<typeof meetingWorld>>;

beforeEach(async () => {
  m = await meetingWorld(w);
});

/** A new address of the caller's feed. */
async function addressOf(by: Client): Promise<string> {
  const { status, body } = await by.post(feed);
  expect(status).toBe(201);
  return new URL(body.url).pathname;
}

const titles = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((event) => event.getFirstPropertyValue('summary'));

const soon = (days: number) => {
  const start = Temporal.Now.plainDateTimeISO('UTC').add({ days }).round('minute');
  return {
    startDateTime: start.toString({ smallestUnit: 'second' }),
    endDateTime: start.add({ hours: 1 }).toString({ smallestUnit: 'second' }),
    timezone: 'UTC',
    title: `in ${days} days`,
  };
};

test('a host, a colleague and a client subscribe each to their own meetings', async () => {
  const meeting = await m.meeting({ ...soon(3), meetingLink: 'https://meet.example/x' });
  await m.meeting({ ...soon(5), contactIds: [] });
  const expected = [
    [m.host, ['in 3 days', 'in 5 days']],
    [m.colleague, ['in 3 days', 'in 5 days']],
    [m.client, ['in 3 days']],
    [m.stranger, []],
  ] as const;
  for (const [by, due] of expected) {
    const answer = await w.anonymous.get(await addressOf(by));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(titles(answer.body)).toEqual(due);
    expect(answer.body).not.toMatch(/quiere vender|guest@example.com/);
    if (due.length > 0) expect(answer.body).toContain(`UID:${meeting.meetingUuid}@atrium`);
  }
});

test('an address asked for again under one key is the one made first, and told once', async () => {
  const ask = () => m.host.post(feed, undefined, { 'idempotency-key': 'feed' });
  const [first, second] = [await ask(), await ask()];
  expect(second).toMatchObject({ status: 201, body: { ...first.body, url: null } });
  expect((await w.anonymous.get(new URL(first.body.url).pathname)).status).toBe(200);
});

test('a feed is no scheduling message: it has no METHOD, and its properties come before its components', async () => {
  await m.meeting(soon(3));
  const { body } = await w.anonymous.get(await addressOf(m.host));
  expect(body).not.toMatch(/^METHOD/im);
  const [, head = ''] = /^BEGIN:VCALENDAR\r\n(.*?)\r\nBEGIN:/s.exec(body) ?? [];
  expect(head).toMatch(/^PRODID:/m);
  expect(head).toMatch(/^VERSION:2.0$/m);
  const after = body.slice(body.indexOf('\r\nBEGIN:') + 2);
  const outside = after.replace(/^BEGIN:(V\w+)\r\n.*?^END:\1\r\n/gms, '');
  expect(outside.trim()).toBe('END:VCALENDAR');
});

test('what is declined, canceled, or longer ago or ahead than the window is left out', async () => {
  const kept = await m.meeting(soon(1));
  const declined = await m.meeting(soon(2));
  await m.colleague.put(`${declined.path}/rsvp`, { status: 'DECLINED' });
  const canceled = await m.meeting(soon(3));
  await m.host.post(`${canceled.path}/cancel`);
  await Promise.all([m.meeting(soon(-80)), m.meeting(soon(-100)), m.meeting(soon(740))]);
  const { body } = await w.anonymous.get(await addressOf(m.colleague));
  expect(titles(body)).toEqual(['in -80 days', kept.title]);
  expect(titles((await w.anonymous.get(await addressOf(m.host))).body)).toContain('in 2 days');
});

test('a reader who has it already is told so, until something changes', async () => {
  const meeting = await m.meeting(soon(1));
  const url = await addressOf(m.host);
  const { etag } = (await w.anonymous.get(url)).headers;
  const known = { 'if-none-match': `"other", W/${etag}` };
  const again = await w.anonymous.get(url, known);
  expect([again.status, again.body]).toEqual([304, '']);
  await m.host.put(meeting.path, { title: 'Otro' });
  expect(titles((await w.anonymous.get(url, known)).body)).toEqual(['Otro']);
});

test('a new address ends the old one, and revoking ends both; the state says which', async () => {
  expect((await m.client.get(feed)).body).toEqual({ active: false, createdAt: null });
  const first = await addressOf(m.client);
  const second = await addressOf(m.client);
  expect((await w.anonymous.get(first)).status).toBe(404);
  expect((await w.anonymous.get(second)).status).toBe(200);
  expect((await m.client.get(feed)).body).toMatchObject({ active: true });
  expect((await m.client.delete(feed)).status).toBe(204);
  expect((await w.anonymous.get(second)).status).toBe(404);
  expect((await m.client.delete(feed)).status).toBe(404);
  expect((await w.anonymous.get(`${feed}/unknown.ics`)).status).toBe(404);
  expect((await w.anonymous.post(feed)).status).toBe(401);
});

test('a system administrator who names another tenant has the feed of their own', async () => {
  const root = (await w.systemAdmin()).with({ 'x-tenant-uuid': m.tenant.tenantUuid });
  await m.meeting(soon(1));
  const { body } = await w.anonymous.get(await addressOf(root));
  expect(titles(body)).toEqual([]);
  expect((await root.get(feed)).body.active).toBe(true);
  expect((await root.delete(feed)).status).toBe(204);
});

test('setting a password ends the address, so does deactivating the person, for good', async () => {
  const member = `/api/tenant-staff/${uuidOf(m.host)}`;
  const before = await addressOf(m.host);
  const others = await addressOf(m.colleague);
  const password = 'a longer phrase of 2027';
  const set = await m.admin.put(`${member}/credentials/create`, {
    password,
    confirmPassword: password,
  });
  expect(set.status).toBe(204);
  expect((await w.anonymous.get(before)).status).toBe(404);
  expect((await w.anonymous.get(others)).status).toBe(200);

  const colleague = `/api/tenant-staff/${uuidOf(m.colleague)}`;
  expect((await m.admin.put(colleague, { isActive: false })).status).toBe(200);
  expect((await m.admin.put(colleague, { isActive: true })).status).toBe(200);
  expect((await w.anonymous.get(others)).status).toBe(404);
});

test('an address stops with the account or the tenant, and its secret is stored nowhere', async () => {
  const url = await addressOf(m.host);
  const [row] = await w.db.asPlatform(
    (tx) => tx`select * from calendar_feeds where user_uuid = ${uuidOf(m.host)}`,
  );
  expect(JSON.stringify(row)).not.toContain(url.split('/').at(-1)?.slice(0, 43));
  const active = (is: boolean) =>
    w.db.asPlatform(
      (tx) => tx`update accounts set is_active = ${is} where user_uuid = ${uuidOf(m.host)}`,
    );
  await active(false);
  expect((await w.anonymous.get(url)).status).toBe(404);
  await active(true);
  expect((await w.anonymous.get(url)).status).toBe(200);
  await w.db.asPlatform(
    (tx) => tx`update tenants set deleted_at = now() where tenant_uuid = ${m.tenant.tenantUuid}`,
  );
  expect((await w.anonymous.get(url)).status).toBe(404);
});

test('the entity tag changes with whatever the feed shows, and with nothing else', async () => {
  const [meeting, other] = [await m.meeting(soon(1)), await m.meeting(soon(3))];
  const url = await addressOf(m.colleague);
  const tag = async () => (await w.anonymous.get(url)).headers.etag;
  const unchanged = await tag();
  await m.meeting({ ...soon(2), contactIds: [], participantIds: [] });
  await m.host.put(`/api/auth/me`, { preferences: { theme: 'dark' } });
  const steps: [string, () => Promise<unknown>][] = [
    ['a title', () => m.host.put(meeting.path, { title: 'Otro' })],
    ['a meeting more', () => m.meeting(soon(4))],
    ['a cancellation', () => m.host.post(`${meeting.path}/cancel`)],
    ['an answer', () => m.colleague.put(`${other.path}/rsvp`, { status: 'DECLINED' })],
    [
      'the language',
      () =>
        w.db.asPlatform(
          (tx) => tx`
            update accounts set language = case language when 'ENGLISH' then 'SPANISH' else 'ENGLISH' end
             where tenant_uuid = ${m.tenant.tenantUuid}`,
        ),
    ],
    [
      'the name of the firm',
      () =>
        w.db.asPlatform(
          (tx) => tx`update tenants set name = 'Otra' where tenant_uuid = ${m.tenant.tenantUuid}`,
        ),
    ],
    [
      'what no event tells of',
      () =>
        w.db.asPlatform(
          (tx) =>
            tx`update meetings set description = 'x' where tenant_uuid = ${m.tenant.tenantUuid}`,
        ),
    ],
  ];
  const seen = new Set([unchanged]);
  for (const [what, change] of steps) {
    await change();
    const now = await tag();
    expect(seen, what).not.toContain(now);
    expect(await tag(), what).toBe(now);
    seen.add(now);
  }
});

test('links that are none of the web’s are not in the feed', async () => {
  await m.meeting({ ...soon(1), meetingLink: 'javascript:alert(document.domain)' });
  await m.meeting({ ...soon(2), meetingLink: 'https://meet.example/y' });
  const { body } = await w.anonymous.get(await addressOf(m.host));
  expect(body).not.toContain('javascript:');
  expect(body).toContain('URL;VALUE=URI:https://meet.example/y');
  expect(body).toContain('LOCATION:https://meet.example/y');
});
