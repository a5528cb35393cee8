import { expect, test } from 'vitest';
import { ageProof } from '../../../test-support/age-proof.ts';
import { createAuthenticator } from '../../../test-support/authenticator.ts';
import type { Answer } from '../../../test-support/client.ts';
import { machine } from '../../../test-support/machine.ts';
import {
  addTotp,
  type Person,
  secondFactorWorld,
} from '../../../test-support/second-factor-world.ts';

const w = await secondFactorWorld();
const { person, codeOf } = w;
const here = 'http://localhost:8080';
const page = { origin: here };
const outcome = ({ status, body }: Answer) => (status < 300 ? status : [status, body.code]);
const needed = [403, 'PROOF_REQUIRED'];
const wrongFactor = [401, 'WRONG_SECOND_FACTOR'];
const wrongPassword = [403, 'WRONG_PASSWORD'];

/** Tries what needs a proof and changes nothing that matters. */
const guarded = async (caller: Pick<Person, 'post'>) =>
  outcome(await caller.post('/api/auth/me/passkeys/options', undefined, page));
const prove = async (caller: Pick<Person, 'post'>, body: object, headers: object = {}) =>
  outcome(await caller.post('/api/auth/me/proof', body, headers));
const options = (caller: Pick<Person, 'post'>) =>
  caller.post('/api/auth/me/proof/options', undefined, page);

async function addPasskey(caller: Person) {
  const authenticator = createAuthenticator(here);
  const { body } = await caller.post('/api/auth/me/passkeys/options', undefined, page);
  const response = authenticator.create(body);
  const added = await caller.post('/api/auth/me/passkeys', { name: 'Laptop', response }, page);
  expect(added.status).toBe(201);
  return { ...authenticator, passkeyUuid: added.body.passkeyUuid as string };
}

test('a sign-in counts as a proof for ten minutes, and a proof as long again', async () => {
  const ana = await person();
  expect(await guarded(ana)).toBe(200);
  await ageProof(w, ana.userUuid);
  expect(await guarded(ana)).toEqual(needed);
  expect(await prove(ana, { password: ana.password })).toBe(204);
  expect(await guarded(ana)).toBe(200);
  await ageProof(w, ana.userUuid);
  expect(await guarded(ana)).toEqual(needed);
});

test('neither a refresh nor use of the session is a proof, and one session does not prove another', async () => {
  const ana = await person();
  const { body: first } = await w.login(ana);
  await ageProof(w, ana.userUuid);
  const { body: tokens } = await w.anonymous.post('/api/auth/refresh', {
    refreshToken: first.refreshToken,
  });
  const refreshed = ana.with({ authorization: `Bearer ${tokens.accessToken}` });
  expect((await refreshed.get('/api/auth/me')).status).toBe(200);
  expect(await guarded(refreshed)).toEqual(needed);
  expect(await prove(ana, { password: ana.password })).toBe(204);
  expect(await guarded(ana)).toBe(200);
  expect(await guarded(refreshed)).toEqual(needed);
});

test('a wrong password proves nothing, and neither does that of somebody else', async () => {
  const [ana, bob] = [await person(), await person()];
  await w.admin.put(`/api/tenant-staff/${bob.userUuid}/credentials/create`, {
    password: 'a password of Bob alone',
  });
  await ageProof(w, ana.userUuid);
  for (const password of ['not this one', 'a password of Bob alone'])
    expect(await prove(ana, { password })).toEqual(wrongPassword);
  expect(await prove(ana, { code: '123456' })).toEqual(wrongFactor);
  expect(await guarded(ana)).toEqual(needed);
});

test('a proof is exactly one of four', async () => {
  const ana = await person();
  for (const body of [{}, { password: ana.password, code: '123456' }, { password: 7 }])
    expect((await ana.post('/api/auth/me/proof', body)).status, JSON.stringify(body)).toBe(400);
});

test('who has a second factor proves by that and not by the password', async () => {
  const ana = await person({ totp: true });
  await ageProof(w, ana.userUuid);
  expect(await prove(ana, { password: ana.password })).toEqual(wrongFactor);
  expect(await prove(ana, { code: '000000' })).toEqual(wrongFactor);
  expect(await prove(ana, { code: codeOf(ana.secret) })).toEqual(wrongFactor);
  expect(await guarded(ana)).toEqual(needed);
  expect(await prove(ana, { code: codeOf(ana.secret, 1) })).toBe(204);
  expect(await guarded(ana)).toBe(200);
  await ageProof(w, ana.userUuid);
  expect(await prove(ana, { code: codeOf(ana.secret, 1) })).toEqual(wrongFactor);
  const [recoveryCode] = ana.recoveryCodes;
  expect(await prove(ana, { recoveryCode })).toBe(204);
  expect(await guarded(ana)).toBe(200);
  await ageProof(w, ana.userUuid);
  expect(await prove(ana, { recoveryCode })).toEqual(wrongFactor);
  expect((await ana.get('/api/auth/me')).body.secondFactor.recoveryCodesLeft).toBe(9);
});

test('of many proofs at once by one code one is taken', async () => {
  const ana = await person({ totp: true });
  await ageProof(w, ana.userUuid);
  const code = codeOf(ana.secret, 1);
  const answers = await Promise.all(Array.from({ length: 10 }, () => prove(ana, { code })));
  expect(answers.filter((each) => each === 204)).toHaveLength(1);
});

test('a factor that is added meanwhile ends the proof by password', async () => {
  const ana = await person();
  const other = ana.with({ authorization: `Bearer ${(await w.login(ana)).body.accessToken}` });
  await addTotp(ana);
  await ageProof(w, ana.userUuid);
  for (const caller of [ana, other]) {
    expect(await prove(caller, { password: ana.password })).not.toBe(204);
    expect(await guarded(caller)).not.toBe(200);
  }
});

test('a passkey of the person proves once, for the session that asked and on the page that asked', async () => {
  const [ana, bob] = [await person(), await person()];
  const [mine, theirs] = [await addPasskey(ana), await addPasskey(bob)];
  await ageProof(w, ana.userUuid);
  const byPasskey = (passkey: object, headers: object = page) => prove(ana, { passkey }, headers);
  const { body } = await options(ana);
  expect(body.allowCredentials).toHaveLength(1);
  expect(await byPasskey(theirs.get(body))).toEqual(wrongFactor);
  const late = [401, 'CHALLENGE_INVALID'];
  const foreign = (await options(bob)).body;
  expect(await byPasskey(mine.get({ ...body, challenge: foreign.challenge }))).toEqual(late);
  const { body: ofSignIn } = await w.anonymous.post(
    '/api/auth/login/passkey/options',
    undefined,
    page,
  );
  expect(await byPasskey(mine.get({ ...body, challenge: ofSignIn.challenge }))).toEqual(late);
  expect(await byPasskey(mine.get(body, { origin: 'https://evil.example' }))).toEqual(wrongFactor);
  const right = mine.get(body);
  expect(await byPasskey(right, { origin: 'https://evil.example' })).toEqual([
    403,
    'ORIGIN_REFUSED',
  ]);
  expect(await guarded(ana)).toEqual(needed);
  expect(await byPasskey(right)).toBe(204);
  expect(await guarded(ana)).toBe(200);
  await ageProof(w, ana.userUuid);
  expect(await byPasskey(right)).not.toBe(204);
  expect(await guarded(ana)).toEqual(needed);
  expect(outcome(await options(await person()))).toEqual([409, 'NO_PASSKEY']);
});

test('a stolen access token neither adds, removes nor replaces a factor', async () => {
  const ana = await person();
  const { passkeyUuid } = await addPasskey(ana);
  const { body: made } = await ana.post('/api/auth/me/passkeys/options', undefined, page);
  await ageProof(w, ana.userUuid);
  const response = createAuthenticator(here).create(made);
  for (const answer of [
    await ana.post('/api/auth/me/passkeys', { name: 'Mine now', response }, page),
    await ana.delete(`/api/auth/me/passkeys/${passkeyUuid}`),
    await ana.post('/api/auth/me/totp', {}),
    await ana.post('/api/auth/me/totp', { password: ana.password }),
    await ana.post('/api/auth/me/totp/confirm', { code: '123456' }),
    await ana.delete('/api/auth/me/totp', { password: ana.password }),
    await ana.post('/api/auth/me/recovery-codes', { password: ana.password }),
  ])
    expect(outcome(answer)).toEqual(needed);
  expect((await ana.get('/api/auth/me')).body.secondFactor).toMatchObject({
    totp: false,
    passkeys: 1,
  });
});

test('a proof is recorded by its method, a wrong one as a failed sign-in', async () => {
  const ana = await person();
  await prove(ana, { password: 'not this one' });
  await prove(ana, { password: ana.password });
  const events = await w.db.asPlatform(
    (tx) => tx`
      select event_type, attributes from events
       where actor_id = ${ana.userUuid} and event_type in ('auth.proved', 'login.failure')
       order by event_uuid`,
  );
  expect(events).toEqual([
    { eventType: 'login.failure', attributes: { reason: 'WRONG_PASSWORD' } },
    { eventType: 'auth.proved', attributes: { method: 'PASSWORD' } },
  ]);
});

test('a machine proves nothing', async () => {
  const { client } = await machine(w, w.admin);
  expect(await prove(client, { password: 'whatever it is' })).toEqual([403, 'PERSON_REQUIRED']);
});
