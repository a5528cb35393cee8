import type { Tx } from '../../database/transaction.ts';
import { recordAttempt } from '../attempts.ts';
import { mostTries, pauseOf } from '../pause.ts';
import { ProviderError } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';
import { findOrUnknown } from './find-or-unknown.ts';

const atATime = 20;

type Retired = { externalId: string; meetingUuid: string; attempts: number };

/**
 * Removes events of meetings that another host has by now, some at a time. One that cannot be removed
 * is left there in the end: it changes no meeting. Throws ProviderError when nothing gets through.
 */
export async function removeRetired(context: SyncContext): Promise<void> {
  const { connectionUuid } = context.lease;
  const due = await context.lease.inTenantShared(
    (tx) => tx<Retired[]>`
      select external_id, meeting_uuid, remove_attempts as attempts from calendar_links
       where connection_uuid = ${connectionUuid} and remove_at <= now()
       order by remove_at limit ${atATime}`,
  );
  for (const retired of due) await tryRemoving(context, retired);
}

async function tryRemoving(context: SyncContext, retired: Retired): Promise<void> {
  const startedAt = Date.now();
  const settle = (error?: ProviderError) =>
    context.lease.inTenantShared((tx) => keepOutcome(tx, context, retired, { error, startedAt }));
  try {
    await remove(context, retired.externalId);
    await settle();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'AUTH') throw error;
    await settle(error);
    if (error.code === 'RATE_LIMITED') throw error;
  }
}

async function remove({ client, provider }: SyncContext, externalId: string): Promise<void> {
  const found = await findOrUnknown(client, externalId);
  if (found === 'unknown') return client.cancel(externalId, null);
  if (found.isSeries) throw new ProviderError('PERMANENT', 'EVENT_IS_SERIES');
  if (!found.details) return;
  // Microsoft would mail a cancellation to the guests that were invited over there.
  if (!provider.listsGuests && found.details.guests.length > 0)
    throw new ProviderError('PERMANENT', 'EVENT_HAS_GUESTS');
  await client.cancel(externalId, found.etag);
}

async function keepOutcome(
  tx: Tx,
  { lease, settings }: SyncContext,
  { externalId, meetingUuid, attempts }: Retired,
  { error, startedAt }: { error: ProviderError | undefined; startedAt: number },
): Promise<void> {
  const { connectionUuid } = lease;
  const attempt = attempts + 1;
  const isFinal = !error || error.kind === 'PERMANENT' || attempt >= mostTries;
  const delayMs = Math.max(error?.retryAfterMs ?? 0, pauseOf(settings.retryBaseMs, attempt));
  await tx`
    update calendar_links
       set remove_attempts = ${attempt},
           remove_at = ${isFinal ? null : tx`now() + make_interval(secs => ${delayMs / 1000})`},
           gone_at = ${error ? tx`gone_at` : tx`now()`}
     where connection_uuid = ${connectionUuid} and external_id = ${externalId}
       and remove_at is not null`;
  await recordAttempt(tx, {
    meetingUuid,
    connectionUuid,
    direction: 'OUTWARD',
    operation: 'DELETE',
    outcome: error ? (isFinal ? 'FAILED' : 'RETRY') : 'DONE',
    changed: error ? [] : ['status'],
    error,
    attempt,
    durationMs: Date.now() - startedAt,
  });
}
