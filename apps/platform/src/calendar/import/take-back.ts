import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../../database/transaction.ts';
import { nobody } from '../../meetings/meeting-access.ts';
import { lockMeeting } from '../../meetings/queries.ts';
import type { Applied } from '../applied.ts';
import { toExportedEvent } from '../export/exported-event.ts';
import { findPush, queueRepair } from '../export/push-queries.ts';
import { type Agreed, deleteLink, findLinkOfMeeting, type Link, saveLink } from '../links.ts';
import { type EventDetails, goneEvent, type ProviderEvent } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';
import { listFree, listSeries, startOf } from './follow-series.ts';
import { withoutPrivateParts } from './private-events.ts';
import type { Listing } from './read-listing.ts';
import { takeChanges } from './take-changes.ts';

/**
 * Links an event that we made and whose answer never came, takes over what was changed in it since,
 * and has sent out what differs. Returns undefined when it is none of this user's meetings.
 */
export async function takeBack(
  tx: Tx,
  context: SyncContext,
  event: ProviderEvent,
  details: EventDetails,
): Promise<Applied | undefined> {
  const { meetingUuid, seriesId } = details;
  // All instances of a series carry its stamp; which one is the meeting's is asked beforehand.
  if (!meetingUuid || seriesId) return undefined;
  const lost = await lockLost(tx, context, meetingUuid);
  if (!lost) return undefined;
  const { meeting } = lost;
  const saved = await link(tx, context, lost, event, details);
  const seen = { ...event, details: withoutPrivateParts(details, meeting, saved.fields.theirs) };
  if (meeting.status !== 'ACTIVE') return 'skipped';
  return takeChanges(tx, context, saved, meeting, seen, { isFull: false, endsPush: false });
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
  const instances = await listSeries(client, seriesId, found.exported.ours.start);
  if (instances.length === 0) return goneEvent(seriesId);
  return lease.inTenant(async (tx) => {
    const lost = await lockLost(tx, context, meetingUuid);
    if (!lost) return undefined;
    const { meeting, exported } = lost;
    const free = await listFree(tx, lease.connectionUuid, instances);
    const exact = free.find(({ details }) => details?.originalStart === startOf(exported.ours));
    const instance = exact ?? (meeting.status === 'ACTIVE' ? free[0] : undefined);
    if (!instance?.details) return undefined;
    await link(tx, context, lost, instance, instance.details);
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
  return { meeting, exported: await toExportedEvent(tx, context, meeting) };
}

/**
 * Links a meeting to its event, and has sent out what differs. One that nobody has edited here
 * follows its event; otherwise what is here goes out.
 */
async function link(
  tx: Tx,
  { lease }: SyncContext,
  { meeting, exported }: Lost,
  event: ProviderEvent,
  details: EventDetails,
): Promise<Link> {
  const { connectionUuid } = lease;
  const { meetingUuid, status } = meeting;
  const { ours, fields } = exported;
  const agreed: Agreed =
    meeting.version === 1
      ? { ours, theirs: fields }
      : {
          ours: { ...details.fields, guests: await listKnownGuests(tx, exported, details) },
          theirs: details.fields,
        };
  const former = await findLinkOfMeeting(tx, connectionUuid, meetingUuid);
  if (former) await deleteLink(tx, connectionUuid, former.externalId);
  // Without its version and answers the event is no echo of ours: what differs is taken over.
  const unread = { event: { ...event, etag: null }, answers: {} };
  await saveLink(tx, connectionUuid, { meetingUuid, ...unread, agreed, pushedVersion: 0 });
  if (!(await findPush(tx, meetingUuid)))
    await queueRepair(tx, connectionUuid, meetingUuid, status === 'CANCELED' ? 'DELETE' : 'UPDATE');
  const saved = await findLinkOfMeeting(tx, connectionUuid, meetingUuid);
  if (!saved) throw new Error('The link was not saved');
  return saved;
}

/** Lists those guests of an event, by e-mail, whom the meeting invites or has invited. */
async function listKnownGuests(
  tx: Tx,
  { meetingUuid, guests, ours }: Lost['exported'],
  details: EventDetails,
): Promise<string[]> {
  if (!guests) return [];
  const former = await tx<{ email: string }[]>`
    select plain_email(email) as email from meeting_participants
     where meeting_uuid = ${meetingUuid} and removed_at is not null and email is not null`;
  const known = new Set([...ours.guests, ...former.map(({ email }) => email)]);
  return details.guests.map(({ email }) => plainEmail(email)).filter((email) => known.has(email));
}

type Lost = NonNullable<Awaited<ReturnType<typeof lockLost>>>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
