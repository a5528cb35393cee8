import type { Tx } from '../../database/transaction.ts';
import { findLink, type Link, listLiveLinks, moveLink } from '../links.ts';
import type { EventFields, ProviderEvent } from '../providers/provider.ts';
import { toDate, toInstant } from '../providers/times.ts';
import type { SyncContext } from '../worker/sync-context.ts';
import type { Listing } from './read-listing.ts';

const daysAhead = 366;

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

/** Links the meeting of what has become a series to its instance there, and answers that. */
export async function followSeries(
  { lease, client }: SyncContext,
  seriesId: string,
): Promise<ProviderEvent | undefined> {
  const { connectionUuid } = lease;
  const link = await lease.inTenant((tx) => findLink(tx, connectionUuid, seriesId));
  if (!link || link.goneAt) return undefined;
  const { start } = link.fields.theirs;
  const from = Temporal.PlainDateTime.from(start).subtract({ days: 1 });
  const instances = await client.listInstances(seriesId, {
    from: `${from}Z`,
    to: `${from.add({ days: daysAhead })}Z`,
  });
  const wanted = startOf(link.fields.theirs);
  const sorted = instances
    .filter(({ details }) => details !== null)
    .sort((one, other) => (startsAt(one) < startsAt(other) ? -1 : 1));
  return lease.inTenant(async (tx) => {
    const ids = sorted.map(({ externalId }) => externalId);
    const taken = new Set(
      (await listLiveLinks(tx, connectionUuid, ids)).map((it) => it.externalId),
    );
    const free = sorted.filter(({ externalId }) => !taken.has(externalId));
    const instance = free.find(({ details }) => details?.originalStart === wanted) ?? free[0];
    if (!instance) return undefined;
    const { externalId, details } = instance;
    const originalStart = details?.originalStart ?? null;
    await moveLink(tx, connectionUuid, seriesId, { externalId, seriesId, originalStart });
    return instance;
  });
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

/** When fields say that an event starts, as an instance's original start is written. */
export const startOf = ({ start, timezone, allDay }: EventFields) =>
  allDay ? toDate(start) : toInstant(start, timezone);

const startsAt = ({ details }: ProviderEvent) => details?.startsAt ?? '';
