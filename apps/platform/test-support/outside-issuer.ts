import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** An issuer of tokens beside the platform, with the settings that make the platform trust it. */
export async function outsideIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' };
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      OUTSIDE_ISSUER: 'https://id.example',
      OUTSIDE_AUDIENCE: 'api',
      OUTSIDE_CLAIM_TENANT: 'org',
      OUTSIDE_JWKS_URL: `http://127.0.0.1:${port}/jwks`,
    },
    token: (claims: JWTPayload, audience = 'api') =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'k' })
        .setIssuer('https://id.example')
        .setAudience(audience)
        .setExpirationTime('1h')
        .sign(privateKey),
    close: () => server.close(),
  };
}
