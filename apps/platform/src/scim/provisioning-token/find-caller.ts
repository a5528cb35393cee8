import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Verifier } from '@atrium/kit/auth/verifier.ts';
import { KitProblem } from '@atrium/kit/problem.ts';
import { hashOpaqueToken } from '../../auth/opaque-token.ts';
import type { Db } from '../../database/db.ts';
import { findProvisioningOwner, noteProvisioning, type ProvisioningOwner } from './queries.ts';

/** Every provisioning token begins with this, by which people and scanners of secrets know it. */
export const provisioningPrefix = 'atrscim_';

/** The prefix and 32 bytes in base64url. */
const tokenShape = /^atrscim_[\w-]{43}$/;

/**
 * Returns a verifier that takes provisioning tokens too. Their tenant is looked up at each request, so that
 * one that has ended is refused at once.
 */
export function takingProvisioningTokens(db: Pick<Db, 'asPlatform'>, verifier: Verifier): Verifier {
  return (token) =>
    token.startsWith(provisioningPrefix) ? findCaller(db, token) : verifier(token);
}

async function findCaller(db: Pick<Db, 'asPlatform'>, token: string): Promise<Caller> {
  const owner = tokenShape.test(token)
    ? await db.asPlatform(async (tx) => {
        const found = await findProvisioningOwner(tx, hashOpaqueToken(token));
        if (found?.isUseDue) await noteProvisioning(tx, found);
        return found;
      })
    : undefined;
  if (!owner)
    throw new KitProblem('UNAUTHENTICATED', 'The provisioning token is not known, or it has ended');
  return toCaller(owner);
}

function toCaller({ tenantUuid, tenantCode, tokenUuid, email }: ProvisioningOwner): Caller {
  return {
    userUuid: tokenUuid,
    sessionUuid: tokenUuid,
    signedInAt: null,
    isMachine: true,
    provisionsOnly: true,
    scopes: ['staff:write'],
    tenantUuid,
    homeTenantUuid: tenantUuid,
    tenantCode,
    partnerUuid: null,
    email,
    roles: ['TENANT_ADMIN'],
    userType: 'TENANT_ADMIN',
  };
}
