import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthenticator } from '../../test-support/authenticator.ts';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { addTotp, codeOf, stopClock } from '../../test-support/second-factor-world.ts';
import { world } from '../../test-support/world.ts';

const logged: string[] = [];
stopClock();
const w = await world(
  { LOG_LEVEL: 'warn' },
  { logTo: { write: (line) => void logged.push(line) } },
);
const m = await meetingWorld(w);
const { admin } = m;
const origin = 'http://localhost:8080';
const password = 'a long enough password';
const pathOf = (contactUuid: string) => `/api/contacts/${contactUuid}`;

/** A client who has a login, an authenticator app, one that waits to replace it, and a passkey. */
async function client() {
  const email = `${randomUUID()}@client.example`;
  const contactUuid = await m.contact();
  await admin.put(pathOf(contactUuid), { primaryEmail: email });
  await admin.post(`${pathOf(contactUuid)}/credentials/init`);
  const link = () => /token=([\w-]+)/.exec(w.mails.find(({ to }) => to === email)?.text ?? '')?.[1];
  await expect.poll(link).toBeTruthy();
  await w.anonymous.post('/api/auth/password-reset/confirm', { token: link(), password });
  const login = () => w.anonymous.post('/api/auth/login', { email, password });
  const { body } = await login();
  const me = w.anonymous.with({ authorization: `Bearer ${body.accessToken}` });
  const authenticator = createAuthenticator(origin);
  const { secret, recoveryCodes } = await addTotp(me);
  const options = (await me.post('/api/auth/me/passkeys/options', undefined, { origin })).body;
  const passkey = { name: 'Laptop', response: authenticator.create(options) };
  expect((await me.post('/api/auth/me/passkeys', passkey, { origin })).status).toBe(201);
  const pending = (await me.post('/api/auth/me/totp', { password })).body.secret;
  return { contactUuid, email, login, authenticator, secret, pending, recoveryCodes };
}
type Client = Awaited<ReturnType<typeof client>>;

const merge = async (from: string, into: string) => {
  const answer = await admin.post(`${pathOf(into)}/merge`, { fromContactUuid: from });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

const finish = async ({ login }: Client, proof: object) => {
  const { challenge } = (await login()).body;
  return w.anonymous.post('/api/auth/login/second-factor', { challenge, ...proof });
};

/** Signs in by the passkey alone, which names its owner as it has learned to. */
async function byPasskey({ authenticator }: Client) {
  const start = await w.anonymous.post('/api/auth/login/passkey/options', undefined, { origin });
  const response = authenticator.get(start.body);
  return w.anonymous.post('/api/auth/login/passkey', { response }, { origin });
}

test('A login that moved keeps its codes, its passkey and what waits to be confirmed, twice over', async () => {
  const who = await client();
  const [second, third] = [await m.contact(), await m.contact()];
  for (const [from, into] of [
    [who.contactUuid, second],
    [second, third],
  ] as const) {
    await merge(from, into);
    const passkey = await byPasskey(who);
    expect([passkey.status, passkey.body.user?.userUuid]).toEqual([200, into]);
  }
  const byCode = await finish(who, { code: codeOf(who.secret, 1) });
  expect([byCode.status, byCode.body.user?.userUuid]).toEqual([200, third]);
  const me = w.anonymous.with({ authorization: `Bearer ${byCode.body.accessToken}` });
  const confirmed = await me.post('/api/auth/me/totp/confirm', { code: codeOf(who.pending) });
  expect(confirmed.status).toBe(200);
  const byNewCode = await finish(who, { code: codeOf(who.pending, 1) });
  expect(byNewCode.status).toBe(200);
});

test('A secret that cannot be opened is told and logged, and the other factors serve', async () => {
  const [who, other] = [await client(), await client()];
  await w.db.asPlatform(
    (tx) => tx`
      update totp_secrets set secret = (
        select secret from totp_secrets where user_uuid = ${other.contactUuid})
       where user_uuid = ${who.contactUuid}`,
  );
  for (const secret of [who.secret, other.secret]) {
    const { status, body } = await finish(who, { code: codeOf(secret, 1) });
    expect([status, body.code]).toEqual([503, 'SECOND_FACTOR_UNREADABLE']);
  }
  expect(logged.join('')).toMatch(/SECOND_FACTOR_UNREADABLE.*SEAL_UNREADABLE/s);
  expect((await finish(who, { recoveryCode: who.recoveryCodes[0] })).status).toBe(200);
  expect((await byPasskey(who)).status).toBe(200);
});

test('A passkey that names somebody else signs nobody in', async () => {
  const who = await client();
  const stranger = await m.contact();
  await merge(await m.contact(), stranger);
  const start = await w.anonymous.post('/api/auth/login/passkey/options', undefined, { origin });
  const response = who.authenticator.get(start.body);
  const userHandle = Buffer.from(stranger.replaceAll('-', ''), 'hex').toString('base64url');
  const named = { ...response, response: { ...response.response, userHandle } };
  const answer = await w.anonymous.post('/api/auth/login/passkey', { response: named }, { origin });
  expect([answer.status, answer.body.code]).toEqual([401, 'WRONG_SECOND_FACTOR']);
});
