import type { Tx } from '../../database/transaction.ts';
import { nobody } from '../../meetings/meeting-access.ts';
import { findMeeting } from '../../meetings/queries.ts';
import { recordAttempt } from '../attempts.ts';
import { isSuspended } from '../connections/suspension.ts';
import { retireLinks } from '../export/change-host.ts';
import { toExportedEvent } from '../export/exported-event.ts';
import { findOrUnknown } from '../export/find-or-unknown.ts';
import { endPush, findPush, markSynced, type Push } from '../export/push-queries.ts';
import { applyEvent } from '../import/apply-event.ts';
import { followSeries } from '../import/follow-series.ts';
import { withoutPrivateParts } from '../import/private-events.ts';
import { pullSoon } from '../import/pull-queries.ts';
import { takeBack, takeBackSeries } from '../import/take-back.ts';
import { findLinkOfMeeting, type OurFields, saveLink } from '../links.ts';
import { exportChanges } from '../merge.ts';
import { type CalendarClient, ProviderError, type ProviderEvent } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';

const mostConflicts = 3;

/**
 * Brings one meeting to the host's calendar as it is now. However often it is tried, there is one
 * event: its identifier, or the transaction's, follows from the meeting. An event that has changed
 * meanwhile is merged first. Throws ProviderError.
 */
export async function pushMeeting(
  context: SyncContext,
  push: Push,
  { isLastTry }: { isLastTry: boolean },
): Promise<void> {
  const startedAt = Date.now();
  for (let conflicts = 0; ; conflicts += 1) {
    const state = await context.lease.inTenantShared((tx) => readState(tx, context, push));
    if (!state) return;
    try {
      const sent = await send(context, state);
      if (!sent) continue;
      const { event, changed } = sent;
      const taken = event?.isSeries ? await takeSeries(context, state, event) : undefined;
      if (taken?.details) continue;
      const gone = taken ?? event;
      if (gone?.details === null)
        await context.lease.inTenant((tx) => takeRemoval(tx, context, state, gone));
      else
        await context.lease.inTenantShared((tx) =>
          finish(tx, context, push, state, { event, changed, startedAt }),
        );
      return;
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : undefined;
      const { link } = state;
      if (!link || (kind !== 'CONFLICT' && kind !== 'GONE') || conflicts >= mostConflicts)
        throw error;
      const isFirstTry = state.push.attempts === 0 && !isLastTry;
      await takeWhatChanged(context, link.externalId, { isFirstTry });
    }
  }
}

/**
 * Merges what became of an event over there before the meeting is sent again. One that is gone is
 * left to a pull first, which sees whether many are, or whether it has another identifier by now.
 */
async function takeWhatChanged(
  context: SyncContext,
  externalId: string,
  { isFirstTry }: { isFirstTry: boolean },
): Promise<void> {
  const { lease, client } = context;
  const asked = await client.get(externalId);
  const found = asked.isSeries ? await followSeries(context, externalId) : asked;
  if (!found) throw new ProviderError('RETRY', 'EVENT_IS_SERIES');
  if (found.details === null && isFirstTry) {
    await lease.inTenantShared((tx) => pullSoon(tx, lease.connectionUuid));
    throw new ProviderError('RETRY', 'EVENT_GONE');
  }
  await lease.inTenant(async (tx) => {
    if (found.details === null && (await isSuspended(tx, lease.connectionUuid)))
      throw new ProviderError('PERMANENT', 'SYNC_SUSPENDED');
    await applyEvent(tx, context, found);
  });
}

type State = NonNullable<Awaited<ReturnType<typeof readState>>>;
type Done = { event: ProviderEvent | undefined; changed: readonly string[] };

async function readState(tx: Tx, context: SyncContext, { meetingUuid }: Push) {
  const { lease, provider } = context;
  const push = await findPush(tx, meetingUuid);
  const meeting = await findMeeting(tx, nobody, meetingUuid);
  if (!push || !meeting) return undefined;
  const link = await findLinkOfMeeting(tx, lease.connectionUuid, meetingUuid);
  const exported = await toExportedEvent(tx, context, meeting);
  const changesSince = (agreed: OurFields) =>
    exportChanges(exported.ours, agreed, provider.isSameZone);
  return { push, meeting, link: link?.isCopy ? undefined : link, exported, changesSince };
}

/**
 * Does what is to be done at the provider; what comes back is the event as it is there now. Returns
 * undefined once an event was linked that an earlier try made: only what then differs is to be sent.
 */
async function send(context: SyncContext, state: State): Promise<Done | undefined> {
  const { client } = context;
  const { meeting, link, exported, changesSince } = state;
  if (meeting.status === 'CANCELED') {
    if (link && !link.goneAt) await remove(client, link.externalId);
    return { event: undefined, changed: ['status'] };
  }
  if (!link) return insert(context, state, { anew: false });
  if (link.goneAt) return restore(context, link.externalId, state);
  const { ours } = link.fields;
  const changed = changesSince(ours);
  if (changed.length === 0) return { event: undefined, changed };
  const formerGuests = ours.guests.filter((email) => !exported.ours.guests.includes(email));
  const event = await client.patch(
    link.externalId,
    { ...exported, formerGuests },
    changed,
    link.etag,
  );
  return { event, changed };
}

/**
 * Removes an event as it is now: what has become a series since is not removed as a whole. Where
 * the provider has no way to ask, it is removed without a look.
 */
async function remove(client: CalendarClient, externalId: string): Promise<void> {
  const found = await findOrUnknown(client, externalId);
  if (found === 'unknown') return client.cancel(externalId, null);
  if (found.isSeries) throw new ProviderError('CONFLICT', 'EVENT_IS_SERIES');
  if (found.details) await client.cancel(externalId, found.etag);
}

/** Writes the event of a meeting that is to stay although its event was removed. */
async function restore(context: SyncContext, externalId: string, state: State) {
  const { client } = context;
  const { exported, changesSince } = state;
  const found = await client.get(externalId);
  if (!found.details) return insert(context, state, { anew: true });
  const changed = changesSince({ ...found.details.fields, guests: [] });
  const event = await client.patch(externalId, exported, changed, found.etag);
  return { event, changed };
}

/**
 * Creates the event, or takes up the one that an earlier try created whose answer was lost; that
 * one may be older than the meeting is by now, or have been changed over there.
 */
async function insert(
  context: SyncContext,
  { exported, changesSince }: State,
  options: { anew: boolean },
): Promise<Done | undefined> {
  const { client, lease } = context;
  const made = await client.insert(exported, options);
  const { details } = made;
  if (!details) return { event: made, changed: [] };
  const isTaken =
    made.wasThere && (await lease.inTenant((tx) => takeBack(tx, context, made, details)));
  if (isTaken) return undefined;
  const stale = changesSince({
    ...details.fields,
    guests: exported.ours.guests,
  });
  const event =
    stale.length > 0 ? await client.patch(made.externalId, exported, stale, made.etag) : made;
  return { event, changed: ['title', 'description', 'location', 'time', 'guests'] };
}

/**
 * Links the meeting to an instance of the series that its event, made by an earlier try, has become,
 * and merges what was changed there. Returns that instance; without details when none is left.
 */
async function takeSeries(
  context: SyncContext,
  { meeting }: State,
  series: ProviderEvent,
): Promise<ProviderEvent> {
  const instance = await takeBackSeries(context, series.externalId, meeting.meetingUuid);
  if (!instance) throw new ProviderError('RETRY', 'EVENT_IS_SERIES');
  if (instance.details) await context.lease.inTenant((tx) => applyEvent(tx, context, instance));
  return instance;
}

/** Takes over that an event was removed before we knew of it, or of its last change. */
async function takeRemoval(
  tx: Tx,
  context: SyncContext,
  { meeting, link, exported }: State,
  event: ProviderEvent,
): Promise<void> {
  const { meetingUuid, version: pushedVersion } = meeting;
  await tx`select from meetings where meeting_uuid = ${meetingUuid} for no key update`;
  await saveLink(tx, context.lease.connectionUuid, {
    meetingUuid,
    event,
    agreed: { ours: exported.ours, theirs: exported.fields },
    pushedVersion,
    formerId: link?.externalId,
  });
  await applyEvent(tx, context, event);
}

async function finish(
  tx: Tx,
  { lease }: SyncContext,
  push: Push,
  { meeting, link, exported }: State,
  { event, changed, startedAt }: Done & { startedAt: number },
): Promise<void> {
  const { connectionUuid } = lease;
  const { meetingUuid, version } = meeting;
  const [now] = await tx<{ hostUuid: string }[]>`
    select host_uuid from meetings where meeting_uuid = ${meetingUuid} for no key update`;
  if (event) {
    const details = event.details && withoutPrivateParts(event.details, meeting, exported.fields);
    const { fields: theirs = exported.fields, isPrivate = false } = details ?? {};
    await saveLink(tx, connectionUuid, {
      meetingUuid,
      event: { ...event, details },
      agreed: { ours: exported.ours, theirs, isPrivate },
      pushedVersion: version,
      formerId: link?.externalId,
    });
  } else if (link) {
    const gone = meeting.status === 'CANCELED' ? tx`, gone_at = now()` : tx``;
    await tx`
      update calendar_links set pushed_version = ${version} ${gone}
       where connection_uuid = ${connectionUuid} and external_id = ${link.externalId}`;
  }
  // Handed over meanwhile: the event just written goes again, and the new host's is on its way.
  if (now && now.hostUuid !== meeting.hostUuid) return retireLinks(tx, [meetingUuid]);
  const operation = meeting.status === 'CANCELED' ? 'DELETE' : event && !link ? 'CREATE' : 'UPDATE';
  await endPush(tx, push);
  await markSynced(tx, meetingUuid, operation);
  await recordAttempt(tx, {
    meetingUuid,
    connectionUuid,
    direction: 'OUTWARD',
    operation,
    outcome: 'DONE',
    changed,
    attempt: push.attempts + 1,
    durationMs: Date.now() - startedAt,
  });
}
