import type { IncomingHttpHeaders } from 'node:http';
import { createTurns } from '@atrium/kit/http/turns.ts';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';

/** The large bodies of a tenant that are read at a time: the others wait where they are, unread. */
export const largeAtOnce = 6;
/** Longer ones are large, and packed ones of which as much may come out. */
const [largeBytes, largePackedBytes] = [262_144, 8_192];

/**
 * Returns a hook that lets few large bodies of each tenant be read at a time, until they are answered: a
 * packed one of some kilobytes takes megabytes, and many at once would take all the memory there is. Who
 * waits for ten seconds, or comes while 200 wait, gets RATE_LIMITED.
 */
export function largeBodies() {
  const turns = createTurns({ atOnce: largeAtOnce, mostWaiting: 200 });
  return async (
    { headers, caller }: FastifyRequest,
    reply: FastifyReply,
    payload: RequestPayload,
  ) => {
    if (!mayBeLarge(headers)) return payload;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const end = await turns.take(caller.tenantUuid, gone.signal);
    if (gone.signal.aborted) end();
    gone.signal.addEventListener('abort', end);
    return payload;
  };
}

/** Returns whether a body may be large; one that does not say how long it is may be. */
function mayBeLarge(headers: IncomingHttpHeaders): boolean {
  const length = Number(headers['content-length'] ?? Number.NaN);
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity';
  return !(length <= (isPacked ? largePackedBytes : largeBytes));
}
