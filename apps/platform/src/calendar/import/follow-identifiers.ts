import type { Tx } from '../../database/transaction.ts';
import { findOrUnknown } from '../export/find-or-unknown.ts';
import { findLink, type LiveLink, listLiveLinks, listSeriesLinks, moveLink } from '../links.ts';
import type { EventDetails, ProviderEvent } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';
import type { Listing } from './read-listing.ts';

/**
 * Keeps meetings with events that came back under another identifier: a mailbox that moved, an
 * invitation that was deleted and accepted again, one of two copies that was removed. What a
 * listing calls gone is not gone while the calendar has another event of the same UID, or the same
 * instance of its series; the instances of a series that was moved as a whole have other ones.
 */
export async function followIdentifiers(context: SyncContext, { events }: Listing): Promise<void> {
  const { lease } = context;
  const { connectionUuid } = lease;
  const gone = [...events.values()].filter(({ details }) => details === null);
  if (gone.length === 0) return;
  const ids = gone.map(({ externalId }) => externalId);
  const links = await lease.inTenant((tx) => listLiveLinks(tx, connectionUuid, ids));
  const moved = await lease.inTenant((tx) => pairMovedSeries(tx, connectionUuid, links, events));
  for (const link of links) {
    const successor =
      [...events.values()].find((each) => isSame(each, link)) ??
      moved.get(link.externalId) ??
      (await findCopy(context, link));
    if (!successor) continue;
    const isMoved = await lease.inTenant((tx) => follow(tx, connectionUuid, link, successor));
    if (!isMoved) continue;
    events.delete(link.externalId);
    events.set(successor.externalId, successor);
  }
}

const isSame = ({ externalId, details }: ProviderEvent, link: LiveLink) =>
  details !== null && externalId !== link.externalId && keyOf(details) === keyOf(link);

/** Returns the fields that stay with an event when its identifier changes. */
const keyOf = ({
  icalUid,
  seriesId,
  originalStart,
}: Pick<EventDetails, 'icalUid' | 'seriesId' | 'originalStart'>) =>
  seriesId ? `${seriesId} ${originalStart}` : (icalUid ?? Symbol('none'));

/**
 * Pairs the instances that series lost with those that they got, in order. Where a later instance
 * stayed as it was, the series was not moved but thinned out, and nothing is paired.
 */
async function pairMovedSeries(
  tx: Tx,
  connectionUuid: string,
  links: readonly LiveLink[],
  events: ReadonlyMap<string, ProviderEvent>,
): Promise<Map<string, ProviderEvent>> {
  const now = Temporal.Now.instant().toString();
  const isAhead = (start: string | null | undefined) => (start ?? '') > now;
  const pairs = new Map<string, ProviderEvent>();
  const lost = links.filter(({ originalStart }) => isAhead(originalStart)).sort(byOriginalStart);
  for (const [seriesId, gone] of Map.groupBy(lost, (link) => link.seriesId)) {
    if (!seriesId) continue;
    const goneIds = new Set(gone.map(({ externalId }) => externalId));
    const linked = await listSeriesLinks(tx, connectionUuid, [seriesId]);
    const stayed = linked.filter(({ externalId }) => !goneIds.has(externalId));
    if (stayed.some((each) => byOriginalStart(each, gone[0] ?? each) > 0)) continue;
    const known = new Set(linked.map(({ externalId }) => externalId));
    const got = [...events.values()]
      .filter(({ externalId, details }) => details?.seriesId === seriesId && !known.has(externalId))
      .filter(({ details }) => isAhead(details?.startsAt))
      .sort((one, other) => byOriginalStart(one.details ?? {}, other.details ?? {}));
    for (const [at, { externalId }] of gone.entries()) {
      const successor = got[at];
      if (successor) pairs.set(externalId, successor);
    }
  }
  return pairs;
}

function byOriginalStart(
  { originalStart: one }: { originalStart?: string | null },
  { originalStart: other }: { originalStart?: string | null },
): number {
  if (one === other) return 0;
  return (one ?? '') < (other ?? '') ? -1 : 1;
}

/** Looks for a copy of the event that is kept as time that is taken, since there was one already. */
async function findCopy(
  { lease, client }: SyncContext,
  link: LiveLink,
): Promise<ProviderEvent | undefined> {
  const { connectionUuid } = lease;
  const kept = await lease.inTenant(
    (tx) => tx<{ externalId: string }[]>`
      select b.external_id from calendar_links l
        join meetings m on m.tenant_uuid = l.tenant_uuid and m.meeting_uuid = l.meeting_uuid
        join calendar_busy b on b.tenant_uuid = l.tenant_uuid and b.connection_uuid = l.connection_uuid
         and b.starts_at = m.starts_at and b.ends_at = m.ends_at
       where l.connection_uuid = ${connectionUuid} and l.external_id = ${link.externalId}
       limit 5`,
  );
  for (const { externalId } of kept) {
    const found = await findOrUnknown(client, externalId);
    if (found !== 'unknown' && isSame(found, link)) return found;
  }
  return undefined;
}

/** Links the meeting to an event that no other meeting has; false when one does. */
async function follow(
  tx: Tx,
  connectionUuid: string,
  link: LiveLink,
  { externalId, details }: ProviderEvent,
): Promise<boolean> {
  if (await findLink(tx, connectionUuid, externalId)) return false;
  const { seriesId = null, originalStart = null } = details ?? link;
  await moveLink(tx, connectionUuid, link.externalId, { externalId, seriesId, originalStart });
  return true;
}
