import { createHash } from 'node:crypto';
import type { Tx } from '../../database/db.ts';
import { listLinksInWindow, listSeriesLinks } from '../links.ts';
import { type ChangePage, ProviderError, type Window } from '../providers/provider.ts';
import type { SyncContext } from '../worker/sync-context.ts';
import { type Applied, applyEvent } from './apply-event.ts';
import { finishPull, forgetToken, listWaitingNotices, readPullState } from './pull-queries.ts';

const daysBehind = 30;
const daysAhead = 365;
const mostPages = 1_000;
const eventsATime = 25;

export type Counts = Record<Applied, number>;
type Options = { pullSeconds: number; fullHours: number; full?: boolean };

/**
 * Pulls what changed in a calendar: from the last token, or everything of a window (30 days back,
 * 365 ahead) when there is none, when it has grown old, or a full difference is due. Pages are
 * applied as they come, and the token is saved with the last of them: whatever cuts a pull off, the
 * next one begins where this one did. Throws ProviderError.
 */
export async function pullChanges(context: SyncContext, options: Options): Promise<Counts> {
  const { lease } = context;
  const { connectionUuid } = lease;
  const { notices, state } = await lease.inTenant(async (tx) => ({
    notices: await listWaitingNotices(tx, connectionUuid),
    state: await readPullState(tx, connectionUuid, options.fullHours),
  }));
  const full = options.full || state.fullDue || !state.syncToken;
  const nextPullSeconds = spread(options.pullSeconds);
  const list = (token: string | null) => {
    const window = token && state.window ? state.window : newWindow();
    return listAndApply(context, { token, window, notices, nextPullSeconds });
  };
  if (full) return list(null);
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

type Listing = {
  token: string | null;
  window: Window;
  notices: readonly string[];
  nextPullSeconds: number;
};

async function listAndApply(context: SyncContext, listing: Listing): Promise<Counts> {
  const { lease, client } = context;
  const { token, window } = listing;
  const isFull = token === null;
  const counts: Counts = { created: 0, updated: 0, canceled: 0, skipped: 0 };
  const seen = new Set<string>();
  const series = new Set<string>();
  for await (const { events, nextToken, wholeSeries } of unlessEndless(
    client.listChanges(token, window),
    isFull,
  )) {
    for (const each of wholeSeries) series.add(each);
    for (const { externalId } of events) seen.add(externalId);
    const last =
      nextToken === null ? [] : await findMissing(context, { isFull, window, seen, series });
    const batches = inBatches([...events, ...last]);
    for (const [at, batch] of batches.entries()) {
      const isLast = nextToken !== null && at === batches.length - 1;
      const applied = await lease.inTenant(async (tx) => {
        const done = await applyAll(tx, context, batch, isFull);
        if (isLast) await finish(tx, context, { ...listing, token: nextToken }, { isFull, seen });
        return done;
      });
      for (const each of applied) counts[each] += 1;
    }
  }
  return counts;
}

async function applyAll(
  tx: Tx,
  context: SyncContext,
  events: ChangePage['events'],
  isFull: boolean,
) {
  await tx`savepoint before_events`;
  try {
    const applied: Applied[] = [];
    for (const event of events) applied.push(await applyEvent(tx, context, event, { isFull }));
    return applied;
  } catch (error) {
    if (!isOfData(error)) throw error;
    await tx`rollback to savepoint before_events`;
    return applyEach(tx, context, events, isFull);
  }
}

/** SQLSTATE classes 22 and 23: the data itself, or a constraint. */
const isOfData = (error: unknown) => /^2[23]/.test((error as { code?: string }).code ?? '');

/** One by one: an event that cannot be kept as it is must not hold up all the others. */
async function applyEach(
  tx: Tx,
  context: SyncContext,
  events: ChangePage['events'],
  isFull: boolean,
) {
  const applied: Applied[] = [];
  for (const event of events) {
    await tx`savepoint before_event`;
    try {
      applied.push(await applyEvent(tx, context, event, { isFull }));
      await tx`release savepoint before_event`;
    } catch (error) {
      if (!isOfData(error)) throw error;
      await tx`rollback to savepoint before_event`;
      applied.push('skipped');
      context.logger.warn(
        { err: error, connectionUuid: context.lease.connectionUuid },
        'calendar event',
      );
    }
  }
  return applied;
}

async function finish(
  tx: Tx,
  { lease }: SyncContext,
  { token, window, notices, nextPullSeconds }: Listing & { token: string },
  { isFull, seen }: { isFull: boolean; seen: Set<string> },
): Promise<void> {
  const { connectionUuid } = lease;
  if (isFull)
    await tx`
      delete from calendar_busy
       where connection_uuid = ${connectionUuid} and external_id <> all(${[...seen]})`;
  const listed = isFull ? window : undefined;
  await finishPull(tx, connectionUuid, { token, window: listed, notices, nextPullSeconds });
}

type Whole = { isFull: boolean; window: Window; seen: Set<string>; series: Set<string> };

/**
 * A full listing names what there is and not what is gone, and so does one of a series; whatever
 * is linked and was not named is asked for, since it may have moved out of the window.
 */
async function findMissing(
  { lease, client }: SyncContext,
  { isFull, window, seen, series }: Whole,
) {
  const { connectionUuid } = lease;
  if (!isFull && series.size === 0) return [];
  const linked = await lease.inTenant((tx) =>
    isFull
      ? listLinksInWindow(tx, connectionUuid, window)
      : listSeriesLinks(tx, connectionUuid, [...series]),
  );
  const missing = linked.filter(({ externalId }) => !seen.has(externalId));
  const found: ChangePage['events'] = [];
  for (const { externalId } of missing)
    found.push(
      (await client.get(externalId)) ?? { externalId, etag: null, updatedAt: null, details: null },
    );
  return found;
}

/**
 * Ends a listing that does not end by itself: too many pages, the same link again, or the same
 * content behind ever new links, as provider B's delta has been seen to do.
 */
async function* unlessEndless(pages: AsyncGenerator<ChangePage>, isFull: boolean) {
  const seen = new Set<string>();
  let count = 0;
  for await (const page of pages) {
    count += 1;
    const { events, nextPage } = page;
    const content = JSON.stringify(events.map(({ externalId, etag }) => [externalId, etag]));
    const repeats =
      (nextPage !== null && seen.has(nextPage)) || (events.length > 0 && seen.has(digest(content)));
    if (repeats || count > mostPages)
      throw new ProviderError(isFull ? 'RETRY' : 'TOKEN_INVALID', 'LISTING_ENDLESS');
    if (nextPage !== null) seen.add(nextPage);
    if (events.length > 0) seen.add(digest(content));
    yield page;
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64');

function inBatches<T>(items: readonly T[]): T[][] {
  const count = Math.max(1, Math.ceil(items.length / eventsATime));
  return Array.from({ length: count }, (_, at) =>
    items.slice(at * eventsATime, (at + 1) * eventsATime),
  );
}

/** The window that is listed, from midnight: asking twice a day gives the same one. */
function newWindow(): Window {
  const today = Temporal.Now.plainDateISO('UTC');
  const midnight = (date: Temporal.PlainDate) => `${date}T00:00:00Z`;
  return {
    from: midnight(today.subtract({ days: daysBehind })),
    to: midnight(today.add({ days: daysAhead })),
  };
}

/** A pause between three quarters and five quarters of a time, so that not all come at once. */
export function spread(seconds: number): number {
  return seconds * (0.75 + Math.random() / 2);
}
