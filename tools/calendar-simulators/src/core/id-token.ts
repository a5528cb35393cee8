import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

let key: KeyObject | undefined;

// Made when first needed: an RSA key takes longer than everything else at the start.
function signingKey(): KeyObject {
  key ??= generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  return key;
}

/** An OpenID Connect ID token, RS256. */
export function idToken(claims: Record<string, unknown>): string {
  const header = encode({ alg: 'RS256', kid: 'simulator', typ: 'JWT' });
  const signed = `${header}.${encode(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), signingKey()).toString('base64url')}`;
}

/** The key set that verifies the ID tokens of this process. */
export function jwks() {
  const jwk = createPublicKey(signingKey()).export({ format: 'jwk' });
  return { keys: [{ ...jwk, alg: 'RS256', kid: 'simulator', use: 'sig' }] };
}

/** A stable subject identifier for an account. */
export function subjectOf(email: string): string {
  return Buffer.from(email).toString('hex').padEnd(21, '0').slice(0, 32);
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
