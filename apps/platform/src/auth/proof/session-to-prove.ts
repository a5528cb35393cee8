import type { Caller } from '@atrium/kit/auth/caller.ts';
import { Problem } from '../../problems.ts';
import { personOf } from '../person.ts';

/** Returns whose session a caller proves. Throws PROOF_REQUIRED for a token of an outside issuer, which has none. */
export function sessionToProve(caller: Caller) {
  const { sessionUuid } = caller;
  const detail =
    'The token is of another issuer: sign in there anew, and come with its newer token';
  if (sessionUuid === null) throw new Problem('PROOF_REQUIRED', detail);
  return { ...personOf(caller), sessionUuid };
}
