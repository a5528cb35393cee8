import { createVerifier } from '@atrium/kit/auth/verifier.ts';
import { createLocalJWKSet, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { worldWithAnalytics } from '../../security-tests/world-with-analytics.ts';
import { world } from '../../test-support/world.ts';
import { createTokenIssuer } from './token-issuer.ts';

const newKey = async () => {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
};
const names = { issuer: 'atrium', audience: 'atrium', accessSeconds: 900 };
const person = {
  tenantUuid: '00000000-0000-4000-8000-000000000001',
  userUuid: '00000000-0000-4000-8000-000000000009',
};
const signWith = async (signingKey: string) =>
  (await createTokenIssuer({ signingKey, ...names })).issueForPlatform(
    person.tenantUuid,
    person.userUuid,
    'a@b.example',
  );

describe('rotating the key that signs tokens', () => {
  test('passes by three sets of keys, at each of which the tokens of the others are believed', async () => {
    const [old, newer] = [await newKey(), await newKey()];
    const tokens = [await signWith(old), await signWith(newer)];
    const believes = async (signingKey: string, otherKeys: string[], token = '') => {
      const { jwks } = await createTokenIssuer({
        signingKey,
        otherKeys: `[${otherKeys}]`,
        ...names,
      });
      const verify = createVerifier([{ ...names, keys: createLocalJWKSet(jwks) }]);
      return Promise.resolve(verify(token)).then(
        () => true,
        () => false,
      );
    };
    const stages: [string, string[]][] = [
      [old, []],
      [old, [newer]],
      [newer, [old]],
      [newer, []],
    ];
    const seen = [];
    for (const [signing, others] of stages)
      seen.push([
        await believes(signing, others, tokens[0]),
        await believes(signing, others, tokens[1]),
      ]);
    expect(seen).toEqual([
      [true, false],
      [true, true],
      [true, true],
      [false, true],
    ]);
  });

  test('publishes no private half, and each key by a name of its own', async () => {
    const { jwks } = await createTokenIssuer({
      signingKey: await newKey(),
      otherKeys: `[${await newKey()}]`,
      ...names,
    });
    expect(jwks.keys.length).toBe(2);
    expect(new Set(jwks.keys.map((key) => key.kid)).size).toBe(2);
    expect(JSON.stringify(jwks)).not.toContain('"d"');
  });

  test.each(['{}', '[{"kty":"RSA"}]', '[1]', '[null]', 'key'])(
    'refuses other keys that are %s, and does not quote them',
    async (otherKeys) => {
      const refused = createTokenIssuer({ signingKey: await newKey(), otherKeys, ...names });
      await expect(refused).rejects.toThrow(
        /^TOKEN_OTHER_KEYS must be a JSON array of Ed25519 keys as JWK$/,
      );
    },
  );
});

describe('a platform with a key to come', () => {
  let w: Awaited<ReturnType<typeof worldWithAnalytics>>;
  let newer: string;
  beforeAll(async () => {
    newer = await newKey();
    w = await worldWithAnalytics({ TOKEN_OTHER_KEYS: `[${newer}]` });
  });

  test('believes tokens of both, and so does analytics by the published keys', async () => {
    const tenant = await w.tenant();
    const caller = await tenant.as('TENANT_ADMIN');
    const [{ 'x-user-id': userUuid = '', 'x-user-email': email = '' }] = [caller.identity];
    const issuer = await createTokenIssuer({ signingKey: newer, ...names });
    const [session] = await w.db.asPlatform(
      (tx) =>
        tx<
          { sessionUuid: string }[]
        >`select session_uuid from sessions where user_uuid = ${userUuid}`,
    );
    const account = {
      ...tenant,
      tenantCode: tenant.code,
      userUuid,
      email,
      roles: ['TENANT_ADMIN'],
      partnerUuid: null,
    };
    const token = await issuer.issue(account as never, session?.sessionUuid ?? '');
    for (const authorization of [caller.identity.authorization ?? '', `Bearer ${token}`]) {
      const either = caller.with({ authorization });
      expect((await either.get('/api/partners')).status).toBe(200);
      const ask = async () => (await either.get('/api/analytics/catalogue')).status;
      await expect.poll(ask).toBe(200);
    }
  });
});

test('a platform does not start with a key that is none', async () => {
  await expect(world({ TOKEN_OTHER_KEYS: 'none' })).rejects.toThrow('TOKEN_OTHER_KEYS');
});
