import type { Tx } from '../../database/transaction.ts';
import { nobody } from '../../meetings/meeting-access.ts';
import { lockMeeting } from '../../meetings/queries.ts';
import type { MeetingRow } from '../../meetings/schemas.ts';
import type { Applied } from '../applied.ts';
import { queueRepair } from '../export/push-queries.ts';
import { findLink, findTwin, type Link, markGone } from '../links.ts';
import type { ProviderEvent } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';
import { adoptEvent } from './adopt-event.ts';
import { noteAnswers } from './answers.ts';
import { forgetBusy, keepBusy } from './busy.ts';
import { cancelByProvider } from './cancel-by-provider.ts';
import { withoutPrivateParts } from './private-events.ts';
import { takeChanges } from './take-changes.ts';

type Options = {
  /** The event came with a full listing: what it changes was missed before. */
  isFull?: boolean;
};

/**
 * Applies what a provider tells of one event, in the transaction of the caller. What we wrote
 * ourselves, or saw before, changes nothing. Nothing that is written here goes out again.
 */
export async function applyEvent(
  tx: Tx,
  context: SyncContext,
  event: ProviderEvent,
  { isFull = false }: Options = {},
): Promise<Applied> {
  const { connectionUuid } = context.lease;
  if (event.isSeries) return 'skipped';
  const link = await findLink(tx, connectionUuid, event.externalId);
  const twin = link ? undefined : await findSame(tx, connectionUuid, event);
  if (twin && !twin.goneAt) {
    // A second copy takes time and no more, for as long as the first one is there.
    if (!twin.retiredAt) await keepBusy(tx, connectionUuid, event);
    return 'skipped';
  }
  const known = link ?? twin;
  if (!known) return adoptEvent(tx, context, event);
  if (!isFull && isEcho(known, event)) return 'skipped';
  // Events that are no meeting here but only take time have no link.
  await forgetBusy(tx, connectionUuid, event.externalId);
  const meeting = await lockMeeting(tx, nobody, known.meetingUuid);
  if (!meeting) return 'skipped';
  if (await isRetired(tx, connectionUuid, known, event)) return 'skipped';
  if (!event.details) return cancelByProvider(tx, context, known, meeting);
  if (known.goneAt && meeting.source !== 'INTERNAL' && meeting.status === 'CANCELED')
    return adoptEvent(tx, context, event, known);
  if (meeting.status === 'CANCELED') return undo(tx, connectionUuid, known, meeting, isFull);
  if (isEcho(known, event)) return 'skipped';
  if (known.isCopy) return noteAnswers(tx, context, known, meeting, event);
  const details = withoutPrivateParts(event.details, meeting, known.fields.theirs);
  return takeChanges(tx, context, known, meeting, { ...event, details }, { isFull });
}

/** Tells whether the event is as we wrote or saw it last. */
const isEcho = (known: Link, { externalId, etag, details }: ProviderEvent) =>
  details !== null &&
  !known.goneAt &&
  known.externalId === externalId &&
  etag !== null &&
  known.etag === etag;

/** Finds the link of another event that is the same by its UID, or by its place in its series. */
async function findSame(tx: Tx, connectionUuid: string, { details }: ProviderEvent) {
  if (!details || (!details.icalUid && !details.seriesId)) return undefined;
  const twin = await findTwin(tx, connectionUuid, details);
  // An instance that broke away from its series is another event than the one it was.
  return twin?.seriesId === details.seriesId ? twin : undefined;
}

/** Tells whether the meeting has another host by now: what happens to this event does not matter to it. */
async function isRetired(
  tx: Tx,
  connectionUuid: string,
  { externalId }: Link,
  event: ProviderEvent,
) {
  const link = await findLink(tx, connectionUuid, externalId);
  if (!link?.retiredAt) return false;
  if (!event.details) await markGone(tx, connectionUuid, externalId);
  return true;
}

/** Repeats a cancellation that got lost: the meeting is canceled here, but its event is still there. */
async function undo(
  tx: Tx,
  connectionUuid: string,
  link: Link,
  meeting: MeetingRow,
  isFull: boolean,
): Promise<Applied> {
  if (link.isCopy) return 'skipped';
  if (link.goneAt || isFull) {
    await tx`
      update calendar_links set gone_at = null
       where connection_uuid = ${connectionUuid} and external_id = ${link.externalId}`;
    await queueRepair(tx, connectionUuid, meeting.meetingUuid, 'DELETE');
  }
  return 'skipped';
}
