import { createHmac, generateKeyPairSync } from 'node:crypto';
import { exportJWK, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Tokens that look like `token` and must not be believed, by what is wrong with them. `signingKey`
 * is the issuer's private key as JWK: some are signed rightly and say what they may not.
 */
export async function forgedTokensOf(
  token: string,
  signingKey: string,
): Promise<Record<string, string>> {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const payload: JWTPayload = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const head = JSON.parse(Buffer.from(header, 'base64url').toString());
  const jwk: JWK = JSON.parse(signingKey);
  const publicJwk = { kty: jwk.kty, crv: jwk.crv, x: jwk.x };
  const own = await importJWK(jwk, 'EdDSA');
  const other = generateKeyPairSync('ed25519').privateKey;
  const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const nowSeconds = Math.floor(Date.now() / 1000);

  const signed = (changes: object, key = own, alg = 'EdDSA', more: object = {}) =>
    new SignJWT({ ...payload, ...changes })
      .setProtectedHeader({ ...head, alg, ...more })
      .sign(key as never);
  /** Signed with a symmetric key that everybody knows: the published half. */
  const hmac = (secret: string | Buffer) => {
    const text = `${encode({ alg: 'HS256', typ: 'JWT', kid: head.kid })}.${claims}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const tampered = (changes: object) =>
    `${header}.${encode({ ...payload, ...changes })}.${signature}`;

  return {
    'no signature and alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`,
    'alg NONE in capitals': `${encode({ alg: 'NONE', kid: head.kid })}.${claims}.${signature}`,
    'the signature taken off': `${header}.${claims}.`,
    'another key': await signed({}, other as never),
    'another key brought along in the header': await signed({}, other as never, 'EdDSA', {
      jwk: await exportJWK(other),
    }),
    'an RSA key': await signed({}, rsa as never, 'RS256'),
    'HS256 over the public key': hmac(JSON.stringify(publicJwk)),
    'HS256 over the raw public key': hmac(Buffer.from(String(jwk.x), 'base64url')),
    'another issuer': await signed({ iss: 'https://elsewhere.example' }),
    'no issuer': await signed({ iss: undefined }),
    'another audience': await signed({ aud: 'somebody-else' }),
    'no audience': await signed({ aud: undefined }),
    'its time passed': await signed({ exp: nowSeconds - 60 }),
    'no expiry': await signed({ exp: undefined }),
    'a start in the future': await signed({ nbf: nowSeconds + 3_600 }),
    'roles written in': tampered({ roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'TENANT_STAFF'] }),
    'another tenant written in': tampered({ tenant: '00000000-0000-4000-8000-000000000003' }),
    'another user written in': tampered({ sub: '00000000-0000-4000-8000-000000000002' }),
    'no roles': await signed({ roles: [] }),
    'a role there is not': await signed({ roles: ['KING'] }),
    'a critical header nobody knows': await new SignJWT(payload)
      .setProtectedHeader({ ...head, crit: ['x-rule'], 'x-rule': true })
      .sign(own, { crit: { 'x-rule': true } }),
    'a letter changed': `${header}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'four parts': `${token}.x`,
    nothing: '',
  };
}
