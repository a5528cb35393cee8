import type { FastifyRequest } from 'fastify';
import type { SessionPlace } from './queries.ts';

const longestUserAgent = 500;

/** Returns the facts that a session keeps of the request that begins it. */
export async function placeOf(request: FastifyRequest, byCookie: boolean) {
  const { ip, headers } = request;
  const firm = await request.hostFirm();
  const userAgent = headers['user-agent']?.slice(0, longestUserAgent) ?? null;
  return { byCookie, userAgent, address: ip, firm } satisfies SessionPlace;
}

/** Returns whether a page asks by itself, as when it polls, and not because its person does something. */
export function isBackground({ headers }: FastifyRequest): boolean {
  return headers['x-background']?.toString().trim().toLowerCase() === 'true';
}
