import type { TrustedIssuer } from '@atrium/kit/auth/verifier.ts';
import { createRemoteJWKSet } from 'jose';

/** Returns the platform as issuer of tokens. Its keys are fetched when the first token comes, and again when they change. */
export function trustedIssuer(tokens: {
  jwksUrl: string;
  issuer: string;
  audience: string;
}): TrustedIssuer {
  const keys = createRemoteJWKSet(new URL(tokens.jwksUrl), { cooldownDuration: 5_000 });
  return { issuer: tokens.issuer, audience: tokens.audience, keys };
}
