import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { KitProblem } from '../problem.ts';
import { type Caller, type Role, roles } from './caller.ts';

/** The names under which an issuer states who the user is. */
export type ClaimNames = {
  user: string;
  session: string;
  tenant: string;
  tenantCode: string;
  partner: string;
  email: string;
  roles: string;
  /** True for a machine; an issuer without it signs for people only. */
  machine?: string;
  /** True for a person's own token; an issuer without it makes none. */
  token?: string;
  /** What the token is held to; an issuer without it holds its tokens to their roles alone. */
  scopes?: string;
  /** The branch of a session; an issuer without it has none. */
  branch?: string;
};

export const atriumClaims = {
  user: 'sub',
  session: 'sid',
  tenant: 'tenant',
  tenantCode: 'tenant_code',
  partner: 'partner',
  email: 'email',
  roles: 'roles',
  machine: 'machine',
  token: 'token',
  scopes: 'scopes',
  branch: 'branch',
} as const satisfies ClaimNames;

/** Someone whose tokens are believed. */
export type TrustedIssuer = {
  issuer: string;
  audience: string;
  keys: JWTVerifyGetKey;
  /** The signatures that are believed; EdDSA and ES256 where nothing is said. */
  algorithms?: readonly string[];
  claims?: ClaimNames;
};

/** Answers at once for a token it knows. */
export type Verifier = (token: string) => Caller | Promise<Caller>;

type Verified = { caller: Caller; expiresAtMs: number };

const usual = ['EdDSA', 'ES256'];

/**
 * Verifies bearer tokens (JWT, RFC 7519; each issuer's algorithms only). A token that was verified once
 * is remembered until it expires; whether its session still stands is the
 * platform's question at every request, not this one's.
 * Throws UNAUTHENTICATED or TOKEN_EXPIRED.
 */
export function createVerifier(trusted: readonly TrustedIssuer[]): Verifier {
  const verified = new LRUCache<string, Verified>({ max: 20_000 });

  async function verifyAnew(token: string): Promise<Caller> {
    const fresh = await verify(token, trusted);
    verified.set(token, fresh);
    return fresh.caller;
  }

  return (token) => {
    const known = verified.get(token);
    if (known) {
      if (known.expiresAtMs > Date.now()) return known.caller;
      verified.delete(token);
      throw new KitProblem('TOKEN_EXPIRED');
    }
    return verifyAnew(token);
  };
}

async function verify(token: string, trusted: readonly TrustedIssuer[]): Promise<Verified> {
  try {
    const issuer = trusted.find((each) => each.issuer === decodeJwt(token).iss);
    if (!issuer) throw new KitProblem('UNAUTHENTICATED', 'The token is not from a trusted issuer');
    const { payload } = await jwtVerify(token, issuer.keys, {
      algorithms: [...(issuer.algorithms ?? usual)],
      issuer: issuer.issuer,
      audience: issuer.audience,
      requiredClaims: ['exp', 'iss', 'aud'],
    });
    return {
      caller: toCaller(payload, issuer.claims ?? atriumClaims),
      expiresAtMs: Number(payload.exp) * 1000,
    };
  } catch (error) {
    if (error instanceof KitProblem) throw error;
    if (error instanceof errors.JWTExpired) throw new KitProblem('TOKEN_EXPIRED');
    if (isUnreachable(error)) {
      const headers = { 'retry-after': '2' };
      throw new KitProblem('UNAVAILABLE', 'The keys cannot be read', { cause: error, headers });
    }
    throw new KitProblem('UNAUTHENTICATED', 'The access token is not valid', { cause: error });
  }
}

/** Returns whether the issuer's keys could not be fetched: then nothing is known about the token. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout) return true;
  // An answer other than 200 is a JOSEError without a kind, a dead line fetch's own TypeError.
  if (error instanceof errors.JOSEError) return error.code === 'ERR_JOSE_GENERIC';
  return error instanceof TypeError && error.message === 'fetch failed';
}

function toCaller(payload: JWTPayload, names: ClaimNames): Caller {
  const text = (name: string) => {
    const value = payload[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const stated = payload[names.roles];
  const held = roles.filter((role) =>
    Array.isArray(stated) ? stated.includes(role) : stated === role,
  );
  const [userUuid, tenantUuid, email] = [text(names.user), text(names.tenant), text(names.email)];
  if (!userUuid || !tenantUuid || !email || held.length === 0) {
    throw new KitProblem('UNAUTHENTICATED', 'The access token does not say who it is for');
  }
  const scopes = names.scopes === undefined ? undefined : payload[names.scopes];
  const branchUuid = names.branch === undefined ? null : text(names.branch);
  return {
    userUuid,
    sessionUuid: text(names.session),
    signedInAt: signedInAt(payload),
    ...(branchUuid === null ? {} : { branchUuid }),
    isMachine: names.machine !== undefined && payload[names.machine] === true,
    ...(names.token !== undefined && payload[names.token] === true ? { isToken: true } : {}),
    ...(Array.isArray(scopes) ? { scopes: scopes.map(String) } : {}),
    tenantUuid,
    homeTenantUuid: tenantUuid,
    tenantCode: text(names.tenantCode),
    partnerUuid: text(names.partner),
    email,
    roles: held,
    userType: held[0] as Role,
  };
}

/** Returns when the user signed in (OpenID Connect Core, section 2), else when the token was issued. */
function signedInAt({ auth_time, iat }: JWTPayload): number | null {
  return [auth_time, iat].find((time) => typeof time === 'number') ?? null;
}
