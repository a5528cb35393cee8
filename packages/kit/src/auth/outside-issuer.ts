import { createRemoteJWKSet } from 'jose';
import type { readEnv } from '../env.ts';
import { atriumClaims, type ClaimNames, type TrustedIssuer } from './verifier.ts';

type OutsideIssuer = NonNullable<ReturnType<typeof readOutsideIssuer>>;

/**
 * Reads the `OUTSIDE_*` settings of an issuer beside the platform: who it is, where its keys are, how it
 * names things. Null when none is named.
 */
export function readOutsideIssuer(env: ReturnType<typeof readEnv>) {
  const issuer = env.optional('OUTSIDE_ISSUER');
  if (!issuer) return null;
  const claim = (name: keyof ClaimNames, setting: string, fallback: string = atriumClaims[name]) =>
    env.string(`OUTSIDE_CLAIM_${setting}`, fallback);
  return {
    issuer,
    audience: env.string('OUTSIDE_AUDIENCE'),
    jwksUrl: env.url('OUTSIDE_JWKS_URL'),
    claims: {
      user: claim('user', 'USER'),
      // An outside `sid` is no session of ours.
      session: claim('session', 'SESSION', 'atrium_sid'),
      tenant: claim('tenant', 'TENANT'),
      tenantCode: claim('tenantCode', 'TENANT_CODE'),
      partner: claim('partner', 'PARTNER'),
      email: claim('email', 'EMAIL'),
      roles: claim('roles', 'ROLES'),
    },
  };
}

/** Returns an outside issuer with its keys, which are fetched when its first token comes. */
export function trustOutside({ jwksUrl, ...issuer }: OutsideIssuer): TrustedIssuer {
  const algorithms = ['EdDSA', 'ES256', 'RS256', 'PS256'];
  return {
    ...issuer,
    algorithms,
    keys: createRemoteJWKSet(new URL(jwksUrl), { cooldownDuration: 5_000 }),
  };
}
