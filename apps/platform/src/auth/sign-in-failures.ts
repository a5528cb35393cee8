import type { Fragment } from '@atrium/kit/sql.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';

type Count = { count: number; secondsLeft: number };

/**
 * Counts one more of each of several things in the minute from its first, over all processes, provided
 * that a condition holds. Rows are locked in one order, so that attempts that share them wait for each other;
 * the commit does not wait for the disk, since a count that a crash loses is a minute old at most.
 */
const counting = (tx: Tx, hashes: readonly Buffer[], condition: Fragment): Fragment => tx`
  insert into sign_in_failures as f (tenant_uuid, counted_hash, failures, ends_at)
  select ${platformTenantUuid}::uuid, hash, 1, now() + interval '1 minute'
    from unnest(${hashes}::bytea[]) as hash, set_config('synchronous_commit', 'off', true)
   where ${condition}
   order by hash
  on conflict (tenant_uuid, counted_hash) do update
    set failures = case when f.ends_at > now() then f.failures + 1 else 1 end,
        ends_at = case when f.ends_at > now() then f.ends_at else excluded.ends_at end
  returning failures as count, extract(epoch from ends_at - now())::float8 as seconds_left`;

/** Counts an attempt by each of its hashes, which may be none too many, and failures with it where it is not. */
export async function countAttempt(
  tx: Tx,
  attempt: readonly Buffer[],
  { most, failures }: { most: number; failures: readonly Buffer[] },
): Promise<{ attempts: Count; failed: Count[] }> {
  const [counts] = await tx<[{ attempts: Count; failed: Count[] }]>`
    with attempted as (${counting(tx, attempt, tx`true`)}),
    failed as (${counting(tx, failures, tx`(select max(count) from attempted) <= ${most}`)})
    select (select json_build_object('count', count, 'secondsLeft', seconds_left)
              from attempted order by count desc limit 1) as attempts,
           array(select json_build_object('count', count, 'secondsLeft', seconds_left) from failed) as failed`;
  return counts;
}

/** Takes a failure of each back: the attempt has succeeded. */
export async function giveBackFailures(tx: Tx, hashes: readonly Buffer[]): Promise<void> {
  await tx`
    with counted as (
      select counted_hash from sign_in_failures
       where tenant_uuid = ${platformTenantUuid} and counted_hash = any(${hashes}::bytea[])
       order by counted_hash for update)
    update sign_in_failures f set failures = greatest(f.failures - 1, 0)
      from counted c where f.tenant_uuid = ${platformTenantUuid} and f.counted_hash = c.counted_hash`;
}
