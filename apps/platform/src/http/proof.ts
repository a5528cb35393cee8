import { KitProblem } from '@atrium/kit/problem.ts';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route changes how people sign in, or what cannot be undone: its caller must have signed
     * in, or proved who they are, in the last ten minutes, else PROOF_REQUIRED. `WITH_PASSWORD`
     * means when the body states a password. Machines prove nothing: the route is `personOnly`
     * too, unless they may do the same.
     */
    needsProof?: true | 'WITH_PASSWORD';
  }
}

/** The time for which a sign-in counts as a proof, in seconds. */
const provenSeconds = 600;

/** The most by which the clock of an outside issuer may be ahead of ours, in seconds. */
const aheadSeconds = 60;

/**
 * Returns whether the session of a request must have been proven of late. Of tokens without a
 * session their issuer says when the person signed in. Throws PERSON_REQUIRED for a person's token.
 */
export function needsProof({ routeOptions, caller, body }: FastifyRequest): boolean {
  const asked = routeOptions.config.needsProof;
  if (!asked || caller.isMachine) return false;
  if (asked === 'WITH_PASSWORD' && !statesPassword(body)) return false;
  if (caller.isToken)
    throw new KitProblem('PERSON_REQUIRED', 'A token cannot do this: its person has to');
  return caller.sessionUuid !== null || !isRecent(caller.signedInAt);
}

function statesPassword(body: unknown): boolean {
  return (body as { password?: unknown } | undefined)?.password !== undefined;
}

function isRecent(signedInAt: number | null): boolean {
  if (signedInAt === null) return false;
  const age = Date.now() / 1000 - signedInAt;
  return age < provenSeconds && age > -aheadSeconds;
}
