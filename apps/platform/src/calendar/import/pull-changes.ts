import { atSavepoint } from '../../database/at-savepoint.ts';
import type { Tx } from '../../database/transaction.ts';
import { type Applied, type Counts, nothingPulled } from '../applied.ts';
import { ProviderError, type ProviderEvent, type Window } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';
import { applyEvent } from './apply-event.ts';
import { confirmRemovals } from './confirm-removals.ts';
import { followIdentifiers } from './follow-identifiers.ts';
import { followConversions } from './follow-series.ts';
import { suspendIfTooMany } from './limit-cancellations.ts';
import {
  finishPull,
  forgetToken,
  listWaitingNotifications,
  readPullState,
} from './pull-queries.ts';
import { readListing } from './read-listing.ts';
import { takeBackAllSeries } from './take-back.ts';

const daysBehind = 30;
const daysAhead = 365;
const eventsATime = 25;

/**
 * Pulls what changed in a calendar: from the last token, or everything of a window (30 days back,
 * 365 ahead) when there is none, when it has grown old, or a full comparison is due. Meetings beyond
 * the window are followed by the identifier of their event. The token is saved with the last of
 * what was applied: whatever cuts a pull off, the next one begins where this one did. Nothing is
 * pulled while the import is suspended. Throws ProviderError.
 */
export async function pullChanges(context: SyncContext): Promise<Counts> {
  const { lease, settings } = context;
  const { connectionUuid } = lease;
  const { notifications, state } = await lease.inTenant(async (tx) => ({
    notifications: await listWaitingNotifications(tx, connectionUuid),
    state: await readPullState(tx, connectionUuid, settings.fullHours),
  }));
  if (state.isSuspended) return nothingPulled;
  const nextPullSeconds = spread(settings.pullSeconds);
  const list = (token: string | null) => {
    const window = token && state.window ? state.window : newWindow();
    return listAndApply(context, { token, window, notifications, nextPullSeconds });
  };
  if (state.fullDue || !state.syncToken) return list(null);
  try {
    return await list(state.syncToken);
  } catch (error) {
    // The token is too old, or leads round in circles: everything is listed, and compared.
    const again = error instanceof ProviderError && error.kind === 'TOKEN_INVALID';
    if (!again) throw error;
    await lease.inTenant((tx) => forgetToken(tx, connectionUuid));
    return list(null);
  }
}

type Pull = {
  token: string | null;
  window: Window;
  notifications: readonly string[];
  nextPullSeconds: number;
};

async function listAndApply(context: SyncContext, pull: Pull): Promise<Counts> {
  const { lease, client } = context;
  const { token, window, notifications, nextPullSeconds } = pull;
  const isFull = token === null;
  const counts = { ...nothingPulled };
  const listing = await readListing(client, token, window);
  await followConversions(context, listing);
  await takeBackAllSeries(context, listing);
  const listed = [...listing.events.keys()];
  const areConfirmed = await confirmRemovals(context, listing, { isFull, window });
  await followIdentifiers(context, listing);
  const events = [...listing.events.values()];
  const gone = events.filter(({ details }) => details === null);
  const ids = gone.map(({ externalId }) => externalId);
  if (await lease.inTenant((tx) => suspendIfTooMany(tx, context, ids))) return counts;
  const withoutToken = listing.token ? null : 'NO_SYNC_TOKEN';
  const shortcoming = areConfirmed ? withoutToken : 'REMOVALS_UNCONFIRMED';
  const batches = inBatches(events);
  for (const [at, batch] of batches.entries()) {
    const applied = await lease.inTenant(async (tx) => {
      const done = await applyAll(tx, context, batch, isFull);
      if (at < batches.length - 1) return done;
      if (isFull) await forgetOtherBusy(tx, lease.connectionUuid, listed);
      await finishPull(tx, lease.connectionUuid, {
        token: listing.token,
        window: isFull ? window : undefined,
        notifications,
        nextPullSeconds,
        shortcoming,
      });
      return done;
    });
    for (const each of applied) counts[each] += 1;
  }
  return counts;
}

async function applyAll(
  tx: Tx,
  context: SyncContext,
  events: readonly ProviderEvent[],
  isFull: boolean,
) {
  try {
    return await atSavepoint(tx, async () => {
      const applied: Applied[] = [];
      for (const event of events) applied.push(await applyEvent(tx, context, event, { isFull }));
      return applied;
    });
  } catch (error) {
    if (!isOfData(error)) throw error;
    return applyEach(tx, context, events, isFull);
  }
}

/** Tells whether the data itself, or a constraint, is the reason: SQLSTATE classes 22 and 23. */
const isOfData = (error: unknown) => /^2[23]/.test((error as { code?: string }).code ?? '');

/** Applies events one by one: one that cannot be kept as it is must not hold up all the others. */
async function applyEach(
  tx: Tx,
  context: SyncContext,
  events: readonly ProviderEvent[],
  isFull: boolean,
) {
  const applied: Applied[] = [];
  for (const event of events) {
    try {
      applied.push(await atSavepoint(tx, () => applyEvent(tx, context, event, { isFull })));
    } catch (error) {
      if (!isOfData(error)) throw error;
      applied.push('skipped');
      const { connectionUuid } = context.lease;
      context.logger.warn({ err: error, connectionUuid }, 'calendar event');
    }
  }
  return applied;
}

/** Deletes the busy times of events that a full listing did not name. */
async function forgetOtherBusy(tx: Tx, connectionUuid: string, listed: string[]): Promise<void> {
  await tx`
    delete from calendar_busy
     where connection_uuid = ${connectionUuid} and external_id <> all(${listed})`;
}

function inBatches<T>(items: readonly T[]): T[][] {
  const count = Math.max(1, Math.ceil(items.length / eventsATime));
  return Array.from({ length: count }, (_, at) =>
    items.slice(at * eventsATime, (at + 1) * eventsATime),
  );
}

/** Returns the window that is listed, from midnight: asking twice a day gives the same one. */
function newWindow(): Window {
  const today = Temporal.Now.plainDateISO('UTC');
  const midnight = (date: Temporal.PlainDate) => `${date}T00:00:00Z`;
  return {
    from: midnight(today.subtract({ days: daysBehind })),
    to: midnight(today.add({ days: daysAhead })),
  };
}

/** Returns a pause between three quarters and five quarters of a time, so that not all come at once. */
export function spread(seconds: number): number {
  return seconds * (0.75 + Math.random() / 2);
}
