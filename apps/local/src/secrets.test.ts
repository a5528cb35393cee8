import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importJWK, SignJWT } from 'jose';
import { describe } from 'vitest';
import { test } from '../test-support/place.ts';
import { openSecrets, rotateSigningKey } from './secrets.ts';

describe('The secrets of an embedded start', () => {
  test('are made once, private to the user, and sign tokens', async ({ expect, place }) => {
    const file = join(place.folder(), 'secrets.json');
    const secrets = await openSecrets(file);
    expect(await openSecrets(file)).toEqual(secrets);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const jwk = JSON.parse(secrets.tokenSigningKey);
    const key = await importJWK(jwk);
    await expect(
      new SignJWT({}).setProtectedHeader({ alg: jwk.alg, kid: jwk.kid }).sign(key),
    ).resolves.toBeTruthy();
  });

  test('take a new signing key, and keep the public half of the one before', async ({
    expect,
    place,
  }) => {
    const file = join(place.folder(), 'secrets.json');
    const before = await openSecrets(file);
    await rotateSigningKey(file);
    const after = await openSecrets(file);
    const { d, ...retired } = JSON.parse(before.tokenSigningKey);
    expect(after).toMatchObject({
      secretKey: before.secretKey,
      databasePassword: before.databasePassword,
    });
    expect(JSON.parse(after.retiredSigningKeys ?? '')).toEqual([retired]);
    expect(JSON.parse(after.tokenSigningKey).x).not.toBe(retired.x);
    expect(readFileSync(file, 'utf8')).not.toContain(d);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('are never replaced when the file is damaged', async ({ expect, place }) => {
    const file = join(place.folder(), 'secrets.json');
    writeFileSync(file, '{"secretKey": "half');
    await expect(openSecrets(file)).rejects.toThrow(`${file} is damaged`);
    expect(readFileSync(file, 'utf8')).toBe('{"secretKey": "half');
  });
});
