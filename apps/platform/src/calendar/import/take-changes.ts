import type { Tx } from '../../database/transaction.ts';
import { forgetHistory } from '../../forget-history.ts';
import { nobody } from '../../meetings/meeting-access.ts';
import { findMeeting } from '../../meetings/queries.ts';
import { saveChange } from '../../meetings/save-change.ts';
import type { MeetingRow } from '../../meetings/schemas.ts';
import type { Applied } from '../applied.ts';
import { recordAttempt } from '../attempts.ts';
import { toExportedEvent } from '../export/exported-event.ts';
import { endPush, findPush, type Push, saveSyncState } from '../export/push-queries.ts';
import { type Agreed, answersOf, type Link, saveLink } from '../links.ts';
import { type Aspect, differing, type Merge, merge } from '../merge.ts';
import type { EventDetails, ProviderEvent } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';
import { takeAnswers } from './answers.ts';
import { takesTime } from './busy.ts';
import { toDetails } from './event-details.ts';
import { changesPrivacy, saveOrganizer } from './private-events.ts';
import { resolveGuests } from './resolve-guests.ts';

type Options = {
  isFull: boolean;
  /** False when the meeting is to be sent even if nothing of it is left to send. */
  endsPush?: boolean;
};

/** An event that is there, as its meeting may know it. */
type SeenEvent = ProviderEvent & { details: EventDetails };

/**
 * Takes over what changed in an event since both sides agreed. What changed here meanwhile stays
 * and is on its way out; where both changed the same, the later change wins, both times read by
 * the provider's clock.
 */
export async function takeChanges(
  tx: Tx,
  context: SyncContext,
  link: Link,
  meeting: MeetingRow,
  event: SeenEvent,
  { isFull, endsPush = true }: Options,
): Promise<Applied> {
  const { details } = event;
  const { meetingUuid } = meeting;
  const push = await findPush(tx, meetingUuid);
  const { take, keep } = await compare(tx, context, link, meeting, event, push);
  const hidesOrShows = meeting.source !== 'INTERNAL' && changesPrivacy(link, details);
  const others = meeting.source !== 'INTERNAL' && isOtherGuests(link, event);
  const parties = others ? await resolveGuests(tx, meeting.hostUuid, details) : {};
  // An organizer elsewhere has told the guests already.
  const quiet = meeting.source === 'INTERNAL' ? meeting : { ...meeting, externallyOrganized: true };
  // The meeting's zone stays where the provider knows it under a name that several zones share.
  const isSame = context.provider.isSameZone(meeting.timezone, details.fields.timezone);
  const { timezone } = isSame ? meeting : details.fields;
  const taken = {
    ...toDetails({ ...details.fields, timezone }, take),
    ...(hidesOrShows ? { meetingLink: details.joinUrl } : {}),
  };
  await saveChange(tx, context.services, quiet, { details: taken, parties, origin: 'PROVIDER' });
  await setFree(tx, meeting, !takesTime(details));
  if (hidesOrShows) await saveOrganizer(tx, meeting, details);
  if (hidesOrShows && details.isPrivate) await forgetHistory(tx, [meetingUuid]);
  const after = (await findMeeting(tx, nobody, meetingUuid)) ?? meeting;
  const answered = await takeAnswers(tx, context, after, link.answers, event);
  await settle(tx, context, { link, after, event, push, take, endsPush });
  const changed = [...take, ...(answered > 0 ? ['answers'] : [])];
  const isChanged = changed.length > 0 || after.version !== meeting.version;
  if (isChanged || keep.length > 0)
    await recordAttempt(tx, {
      meetingUuid,
      connectionUuid: context.lease.connectionUuid,
      direction: 'INWARD',
      operation: 'UPDATE',
      outcome: isChanged ? 'DONE' : 'KEPT_OURS',
      changed: isChanged ? changed : keep,
      driftRepaired: isFull && isChanged,
    });
  return isChanged ? 'updated' : 'skipped';
}

const isOtherGuests = ({ answers }: Link, event: ProviderEvent) =>
  Object.keys(answers).sort().join() !== Object.keys(answersOf(event)).sort().join();

/** Compares what either side changed since they agreed, and returns what comes of it. */
async function compare(
  tx: Tx,
  context: SyncContext,
  link: Link,
  meeting: MeetingRow,
  event: SeenEvent,
  push: Push | undefined,
): Promise<Merge> {
  const { client, provider } = context;
  const { isSameZone } = provider;
  const theirs = differing(event.details.fields, link.fields.theirs, isSameZone);
  if (!push) return { take: theirs, keep: [] };
  const { ours: now } = await toExportedEvent(tx, context, meeting);
  const ours = differing(now, link.fields.ours, isSameZone);
  const changedHere = Date.parse(push.changedAt) + client.clockAheadMs();
  return merge(theirs, ours, changedHere > readUpdated(event.updatedAt ?? ''));
}

/** Reads when an event was changed; a time that was cut to the second is taken as its middle. */
function readUpdated(updatedAt: string): number {
  const ms = Date.parse(updatedAt);
  return ms % 1000 === 0 ? ms + 500 : ms;
}

type Settled = {
  link: Link;
  after: MeetingRow;
  event: SeenEvent;
  push: Push | undefined;
  /** The aspects that the event has changed and the meeting taken over. */
  take: readonly Aspect[];
  endsPush: boolean;
};

/**
 * Keeps what both sides agree on now. What is still to go out must differ from our half of it:
 * that stays as it was for what changed here, and is the meeting as it is now for the rest.
 */
async function settle(
  tx: Tx,
  context: SyncContext,
  { link, after, event, push, take, endsPush }: Settled,
): Promise<void> {
  const { lease, provider } = context;
  const { fields: theirs, isPrivate } = event.details;
  const { ours: now } = await toExportedEvent(tx, context, after);
  const waiting = push ? differing(now, link.fields.ours, provider.isSameZone) : [];
  const pending = waiting.filter((aspect) => !take.includes(aspect));
  const guestsWait = push && now.guests.join() !== link.fields.ours.guests.join();
  const ours: Agreed['ours'] = {
    ...now,
    ...onlyOf(link.fields.ours, pending),
    guests: guestsWait ? link.fields.ours.guests : now.guests,
  };
  await saveLink(tx, lease.connectionUuid, {
    meetingUuid: after.meetingUuid,
    event,
    agreed: { ours, theirs, isPrivate },
    pushedVersion: push && (pending.length > 0 || guestsWait) ? link.pushedVersion : after.version,
    formerId: link.externalId,
  });
  if (!push || !endsPush || pending.length > 0 || guestsWait) return;
  await endPush(tx, push);
  await saveSyncState(tx, [after.meetingUuid], { externalSyncStatus: 'SYNCED' });
}

function onlyOf(fields: Agreed['ours'], pending: readonly Aspect[]): Partial<Agreed['ours']> {
  const { title, description, location, start, end, timezone, allDay } = fields;
  const parts = {
    title: { title },
    description: { description },
    location: { location },
    time: { start, end, timezone, allDay },
  };
  return Object.assign({}, ...pending.map((aspect) => parts[aspect]));
}

/** Saves whether an event from elsewhere keeps nobody busy: it may be shown as free, or be declined. */
async function setFree(tx: Tx, { meetingUuid, source }: MeetingRow, free: boolean): Promise<void> {
  if (source === 'INTERNAL') return;
  await tx`
    update meetings set shows_free = ${free}
     where meeting_uuid = ${meetingUuid} and shows_free <> ${free}`;
}
