import { atriumClaims } from '@atrium/kit/auth/verifier.ts';
import { ConfigError } from '@atrium/kit/env.ts';
import { calculateJwkThumbprint, importJWK, type JWK, SignJWT } from 'jose';
import type { Account } from './queries.ts';

export type TokenIssuer = Awaited<ReturnType<typeof createTokenIssuer>>;

type Options = { signingKey: string; issuer: string; audience: string; accessSeconds: number };

/**
 * Signs access tokens (JWT, EdDSA) and publishes the public key as a JWKS (RFC 7517).
 * `signingKey` is an Ed25519 private key as JWK.
 */
export async function createTokenIssuer({ signingKey, issuer, audience, accessSeconds }: Options) {
  const jwk = parseKey(signingKey);
  const kid = await calculateJwkThumbprint(jwk);
  const key = await importJWK({ kty: jwk.kty, crv: jwk.crv, x: jwk.x, d: jwk.d } as JWK, 'EdDSA');
  // The public half alone; `key_ops` or `alg` of the private key would not fit it.
  const { kty, crv, x } = jwk;
  const jwks = { keys: [{ kty, crv, x, kid, use: 'sig', alg: 'EdDSA' }] };

  /** An access token for an account's session. */
  function issue(account: Account, sessionUuid: string): Promise<string> {
    const claims = {
      [atriumClaims.session]: sessionUuid,
      [atriumClaims.tenant]: account.tenantUuid,
      [atriumClaims.tenantCode]: account.tenantCode,
      [atriumClaims.partner]: account.partnerUuid,
      [atriumClaims.email]: account.email,
      [atriumClaims.roles]: account.roles,
    };
    return sign(claims, account.userUuid, accessSeconds);
  }

  /** A short-lived token with which the platform itself speaks to analytics. */
  function issueForPlatform(tenantUuid: string, userUuid: string, email: string): Promise<string> {
    const claims = {
      [atriumClaims.tenant]: tenantUuid,
      [atriumClaims.email]: email,
      [atriumClaims.roles]: ['SYSTEM_ADMIN'],
    };
    return sign(claims, userUuid, 300);
  }

  function sign(
    claims: Record<string, unknown>,
    subject: string,
    seconds: number,
  ): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(subject)
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${seconds}s`)
      .sign(key);
  }

  return { issue, issueForPlatform, jwks, accessSeconds };
}

function parseKey(text: string): JWK {
  try {
    const jwk = JSON.parse(text) as JWK;
    if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519' && jwk.d) return jwk;
  } catch {
    // Falls through to the one message, which must not quote the key.
  }
  throw new ConfigError('TOKEN_SIGNING_KEY must be an Ed25519 private key as JWK (JSON)');
}
