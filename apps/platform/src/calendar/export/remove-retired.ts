import type { Tx } from '../../database/transaction.ts';
import type { CalendarSettings } from '../calendar-settings.ts';
import { type CalendarClient, ProviderError } from '../providers/provider.ts';
import { providers } from '../providers/registry.ts';
import { recordAttempt } from '../worker/attempts.ts';
import { mostTries, pauseOf } from '../worker/pause.ts';
import type { SyncContext } from '../worker/sync-context.ts';
import { findOrUnknown } from './find-or-unknown.ts';

const atATime = 20;

type Retired = { externalId: string; meetingUuid: string; attempts: number };

/**
 * Removes events of meetings that another host has by now, some at a time. One that cannot be removed
 * is left there in the end: it changes no meeting. Throws ProviderError when nothing gets through.
 */
export async function removeRetired(
  context: SyncContext,
  settings: CalendarSettings,
): Promise<void> {
  const { connectionUuid } = context.lease;
  const due = await context.lease.inTenantShared(
    (tx) => tx<Retired[]>`
      select external_id, meeting_uuid, remove_attempts as attempts from calendar_links
       where connection_uuid = ${connectionUuid} and remove_at <= now()
       order by remove_at limit ${atATime}`,
  );
  for (const retired of due) await tryRemoving(context, settings, retired);
}

async function tryRemoving(
  context: SyncContext,
  { retryBaseMs }: CalendarSettings,
  retired: Retired,
): Promise<void> {
  const startedAt = Date.now();
  const { listsGuests } = providers[context.settings.name];
  const settle = (error?: ProviderError) =>
    context.lease.inTenantShared((tx) =>
      keepOutcome(tx, context, retired, { error, retryBaseMs, startedAt }),
    );
  try {
    await remove(context.client, retired.externalId, listsGuests);
    await settle();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'AUTH') throw error;
    await settle(error);
    if (error.code === 'RATE_LIMITED') throw error;
  }
}

async function remove(
  client: CalendarClient,
  externalId: string,
  listsGuests: boolean,
): Promise<void> {
  const found = await findOrUnknown(client, externalId);
  if (found === 'unknown') return client.cancel(externalId, null);
  if (found?.isSeries) throw new ProviderError('PERMANENT', 'EVENT_IS_SERIES');
  if (!found?.details) return;
  // Microsoft would mail a cancellation to the guests that were invited over there.
  if (!listsGuests && found.details.guests.length > 0)
    throw new ProviderError('PERMANENT', 'EVENT_HAS_GUESTS');
  await client.cancel(externalId, found.etag);
}

type Outcome = { error: ProviderError | undefined; retryBaseMs: number; startedAt: number };

async function keepOutcome(
  tx: Tx,
  { lease: { connectionUuid } }: SyncContext,
  { externalId, meetingUuid, attempts }: Retired,
  { error, retryBaseMs, startedAt }: Outcome,
): Promise<void> {
  const attempt = attempts + 1;
  const isFinal = !error || error.kind === 'PERMANENT' || attempt >= mostTries;
  const delayMs = Math.max(error?.retryAfterMs ?? 0, pauseOf(retryBaseMs, attempt));
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
    code: error?.code,
    providerStatus: error?.status,
    providerCode: error?.providerCode,
    attempt,
    durationMs: Date.now() - startedAt,
  });
}
