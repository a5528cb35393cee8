import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problems.ts';

/** The page that asks: its origin, and the name that passkeys made there belong to. */
export type PasskeyHost = { origin: string; rpId: string };

/** Returns the name by which an origin keeps passkeys; undefined of an IP address, which can keep none. */
export function passkeyName(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined;
}

/** Returns where a page may use passkeys; undefined when it names no own host by a name. */
export async function findPasskeyHost(request: FastifyRequest): Promise<PasskeyHost | undefined> {
  const { origin } = request.headers;
  if (origin === undefined || !(await request.isOwnOrigin(origin))) return undefined;
  const rpId = passkeyName(origin);
  return rpId === undefined ? undefined : { origin: origin.toLowerCase(), rpId };
}

/** Returns where a page uses passkeys. Throws ORIGIN_REFUSED or PASSKEYS_NEED_A_NAME. */
export async function requirePasskeyHost(request: FastifyRequest): Promise<PasskeyHost> {
  const host = await findPasskeyHost(request);
  if (host) return host;
  const { origin } = request.headers;
  const isOwn = origin !== undefined && (await request.isOwnOrigin(origin));
  throw new Problem(isOwn ? 'PASSKEYS_NEED_A_NAME' : 'ORIGIN_REFUSED');
}
