import type { Tx } from '../../database/transaction.ts';
import { nobody } from '../../meetings/meeting-access.ts';
import { lockMeeting } from '../../meetings/queries.ts';
import type { MeetingRow } from '../../meetings/schemas.ts';
import { toExportedEvent } from '../export/exported-event.ts';
import { findPush, queueRepair } from '../export/push-queries.ts';
import { type Agreed, deleteLink, findLinkOfMeeting, saveLink } from '../links.ts';
import { type EventDetails, goneEvent, type ProviderEvent } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';
import { listFree, listSeries, startOf } from './follow-series.ts';
import type { Listing } from './read-listing.ts';

/** Links an event that we made and whose answer never came. True when it is one of this user's meetings. */
export async function takeBack(
  tx: Tx,
  context: SyncContext,
  event: ProviderEvent,
  { meetingUuid, seriesId, fields }: EventDetails,
): Promise<boolean> {
  // All instances of a series carry its stamp; which one is the meeting's is asked beforehand.
  if (!meetingUuid || seriesId) return false;
  const lost = await lockLost(tx, context, meetingUuid);
  if (!lost) return false;
  await link(tx, context, lost.meeting, event, {
    ours: { ...fields, guests: lost.ours.guests },
    theirs: fields,
  });
  return true;
}

/** Looks in a listing for series that began as events which we made and whose answer never came. */
export async function takeBackAllSeries(context: SyncContext, { events }: Listing): Promise<void> {
  const stamps = new Map<string, string>();
  for (const { details } of events.values())
    if (details?.seriesId && details.meetingUuid) stamps.set(details.seriesId, details.meetingUuid);
  for (const [seriesId, meetingUuid] of stamps) {
    const instance = await takeBackSeries(context, seriesId, meetingUuid);
    if (instance?.details && !events.has(instance.externalId))
      events.set(instance.externalId, instance);
  }
}

/**
 * Links a meeting whose creation was never answered to an instance of the series that its event has
 * become: the one at the meeting's time, or the first. Returns that instance, an event without
 * details when the series has none left, and undefined when there is no instance for the meeting.
 */
export async function takeBackSeries(
  context: SyncContext,
  seriesId: string,
  meetingUuid: string,
): Promise<ProviderEvent | undefined> {
  const { lease, client } = context;
  const found = await lease.inTenant((tx) => lockLost(tx, context, meetingUuid));
  if (!found) return undefined;
  const instances = await listSeries(client, seriesId, found.ours.start);
  if (instances.length === 0) return goneEvent(seriesId);
  return lease.inTenant(async (tx) => {
    const lost = await lockLost(tx, context, meetingUuid);
    if (!lost) return undefined;
    const { meeting, ours, exported } = lost;
    const free = await listFree(tx, lease.connectionUuid, instances);
    const exact = free.find(({ details }) => details?.originalStart === startOf(ours));
    const instance = exact ?? (meeting.status === 'ACTIVE' ? free[0] : undefined);
    if (!instance?.details) return undefined;
    const { fields } = instance.details;
    // A meeting that nobody has edited here follows its event; otherwise what is here goes out.
    const agreed: Agreed =
      meeting.version === 1
        ? { ours, theirs: exported }
        : { ours: { ...fields, guests: ours.guests }, theirs: fields };
    // Without its version the event is no echo of ours: what differs is still taken over.
    await link(tx, context, meeting, { ...instance, etag: null }, agreed);
    return instance;
  });
}

/** Locks a meeting made here by this user that no event of the calendar is linked to. */
async function lockLost(tx: Tx, context: SyncContext, meetingUuid: string) {
  const { lease } = context;
  if (!uuid.test(meetingUuid)) return undefined;
  const meeting = await lockMeeting(tx, nobody, meetingUuid);
  if (meeting?.source !== 'INTERNAL' || meeting.hostUuid !== lease.userUuid) return undefined;
  const linked = await findLinkOfMeeting(tx, lease.connectionUuid, meetingUuid);
  // A copy that somebody made of the event carries our stamp along, and is an event of its own.
  if (linked && !linked.goneAt) return undefined;
  const { ours, fields: exported } = await toExportedEvent(tx, context, meeting);
  return { meeting, ours, exported };
}

/** Links a meeting to its event, and has sent out what differs. */
async function link(
  tx: Tx,
  { lease }: SyncContext,
  { meetingUuid, status }: MeetingRow,
  event: ProviderEvent,
  agreed: Agreed,
): Promise<void> {
  const { connectionUuid } = lease;
  const former = await findLinkOfMeeting(tx, connectionUuid, meetingUuid);
  if (former) await deleteLink(tx, connectionUuid, former.externalId);
  await saveLink(tx, connectionUuid, { meetingUuid, event, agreed, pushedVersion: 0 });
  if (!(await findPush(tx, meetingUuid)))
    await queueRepair(tx, connectionUuid, meetingUuid, status === 'CANCELED' ? 'DELETE' : 'UPDATE');
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
