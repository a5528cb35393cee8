import { randomUUID } from 'node:crypto';
import type { Row } from '@atrium/kit/sql.ts';
import { describe, expect, test } from 'vitest';
import { secondFactorWorld } from '../../../test-support/second-factor-world.ts';
import type { Tx } from '../../database/transaction.ts';

const w = await secondFactorWorld();
const { person, login, finish, codeOf } = w;

/** Reads over all tenants, as the platform itself. */
const all = (statement: (tx: Tx) => Promise<readonly Row[]>) => w.db.asPlatform(statement);
const eventsOf = (person: { userUuid: string }) =>
  all(
    (tx) => tx`
    select event_type, entity_type, attributes from events
     where entity_id = ${person.userUuid} and event_type like 'auth.second_factor%' order by event_uuid`,
  );
const mailsTo = (email: string) => w.mails.filter(({ to }) => to === email).length;

describe('time-based codes', () => {
  test('are set up by a secret and its first code, which answers ten recovery codes', async () => {
    const ana = await person();
    const begun = await ana.post('/api/auth/me/totp', {});
    expect(begun.status).toBe(200);
    expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.body.otpauthUri).toContain(`secret=${begun.body.secret}`);
    expect((await login(ana)).body.accessToken).toBeDefined();

    const wrong = await ana.post('/api/auth/me/totp/confirm', { code: '000000' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'WRONG_SECOND_FACTOR']);
    const confirmed = await ana.post('/api/auth/me/totp/confirm', {
      code: codeOf(begun.body.secret),
    });
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect((await ana.get('/api/auth/me')).body.secondFactor).toEqual({
      totp: true,
      passkeys: 0,
      recoveryCodesLeft: 10,
    });
    const again = await ana.post('/api/auth/me/totp/confirm', { code: '123456' });
    expect([again.status, again.body.code]).toEqual([409, 'TOTP_NOT_PENDING']);
    await expect.poll(() => mailsTo(ana.email)).toBe(1);
    expect((await eventsOf(ana)).at(-1)).toMatchObject({
      eventType: 'auth.second_factor_added',
      entityType: 'STAFF',
      attributes: { method: 'TOTP' },
    });
  });

  test('are asked for at the next sign-in, which answers a challenge instead of tokens', async () => {
    const ana = await person({ totp: true });
    const { status, body } = await login(ana);
    expect(status).toBe(200);
    expect(body).toEqual({
      secondFactorRequired: true,
      challenge: expect.any(String),
      methods: ['TOTP', 'RECOVERY_CODE'],
    });
    const code = codeOf(ana.secret, 1);
    const tokens = await finish({ challenge: body.challenge, code });
    expect(tokens.status).toBe(200);
    expect(tokens.body).toMatchObject({ tokenType: 'Bearer', user: { userUuid: ana.userUuid } });
    const bearer = { authorization: `Bearer ${tokens.body.accessToken}` };
    expect((await w.anonymous.get('/api/auth/me', bearer)).status).toBe(200);
    const spent = await finish({ challenge: body.challenge, code: codeOf(ana.secret, -1) });
    expect([spent.status, spent.body.code]).toEqual([401, 'CHALLENGE_INVALID']);
  });

  test('are taken one step either side, and each works once', async () => {
    const ana = await person({ totp: true });
    const { body } = await login(ana);
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [0, 401],
      [-1, 200],
    ] as const) {
      const answer = await finish({ challenge: body.challenge, code: codeOf(ana.secret, steps) });
      expect([steps, answer.status]).toEqual([steps, status]);
    }
    const next = (await login(ana)).body.challenge;
    expect((await finish({ challenge: next, code: codeOf(ana.secret, -1) })).status).toBe(401);
    expect((await finish({ challenge: next, code: codeOf(ana.secret, 1) })).status).toBe(200);
  });

  test('of one code, one challenge or one recovery code used at once by many, one gets in', async () => {
    const ana = await person({ totp: true });
    const statuses = async (proofs: object[]) => {
      const answers = await Promise.all(proofs.map((proof) => finish(proof)));
      return answers.map(({ status }) => status).sort();
    };
    const oneIn = (count: number) => [200, ...Array(count - 1).fill(401)];
    const challenges = async (count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => (await login(ana)).body.challenge as string),
      );
    const several = await challenges(4);
    const code = codeOf(ana.secret, 1);
    expect(await statuses(several.map((challenge) => ({ challenge, code })))).toEqual(oneIn(4));
    const [recoveryCode = '', ...others] = ana.recoveryCodes;
    const more = await challenges(4);
    expect(await statuses(more.map((challenge) => ({ challenge, recoveryCode })))).toEqual(
      oneIn(4),
    );
    const [challenge] = await challenges(1);
    expect(
      await statuses(others.slice(0, 6).map((each) => ({ challenge, recoveryCode: each }))),
    ).toEqual(oneIn(6));
    expect((await ana.get('/api/auth/me')).body.secondFactor.recoveryCodesLeft).toBe(8);
  });

  test('a challenge ends after five tries, five minutes, or when the password is set anew', async () => {
    const ana = await person({ totp: true });
    const { challenge } = (await login(ana)).body;
    for (let at = 0; at < 5; at += 1) {
      const wrong = await finish({ challenge, code: '000000' });
      expect([wrong.status, wrong.body.code]).toEqual([401, 'WRONG_SECOND_FACTOR']);
    }
    const right = { code: codeOf(ana.secret, 1) };
    const over = await finish({ challenge, ...right });
    expect([over.status, over.body.code]).toEqual([401, 'CHALLENGE_INVALID']);
    const unknown = await finish({ challenge: 'x', ...right });
    expect([unknown.status, unknown.body.code]).toEqual([401, 'CHALLENGE_INVALID']);

    const late = (await login(ana)).body.challenge;
    await w.db.asPlatform(
      (tx) =>
        tx`update sign_in_challenges set expires_at = now() where user_uuid = ${ana.userUuid}`,
    );
    expect((await finish({ challenge: late, ...right })).body.code).toBe('CHALLENGE_INVALID');

    const open = (await login(ana)).body.challenge;
    const path = `/api/tenant-staff/${ana.userUuid}/credentials/create`;
    const password = 'another long password';
    const set = await w.admin.put(path, { password, confirmPassword: password });
    expect(set.status).toBe(204);
    expect((await finish({ challenge: open, ...right })).body.code).toBe('CHALLENGE_INVALID');
  });

  test('a proof is exactly one thing, and what does not fit is named', async () => {
    const ana = await person({ totp: true });
    const { challenge } = (await login(ana)).body;
    for (const proof of [{}, { code: '123456', recoveryCode: 'x' }]) {
      const { status, body } = await finish({ challenge, ...proof });
      expect([status, body.errors[0].field]).toEqual([400, 'code']);
    }
    const long = await finish({ challenge: 'x'.repeat(201), code: '1' });
    expect([long.status, long.body.errors[0].field]).toEqual([400, 'challenge']);
    expect((await finish({ challenge, code: codeOf(ana.secret, 1) })).status).toBe(200);
  });

  test('are replaced with the password: the old ones work until the new are confirmed', async () => {
    const ana = await person({ totp: true });
    const without = await ana.post('/api/auth/me/totp', {});
    expect([without.status, without.body.errors[0].field]).toEqual([400, 'password']);
    const wrong = await ana.post('/api/auth/me/totp', { password: 'not this one' });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'WRONG_PASSWORD']);
    const { secret } = (await ana.post('/api/auth/me/totp', { password: ana.password })).body;
    const before = (await login(ana)).body.challenge;
    expect((await finish({ challenge: before, code: codeOf(secret) })).status).toBe(401);
    const old = { challenge: before, code: codeOf(ana.secret, 1) };
    expect((await finish(old)).status).toBe(200);
    const confirmed = await ana.post('/api/auth/me/totp/confirm', { code: codeOf(secret) });
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    const after = (await login(ana)).body.challenge;
    expect((await finish({ challenge: after, code: codeOf(ana.secret, -1) })).status).toBe(401);
    expect((await finish({ challenge: after, recoveryCode: ana.recoveryCodes[0] })).status).toBe(
      401,
    );
    expect((await finish({ challenge: after, code: codeOf(secret, 1) })).status).toBe(200);
  });

  test('are removed with the password, and the recovery codes with the last factor', async () => {
    const ana = await person({ totp: true });
    const remove = (password: string) => ana.delete('/api/auth/me/totp', { password });
    expect((await remove('not this one')).body.code).toBe('WRONG_PASSWORD');
    expect((await remove(ana.password)).status).toBe(204);
    expect((await remove(ana.password)).status).toBe(404);
    expect((await ana.get('/api/auth/me')).body.secondFactor).toEqual({
      totp: false,
      passkeys: 0,
      recoveryCodesLeft: 0,
    });
    expect((await login(ana)).body.accessToken).toBeDefined();
    expect((await eventsOf(ana)).at(-1)?.eventType).toBe('auth.second_factor_removed');
    await expect.poll(() => mailsTo(ana.email)).toBe(2);
  });
});

describe('recovery codes', () => {
  test('each signs in once, however it is written, and its use is mailed', async () => {
    const ana = await person({ totp: true });
    const [first = '', second = ''] = ana.recoveryCodes;
    const use = async (recoveryCode: string) =>
      (await finish({ challenge: (await login(ana)).body.challenge, recoveryCode })).status;
    expect(await use(first)).toBe(200);
    expect(await use(first)).toBe(401);
    expect(await use(` ${second.toUpperCase().replaceAll('-', ' ')}`)).toBe(200);
    expect((await ana.get('/api/auth/me')).body.secondFactor.recoveryCodesLeft).toBe(8);
    await expect.poll(() => mailsTo(ana.email)).toBe(3);
  });

  test('are made anew with the password, and those before end', async () => {
    const ana = await person({ totp: true });
    const renew = (password: string) => ana.post('/api/auth/me/recovery-codes', { password });
    expect((await renew('not this one')).status).toBe(403);
    const { status, body } = await renew(ana.password);
    expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
    const { challenge } = (await login(ana)).body;
    expect((await finish({ challenge, recoveryCode: ana.recoveryCodes[0] })).status).toBe(401);
    expect((await finish({ challenge, recoveryCode: body.recoveryCodes[0] })).status).toBe(200);
    const bob = await person();
    const none = await bob.post('/api/auth/me/recovery-codes', { password: bob.password });
    expect([none.status, none.body.code]).toEqual([409, 'NO_SECOND_FACTOR']);
  });

  test('and secrets are told once: a replay by Idempotency-Key has null in their place', async () => {
    const ana = await person();
    const keyed = () => ({ 'idempotency-key': randomUUID() });
    const [one, two] = [keyed(), keyed()];
    const begun = await ana.post('/api/auth/me/totp', {}, one);
    expect((await ana.post('/api/auth/me/totp', {}, one)).body).toEqual({
      secret: null,
      otpauthUri: null,
    });
    const code = codeOf(begun.body.secret);
    const first = await ana.post('/api/auth/me/totp/confirm', { code }, two);
    expect(first.body.recoveryCodes).toHaveLength(10);
    const replay = await ana.post('/api/auth/me/totp/confirm', { code }, two);
    expect([replay.status, replay.body]).toEqual([200, { recoveryCodes: null }]);
    const kept = await all((tx) => tx`select answer::text from idempotency_keys`);
    expect(JSON.stringify(kept)).not.toContain(begun.body.secret);
    expect(JSON.stringify(kept)).not.toContain(first.body.recoveryCodes[0]);
  });
});

describe('the wrong second factor', () => {
  test('is recorded as a failed sign-in, and no secret is stored as it is', async () => {
    const ana = await person({ totp: true });
    const { challenge } = (await login(ana)).body;
    await finish({ challenge, code: '000000' });
    const failures = await all(
      (tx) => tx`
      select attributes from events
       where event_type = 'login.failure' and actor_id = ${ana.userUuid}`,
    );
    expect(failures.map(({ attributes }) => attributes.reason)).toEqual(['WRONG_SECOND_FACTOR']);
    const rows = JSON.stringify([
      await all((tx) => tx`select * from totp_secrets`),
      await all((tx) => tx`select encode(code_hash, 'escape') from recovery_codes`),
      await all((tx) => tx`select encode(challenge_hash, 'escape') from sign_in_challenges`),
      await all((tx) => tx`select attributes from events`),
      await w.sql`select data::text from pgboss.job`,
    ]);
    for (const secret of [ana.secret, ana.recoveryCodes[0] ?? '', challenge])
      expect(rows).not.toContain(secret);
  });

  test('of a person who was made inactive meanwhile is refused as at a login', async () => {
    const ana = await person({ totp: true });
    const { challenge } = (await login(ana)).body;
    await w.db.asPlatform(
      (tx) => tx`update accounts set is_active = false where user_uuid = ${ana.userUuid}`,
    );
    const { status, body } = await finish({ challenge, code: codeOf(ana.secret, 1) });
    expect([status, body.code]).toEqual([403, 'USER_INACTIVE']);
  });
});
