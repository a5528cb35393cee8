import type { Tx } from '../../database/transaction.ts';
import { findLink, type Link, listLiveLinks, moveLink } from '../links.ts';
import {
  type CalendarClient,
  type EventFields,
  goneEvent,
  type ProviderEvent,
} from '../providers/provider.ts';
import { toDate, toInstant } from '../providers/times.ts';
import type { SyncContext } from '../sync-context.ts';
import type { Listing } from './read-listing.ts';

const daysBehind = 62;
const daysAhead = 366;
// Microsoft lists no more than 1825 days at once.
const farBehind = 365;
const farAhead = 1_460;

/**
 * Keeps meetings with their events where somebody made a series of a single event, or a single
 * event of a series. Both providers keep the event's identifier for the series as a whole; the
 * meeting goes on as the instance at its own time, or as the first one.
 */
export async function followConversions(context: SyncContext, listing: Listing): Promise<void> {
  const { lease } = context;
  const { events } = listing;
  const details = [...events.values()].flatMap((each) => each.details ?? []);
  const seriesIds = [...new Set(details.flatMap(({ seriesId }) => seriesId ?? []))];
  const converted =
    seriesIds.length > 0
      ? await lease.inTenant((tx) => listLiveLinks(tx, lease.connectionUuid, seriesIds))
      : [];
  for (const { externalId } of converted) {
    const first = await followSeries(context, externalId);
    if (!first) continue;
    events.delete(externalId);
    if (!events.has(first.externalId)) events.set(first.externalId, first);
  }
  const singles = [...events.values()].filter((each) => each.details?.seriesId === null);
  if (singles.length > 0) await lease.inTenant((tx) => followSingles(tx, context, singles));
}

/**
 * Links the meeting of what has become a series to its instance there, and returns that; an event
 * without details when no instance is left.
 */
export async function followSeries(
  { lease, client }: SyncContext,
  seriesId: string,
): Promise<ProviderEvent | undefined> {
  const { connectionUuid } = lease;
  const link = await lease.inTenant((tx) => findLink(tx, connectionUuid, seriesId));
  if (!link || link.goneAt) return undefined;
  const { theirs } = link.fields;
  const instances = await listSeries(client, seriesId, theirs.start);
  if (instances.length === 0) return goneEvent(seriesId);
  return lease.inTenant(async (tx) => {
    const free = await listFree(tx, connectionUuid, instances);
    const wanted = startOf(theirs);
    const instance = free.find(({ details }) => details?.originalStart === wanted) ?? free[0];
    if (!instance) return undefined;
    const { externalId, details } = instance;
    const originalStart = details?.originalStart ?? null;
    await moveLink(tx, connectionUuid, seriesId, { externalId, seriesId, originalStart });
    return instance;
  });
}

/** Returns a series' instances by their start: those about a local time, or else any. */
export async function listSeries(
  { listInstances }: CalendarClient,
  seriesId: string,
  start: string,
): Promise<ProviderEvent[]> {
  const from = Temporal.PlainDateTime.from(start).subtract({ days: daysBehind });
  const today = Temporal.Now.plainDateISO('UTC').toPlainDateTime();
  const windows = [
    { from, to: from.add({ days: daysBehind + daysAhead }) },
    { from: today.subtract({ days: farBehind }), to: today.add({ days: farAhead }) },
  ];
  for (const window of windows) {
    const asked = { from: `${window.from}Z`, to: `${window.to}Z` };
    const instances = await listInstances(seriesId, asked);
    const alive = instances.filter(({ details }) => details !== null);
    if (alive.length > 0)
      return alive.sort((one, other) => (startsAt(one) < startsAt(other) ? -1 : 1));
  }
  return [];
}

/** Returns those of some events that no meeting is linked to. */
export async function listFree(tx: Tx, connectionUuid: string, events: readonly ProviderEvent[]) {
  const ids = events.map(({ externalId }) => externalId);
  const linked = await listLiveLinks(tx, connectionUuid, ids);
  const taken = new Set(linked.map(({ externalId }) => externalId));
  return events.filter(({ externalId }) => !taken.has(externalId));
}

/** Links the meeting of a series' instance to the single event that is left of the series. */
async function followSingles(tx: Tx, { lease }: SyncContext, singles: readonly ProviderEvent[]) {
  const { connectionUuid } = lease;
  const ids = singles.map(({ externalId }) => externalId);
  const links = await tx<Pick<Link, 'externalId' | 'seriesId' | 'originalStart'>[]>`
    select external_id, series_id, original_start from calendar_links l
     where connection_uuid = ${connectionUuid} and series_id = any(${ids}) and gone_at is null
       and not exists (select from calendar_links s
                        where s.tenant_uuid = l.tenant_uuid and s.connection_uuid = l.connection_uuid
                          and s.external_id = l.series_id)
     order by original_start`;
  for (const { externalId, details } of singles) {
    const instances = links.filter(({ seriesId }) => seriesId === externalId);
    const start = details && startOf(details.fields);
    const link = instances.find((each) => each.originalStart === start) ?? instances[0];
    if (!link) continue;
    const moved = { externalId, seriesId: null, originalStart: null };
    await moveLink(tx, connectionUuid, link.externalId, moved);
  }
}

/** Returns the start of an event in the form in which an instance's original start is written. */
export const startOf = ({ start, timezone, allDay }: EventFields) =>
  allDay ? toDate(start) : toInstant(start, timezone);

const startsAt = ({ details }: ProviderEvent) => details?.startsAt ?? '';
