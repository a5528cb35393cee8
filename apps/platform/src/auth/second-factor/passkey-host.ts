import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problems.ts';

/**
 * The page that asks: its origin, the relying party that passkeys made there belong to, and the tenant
 * whose domain it is, null for the platform's own address.
 */
export type PasskeyHost = { origin: string; rpId: string; tenantUuid: string | null };

/** Returns the name by which an origin keeps passkeys; undefined of an IP address, which can keep none. */
function passkeyName(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined;
}

type Refusal = 'ORIGIN_REFUSED' | 'PASSKEYS_NEED_A_NAME';

/** Returns the page that a request comes from, by its Origin, or why it can use no passkeys. */
export async function findPasskeyHost(request: FastifyRequest): Promise<PasskeyHost | Refusal> {
  const { origin } = request.headers;
  if (origin === undefined || !(await request.isOwnOrigin(origin))) return 'ORIGIN_REFUSED';
  const rpId = passkeyName(origin);
  if (rpId === undefined) return 'PASSKEYS_NEED_A_NAME';
  const firm = await request.firmAt(origin);
  return { origin: origin.toLowerCase(), rpId, tenantUuid: firm?.tenantUuid ?? null };
}

/** Returns the page of an own host where it can use passkeys, of a browser that was led there. */
export async function hostAt(
  request: FastifyRequest,
  origin: string,
): Promise<PasskeyHost | undefined> {
  const rpId = passkeyName(origin);
  if (rpId === undefined) return undefined;
  return { origin, rpId, tenantUuid: (await request.firmAt(origin))?.tenantUuid ?? null };
}

/** Throws ORIGIN_REFUSED or PASSKEYS_NEED_A_NAME for a page that can use no passkeys. */
export function requireHost(found: PasskeyHost | Refusal): PasskeyHost {
  if (typeof found === 'string') throw new Problem(found);
  return found;
}

/** Returns the page where it can use passkeys. */
export function hostOrNone(found: PasskeyHost | Refusal): PasskeyHost | undefined {
  return typeof found === 'string' ? undefined : found;
}
