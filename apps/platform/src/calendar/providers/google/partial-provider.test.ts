import { createEmulator } from 'emulate';
import { afterAll, expect, test } from 'vitest';
import { calendarOf, calendarWorld, patience } from '../../../../test-support/calendar-world.ts';

const email = 'adviser@calendar.example';
const own = { user_email: email, summary: email, time_zone: 'America/Santiago' };
const calendars = [{ ...own, id: 'primary', primary: true, selected: true }];
// An emulator of Google with a part of the calendar's methods: list, insert and delete.
const emulator = await createEmulator({
  service: 'google' as const,
  port: 0,
  seed: { google: { users: [{ email, name: 'Adviser' }], calendars } },
});
afterAll(() => emulator.close());
const { url } = emulator;

const w = await calendarWorld({
  CALENDAR_GOOGLE_BASE_URL: url,
  CALENDAR_GOOGLE_AUTHORIZATION_URL: `${url}/o/oauth2/v2/auth`,
  CALENDAR_GOOGLE_TOKEN_URL: `${url}/oauth2/token`,
});

async function approve(authorizationUrl: string): Promise<string> {
  const body = new URLSearchParams(new URL(authorizationUrl).searchParams);
  body.set('email', email);
  const path = `${url}/o/oauth2/v2/auth/callback`;
  const answer = await fetch(path, { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

test('with a provider that lacks most calls, each missing one is told, nothing loops and nothing is lost', async () => {
  const tenant = await w.tenant();
  const staff = await tenant.as('TENANT_STAFF');
  await w.connect(staff, 'a', email, approve);
  const { create, until, read, meetings, pull, connection, path } = calendarOf(staff);

  // Connect: no calendars.get, so that the list of calendars tells whose it is.
  expect(await connection()).toMatchObject({ status: 'CONNECTED', email });

  // Push, without ids of ours.
  const { meetingUuid } = await create({ title: 'Reaches it' });
  await until(meetingUuid, 'SYNCED');

  // Pull, without sync tokens and notifications: compared in full at the usual pace.
  expect(await pull()).toMatchObject({ created: 0, canceled: 0 });
  await expect.poll(async () => (await connection()).lastError, patience).toBe('NO_SYNC_TOKEN');
  const { push, lastSyncedAt, nextPullAt } = await connection();
  expect(push.state).toBe('POLLING');
  expect(Date.parse(`${nextPullAt}Z`) - Date.parse(`${lastSyncedAt}Z`)).toBeGreaterThan(600_000);
  expect(await meetings()).toHaveLength(1);

  // Edit: no PATCH. The event stays, and the meeting says why.
  await staff.put(path(meetingUuid), { title: 'Cannot follow' });
  const failed = await until(meetingUuid, 'FAILED');
  expect(failed).toMatchObject({ status: 'ACTIVE', syncFailureCode: 'NOT_SUPPORTED' });
  await pull();
  expect(await read(meetingUuid)).toMatchObject({ status: 'ACTIVE', title: 'Cannot follow' });

  // A removal that cannot be asked for is told and not believed.
  const list = '/calendar/v3/calendars/primary/events';
  const { token } = await signIn();
  const headers = { authorization: `Bearer ${token}` };
  const events = async () =>
    ((await (await fetch(url + list, { headers })).json()) as { items: { id: string }[] }).items;
  const [event] = await events();
  await fetch(`${url}${list}/${event?.id}`, { method: 'DELETE', headers });
  expect(await pull()).toMatchObject({ canceled: 0 });
  expect((await connection()).lastError).toBe('REMOVALS_UNCONFIRMED');
  expect(await read(meetingUuid)).toMatchObject({ status: 'ACTIVE' });

  // Cancel.
  const second = await create({ title: 'Goes again' });
  await until(second.meetingUuid, 'SYNCED');
  expect(await events()).toHaveLength(1);
  await staff.post(`${path(second.meetingUuid)}/cancel`);
  await expect.poll(async () => (await events()).length, patience).toBe(0);
});

/** A token of the same person's, to look at the calendar from outside. */
async function signIn(): Promise<{ token: string }> {
  const redirect = 'http://127.0.0.1:9/callback';
  const scope = 'email https://www.googleapis.com/auth/calendar';
  const ask = { client_id: 'atrium-local', redirect_uri: redirect, response_type: 'code', scope };
  const back = await approve(`${url}/o/oauth2/v2/auth?${new URLSearchParams(ask)}`);
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: new URL(back).searchParams.get('code') ?? '',
    client_id: 'atrium-local',
    client_secret: 'simulated-secret',
    redirect_uri: redirect,
  });
  const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', body: form });
  const { access_token } = (await answer.json()) as { access_token: string };
  return { token: access_token };
}
