import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { world } from '../../../test-support/world.ts';
import { system } from '../../database/principal.ts';
import { queueMail } from '../../mail/outbox/queue-mails.ts';

const w = await world();
const { tenantUuid, as } = await w.tenant();
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const oneClick = 'List-Unsubscribe=One-Click';

/** Somebody with a task, and the link in the morning mail about it. */
async function reader() {
  const adviser = await as('TENANT_STAFF');
  await adviser.post('/api/tasks', { title: 'Call Elena', dueDate: '2026-06-10' });
  const personUuid = adviser.identity['x-user-id'] ?? '';
  const { email } = (await adviser.get(`/api/tenant-staff/${personUuid}`)).body;
  const mails = () => w.mails.filter(({ to, kind }) => to === email && kind === 'MORNING_TASKS');
  const about = { day: '2026-06-10' };
  const send = () =>
    w.db.asTenant(tenantUuid, system, (tx) =>
      queueMail(tx, { kind: 'MORNING_TASKS', personUuid, about }),
    );
  await send();
  await expect.poll(() => mails().length).toBe(1);
  const url = new URL(mails()[0]?.unsubscribeUrl ?? '');
  return { adviser, personUuid, url, path: `${url.pathname}${url.search}`, mails, send };
}

const preferencesOf = async (adviser: Client) =>
  (await adviser.get('/api/auth/me')).body.preferences;

test('One click in a mail program ends the morning mail, again and again, and leaves other preferences', async () => {
  const { adviser, personUuid, url, path, mails, send } = await reader();
  const { text, html } = mails()[0] ?? {};
  expect([text, html?.replaceAll('&amp;', '&')]).toEqual([
    expect.stringContaining(url.href),
    expect.stringContaining(url.href),
  ]);
  const preferences = { z: 1, a: [2], columns: { b: 'c' } };
  await adviser.put('/api/auth/me', { preferences });
  for (let time = 0; time < 3; time += 1)
    expect((await w.anonymous.post(path, oneClick, form)).status).toBe(200);
  expect(await preferencesOf(adviser)).toEqual({ ...preferences, morningMail: false });
  const events = await w.db.asPlatform(
    (tx) => tx`
      select attributes from events
       where entity_id = ${personUuid} and event_type = 'auth.profile_updated'`,
  );
  expect(events.map((each) => each.attributes)).toEqual([{ changedFields: 'preferences' }]);

  await send();
  const states = () =>
    w.db.asPlatform(
      (tx) => tx`select state from mails where person_uuid = ${personUuid} order by ordinal`,
    );
  await expect
    .poll(async () => (await states()).map((each) => each.state))
    .toEqual(['SENT', 'DROPPED']);
  expect(mails()).toHaveLength(1);
  await adviser.put('/api/auth/me', { preferences: { morningMail: true } });
  await send();
  await expect.poll(() => mails().length).toBe(2);
});

test('It takes any form of a click, and none', async () => {
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
  const parts = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
  for (const [body, headers] of [
    [parts, boundary],
    [undefined, {}],
    ['{}', { 'content-type': 'application/json' }],
  ] as const) {
    const { adviser, path } = await reader();
    expect((await w.anonymous.post(path, body, headers)).status).toBe(200);
    expect(await preferencesOf(adviser)).toEqual({ morningMail: false });
  }
});

test('The link opens a page without a script, whose button ends it', async () => {
  const { adviser, path } = await reader();
  const page = await w.anonymous.get(path, { 'accept-language': 'en' });
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).not.toMatch(/<script/i);
  expect(page.body).toContain('Andes Patrimonio');
  expect(await preferencesOf(adviser)).toEqual({});
  const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const done = await w.anonymous.post(action, '', { ...form, 'accept-language': 'en' });
  expect([done.status, done.body]).toEqual([200, expect.stringContaining('Done')]);
  expect(await preferencesOf(adviser)).toEqual({ morningMail: false });
});

test('A link that was made up ends nothing', async () => {
  const { adviser, url } = await reader();
  const token = url.searchParams.get('token') ?? '';
  const turned = `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`;
  for (const wrong of [turned, token.slice(0, 43), 'x', randomUUID()])
    expect((await w.anonymous.post(`${url.pathname}?token=${wrong}`, oneClick, form)).status).toBe(
      404,
    );
  expect((await w.anonymous.post(url.pathname, oneClick, form)).status).toBe(400);
  expect(await preferencesOf(adviser)).toEqual({});
});
