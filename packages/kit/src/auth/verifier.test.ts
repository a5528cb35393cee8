import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { createVerifier } from './verifier.ts';

const names = { issuer: 'somebody', audience: 'us' };
const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'EdDSA' };
const token = await new SignJWT({ tenant: 't', email: 'a@b.example', roles: ['CLIENT'] })
  .setProtectedHeader({ alg: 'EdDSA', kid: 'one' })
  .setIssuer(names.issuer)
  .setAudience(names.audience)
  .setSubject('u')
  .setExpirationTime('1h')
  .sign(privateKey);

let status = 503;
const server = createServer((_request, response) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ keys: [jwk] }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;

const verifierOf = (url: string) =>
  createVerifier([{ ...names, keys: createRemoteJWKSet(new URL(url), { cooldownDuration: 0 }) }]);
const code = (verifying: unknown) =>
  Promise.resolve(verifying).then(
    () => 'verified',
    (error) => error.code,
  );

test('while the issuer’s keys cannot be had, a token is neither right nor wrong', async () => {
  expect(await code(verifierOf('http://127.0.0.1:1/keys')(token))).toBe('UNAVAILABLE');
  const verify = verifierOf(address);
  expect(await code(verify(token))).toBe('UNAVAILABLE');
  status = 200;
  expect(await code(verify(token))).toBe('verified');
});

test('a token by a key that the issuer does not publish is wrong', async () => {
  const other = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  const forged = await new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid: 'two' })
    .setIssuer(names.issuer)
    .setAudience(names.audience)
    .setExpirationTime('1h')
    .sign(other.privateKey);
  expect(await code(verifierOf(address)(forged))).toBe('UNAUTHENTICATED');
});
