import type { Caller } from '@atrium/kit/auth/caller.ts';
import { atriumClaims } from '@atrium/kit/auth/verifier.ts';
import { ConfigError } from '@atrium/kit/env.ts';
import { CompactSign, calculateJwkThumbprint, importJWK, type JWK, SignJWT } from 'jose';
import type { Client } from './credentials/queries.ts';
import type { Account } from './queries.ts';

export type TokenIssuer = Awaited<ReturnType<typeof createTokenIssuer>>;

type Options = {
  /** An Ed25519 private key as JWK. */
  signingKey: string;
  /** Further keys that are published and believed, one to come or one retired: a JSON array of JWKs. */
  otherKeys?: string | undefined;
  issuer: string;
  audience: string;
  accessSeconds: number;
};

/** Signs access tokens (JWT, EdDSA) with one key, and publishes all public keys as a JWKS (RFC 7517). */
export async function createTokenIssuer(options: Options) {
  const { signingKey, otherKeys = '[]', issuer, audience, accessSeconds } = options;
  const jwk = parseSigningKey(signingKey);
  const key = await importJWK({ kty: jwk.kty, crv: jwk.crv, x: jwk.x, d: jwk.d } as JWK, 'EdDSA');
  const published = await Promise.all([jwk, ...parseOtherKeys(otherKeys)].map(toPublished));
  const { kid } = published[0] as { kid: string };
  const jwks = { keys: published };

  /** Returns an access token for an account's session, and for the branch of it that is stated. */
  function issue(
    account: Account,
    sessionUuid: string,
    branchUuid = sessionUuid,
    seconds = accessSeconds,
  ): Promise<string> {
    const claims = {
      [atriumClaims.session]: sessionUuid,
      ...(branchUuid === sessionUuid ? {} : { [atriumClaims.branch]: branchUuid }),
      [atriumClaims.tenant]: account.tenantUuid,
      [atriumClaims.tenantCode]: account.tenantCode,
      [atriumClaims.partner]: account.partnerUuid,
      [atriumClaims.email]: account.email,
      [atriumClaims.roles]: account.roles,
    };
    return sign(claims, account.userUuid, seconds);
  }

  /** Returns an access token for a machine: its session is the credential itself. */
  function issueForMachine(
    { tenantUuid, tenantCode, credentialUuid, clientId }: Client,
    { roles, scopes }: Pick<Client, 'roles' | 'scopes'>,
    seconds: number,
  ): Promise<string> {
    const claims = {
      [atriumClaims.session]: credentialUuid,
      [atriumClaims.tenant]: tenantUuid,
      [atriumClaims.tenantCode]: tenantCode,
      [atriumClaims.email]: clientId,
      [atriumClaims.roles]: roles,
      [atriumClaims.machine]: true,
      ...(scopes ? { [atriumClaims.scopes]: scopes } : {}),
    };
    return sign(claims, credentialUuid, seconds);
  }

  /**
   * Returns a short-lived token by which a person's own token speaks to analytics, which knows no
   * other: the platform has found that it stands.
   */
  function issueForToken(caller: Caller): Promise<string> {
    const claims = {
      [atriumClaims.session]: caller.sessionUuid,
      [atriumClaims.tenant]: caller.tenantUuid,
      [atriumClaims.tenantCode]: caller.tenantCode,
      [atriumClaims.partner]: caller.partnerUuid,
      [atriumClaims.email]: caller.email,
      [atriumClaims.roles]: caller.roles,
      [atriumClaims.token]: true,
      [atriumClaims.scopes]: caller.scopes,
    };
    return sign(claims, caller.userUuid, 60);
  }

  /** Returns a short-lived token with which the platform itself speaks to analytics. */
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

  /** Returns a statement as a JWS (RFC 7515) by the same key. It has no claims, so that nobody takes it for a token. */
  function signStatement(statement: object): Promise<string> {
    return new CompactSign(new TextEncoder().encode(JSON.stringify(statement)))
      .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'statement' })
      .sign(key);
  }

  return {
    issue,
    issueForMachine,
    issueForToken,
    issueForPlatform,
    signStatement,
    jwks,
    accessSeconds,
  };
}

/** Returns the public half alone; `key_ops` or `alg` of a private key would not fit it. */
async function toPublished(jwk: JWK) {
  const { kty, crv, x } = jwk;
  return { kty, crv, x, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'EdDSA' };
}

const isEd25519 = (jwk: JWK | null) =>
  jwk?.kty === 'OKP' && jwk.crv === 'Ed25519' && typeof jwk.x === 'string';

// The messages must not quote the keys.
function parseSigningKey(text: string): JWK {
  const jwk = parse(text) as JWK | null;
  if (jwk?.d && isEd25519(jwk)) return jwk;
  throw new ConfigError('TOKEN_SIGNING_KEY must be an Ed25519 private key as JWK (JSON)');
}

function parseOtherKeys(text: string): JWK[] {
  const keys = parse(text);
  if (Array.isArray(keys) && keys.every(isEd25519)) return keys;
  throw new ConfigError('TOKEN_OTHER_KEYS must be a JSON array of Ed25519 keys as JWK');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
