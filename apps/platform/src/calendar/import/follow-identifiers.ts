import type { Tx } from '../../database/transaction.ts';
import { findOrUnknown } from '../export/find-or-unknown.ts';
import { findLink, type Link, moveLink } from '../links.ts';
import type { EventDetails, ProviderEvent } from '../providers/provider.ts';
import type { SyncContext } from '../worker/sync-context.ts';
import type { Listing } from './read-listing.ts';

/**
 * Keeps meetings with events that came back under another identifier: a mailbox that moved, an
 * invitation that was deleted and accepted again, one of two copies that was removed. What a
 * listing calls gone is not gone while the calendar has another event of the same UID, or the same
 * instance of its series.
 */
export async function followIdentifiers(context: SyncContext, { events }: Listing): Promise<void> {
  const { lease } = context;
  const { connectionUuid } = lease;
  const gone = [...events.values()].filter(({ details }) => details === null);
  if (gone.length === 0) return;
  const ids = gone.map(({ externalId }) => externalId);
  const links = await lease.inTenant((tx) => listLinks(tx, connectionUuid, ids));
  for (const link of links) {
    const successor =
      [...events.values()].find((each) => isSame(each, link)) ?? (await findCopy(context, link));
    if (!successor) continue;
    const isMoved = await lease.inTenant((tx) => follow(tx, connectionUuid, link, successor));
    if (!isMoved) continue;
    events.delete(link.externalId);
    events.set(successor.externalId, successor);
  }
}

type Known = Pick<Link, 'externalId' | 'icalUid' | 'seriesId' | 'originalStart'>;

function listLinks(tx: Tx, connectionUuid: string, externalIds: readonly string[]) {
  return tx<Known[]>`
    select external_id, ical_uid, series_id, original_start from calendar_links
     where connection_uuid = ${connectionUuid} and external_id = any(${[...externalIds]})
       and gone_at is null and retired_at is null`;
}

const isSame = ({ externalId, details }: ProviderEvent, link: Known) =>
  details !== null && externalId !== link.externalId && keyOf(details) === keyOf(link);

/** The fields that stay with an event when its identifier changes. */
const keyOf = ({
  icalUid,
  seriesId,
  originalStart,
}: Pick<EventDetails, 'icalUid' | 'seriesId' | 'originalStart'>) =>
  seriesId ? `${seriesId} ${originalStart}` : (icalUid ?? Symbol('none'));

/** Looks for a copy of the event that is kept as time that is taken, since there was one already. */
async function findCopy(
  { lease, client }: SyncContext,
  link: Known,
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
    if (found && found !== 'unknown' && isSame(found, link)) return found;
  }
  return undefined;
}

/** Links the meeting to an event that no other meeting has; false when one does. */
async function follow(tx: Tx, connectionUuid: string, link: Known, { externalId }: ProviderEvent) {
  if (await findLink(tx, connectionUuid, externalId)) return false;
  const { seriesId, originalStart } = link;
  await moveLink(tx, connectionUuid, link.externalId, { externalId, seriesId, originalStart });
  return true;
}
