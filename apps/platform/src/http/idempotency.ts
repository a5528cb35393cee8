import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { FastifyRequest } from 'fastify';
import { createMacs, type KeyRing } from '../database/key-ring.ts';
import type { Work } from '../database/transaction.ts';
import { Problem } from '../problems.ts';

/**
 * Makes work run once for each Idempotency-Key of a user in a tenant, for 24 hours. The answer is
 * stored in the transaction of the work itself, so a crash leaves both or neither. The same key
 * with another request is 422; with one still running, 409. A failed request may be tried again.
 * The fields that the route names as `shownOnce` are not kept: a replay has null in their place.
 * `body` is what stands for the request's body, where that is read as it streams in.
 */
export function onceByKey<T>(
  request: FastifyRequest,
  secretKeys: KeyRing,
  work: Work<T>,
  body: unknown = request.body,
): Work<T> {
  const key = request.headers['idempotency-key'];
  const { creates, shownOnce = [] } = request.routeOptions.config;
  if (!creates || key === undefined) return work;
  const nulls = Object.fromEntries(shownOnce.map((name) => [name, null]));
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid(
      fieldError('idempotency-key', 'INVALID_FORMAT', 'must be 1 to 255 visible characters'),
    );
  }
  // Keyed, because the body may hold a password and a plain hash could be guessed at.
  const requestHashes = createMacs(secretKeys).all(
    `${request.method} ${request.url}\n${JSON.stringify(body ?? null)}`,
  );
  const [requestHash = null] = requestHashes;
  const { userUuid } = request.caller;

  return async (tx) => {
    // A path may name another tenant than the caller's: the key counts where the work is done.
    const { tenantUuid } = tx;
    const lock = `${tenantUuid} ${userUuid} ${key}`;
    // In one packet: the second runs after the first, so it sees what the lock's last holder stored.
    const [[claim], [stored]] = await Promise.all([
      tx<{ mine: boolean }[]>`
        select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as mine`,
      tx<{ same: boolean; answer: T }[]>`
        select request_hash = any(${requestHashes}::bytea[]) as same, answer from idempotency_keys
         where tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid} and key = ${key}
           and created_at > now() - interval '24 hours'`,
    ]);
    if (!claim?.mine)
      throw new Problem('IDEMPOTENCY_IN_FLIGHT', undefined, { headers: { 'retry-after': '1' } });
    if (stored && !stored.same) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    if (stored) return stored.answer;
    const answer = await work(tx);
    const kept = shownOnce.length > 0 ? { ...answer, ...nulls } : answer;
    await tx`
      insert into idempotency_keys (tenant_uuid, user_uuid, key, request_hash, answer)
      values (${tenantUuid}, ${userUuid}, ${key}, ${requestHash}, ${tx.json(kept)})
      on conflict (tenant_uuid, user_uuid, key) do update
        set request_hash = excluded.request_hash, answer = excluded.answer, created_at = now()`;
    return answer;
  };
}
