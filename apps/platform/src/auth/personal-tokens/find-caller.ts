import type { Caller, Role } from '@atrium/kit/auth/caller.ts';
import type { Verifier } from '@atrium/kit/auth/verifier.ts';
import { KitProblem } from '@atrium/kit/problem.ts';
import type { Db } from '../../database/db.ts';
import { hashOpaqueToken } from '../opaque-token.ts';
import { findTokenOwner, noteTokenUse, type TokenOwner } from './queries.ts';

/** Every personal token begins with this, by which people and scanners of secrets know it. */
export const tokenPrefix = 'atr_';

/** As `createPersonalToken` makes them: the prefix and 32 bytes in base64url. */
const tokenShape = /^atr_[\w-]{43}$/;

/**
 * Returns a verifier that takes personal tokens too. Their callers are looked up at each request, so
 * that rights are those of now and one that was ended is refused at once.
 */
export function takingPersonalTokens(db: Pick<Db, 'asPlatform'>, verifier: Verifier): Verifier {
  return (token) => (token.startsWith(tokenPrefix) ? findCaller(db, token) : verifier(token));
}

/** Finds for whom a token speaks. Throws UNAUTHENTICATED. */
async function findCaller(db: Pick<Db, 'asPlatform'>, token: string): Promise<Caller> {
  if (!tokenShape.test(token)) throw unknown();
  return db.asPlatform(async (tx) => {
    const owner = await findTokenOwner(tx, hashOpaqueToken(token));
    if (!owner) throw unknown();
    if (owner.isUseDue) await noteTokenUse(tx, owner);
    return toCaller(owner);
  });
}

const unknown = () => new KitProblem('UNAUTHENTICATED', 'The token is not known, or it has ended');

function toCaller(owner: TokenOwner): Caller {
  const { tenantUuid, userUuid, tokenUuid, scopes, email, roles, partnerUuid, tenantCode } = owner;
  return {
    userUuid,
    sessionUuid: tokenUuid,
    signedInAt: null,
    isMachine: false,
    isToken: true,
    scopes,
    tenantUuid,
    homeTenantUuid: tenantUuid,
    tenantCode,
    partnerUuid,
    email,
    roles,
    userType: roles[0] as Role,
  };
}
