import type { Tx } from '../../database/db.ts';
import { nobody } from '../../meetings/meeting-access.ts';
import { findMeeting } from '../../meetings/queries.ts';
import { applyEvent } from '../import/apply-event.ts';
import { findLinkOfMeeting, type Link, markGone, saveLink } from '../links.ts';
import { exportChanges } from '../merge.ts';
import { type ExportedEvent, ProviderError, type ProviderEvent } from '../providers/provider.ts';
import { recordAttempt } from '../worker/attempts.ts';
import { factsOf } from '../worker/facts.ts';
import type { SyncContext } from '../worker/sync-context.ts';
import { toExportedEvent } from './exported-event.ts';
import { endPush, findPush, markSynced, type Push } from './push-queries.ts';

const mostConflicts = 3;

/**
 * Brings one meeting to the host's calendar as it is now. However often it is tried, there is one
 * event: its identifier, or the transaction's, follows from the meeting. An event that has changed
 * meanwhile is merged first. Throws ProviderError.
 */
export async function pushMeeting(context: SyncContext, push: Push): Promise<void> {
  const startedAt = Date.now();
  for (let conflicts = 0; ; conflicts += 1) {
    const state = await context.lease.inTenantShared((tx) => readState(tx, context, push));
    if (!state) return;
    try {
      const { event, changed } = await send(context, state);
      if (event?.details === null)
        await context.lease.inTenant((tx) => takeRemoval(tx, context, state, event));
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
      const found = await context.client.get(link.externalId);
      const gone = { externalId: link.externalId, etag: null, updatedAt: null, details: null };
      await context.lease.inTenant((tx) => applyEvent(tx, context, found ?? gone));
    }
  }
}

type State = NonNullable<Awaited<ReturnType<typeof readState>>>;
type Done = { event: ProviderEvent | undefined; changed: readonly string[] };

async function readState(tx: Tx, context: SyncContext, { meetingUuid }: Push) {
  const { lease, settings } = context;
  const push = await findPush(tx, meetingUuid);
  const meeting = await findMeeting(tx, nobody, meetingUuid);
  if (!push || !meeting) return undefined;
  const link = await findLinkOfMeeting(tx, lease.connectionUuid, meetingUuid);
  const { clientNames } = await factsOf(tx, context);
  const exported = toExportedEvent(meeting, settings.name, clientNames);
  return { push, meeting, link: link?.isCopy ? undefined : link, exported };
}

/** Does what is to be done at the provider; what comes back is the event as it is there now. */
async function send({ client }: SyncContext, { meeting, link, exported }: State): Promise<Done> {
  if (meeting.status === 'CANCELED') {
    if (link && !link.goneAt) await client.cancel(link.externalId);
    return { event: undefined, changed: ['status'] };
  }
  if (!link || link.goneAt) return insert(client.insert, client.patch, exported);
  const { ours } = link.fields;
  const changed = exportChanges(exported.ours, ours);
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

/** What was made by an earlier try, whose answer was lost, may be older than the meeting by now. */
async function insert(
  make: (event: ExportedEvent) => Promise<ProviderEvent>,
  patch: SyncContext['client']['patch'],
  exported: State['exported'],
): Promise<Done> {
  const made = await make(exported);
  if (!made.details) return { event: made, changed: [] };
  const stale = exportChanges(exported.ours, {
    ...made.details.fields,
    guests: exported.ours.guests,
  });
  const event = stale.length > 0 ? await patch(made.externalId, exported, stale, made.etag) : made;
  return { event, changed: ['title', 'description', 'location', 'time', 'guests'] };
}

/** The event was removed over there before we knew of it, or of its last change. */
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
  await tx`select from meetings where meeting_uuid = ${meetingUuid} for no key update`;
  if (event)
    await saveLink(tx, connectionUuid, {
      meetingUuid,
      event,
      agreed: { ours: exported.ours, theirs: event.details?.fields ?? exported.fields },
      pushedVersion: version,
      formerId: link?.externalId,
    });
  else if (link) await settle(tx, connectionUuid, link, meeting.status === 'CANCELED', version);
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

async function settle(
  tx: Tx,
  connectionUuid: string,
  link: Link,
  canceled: boolean,
  version: number,
) {
  if (canceled) return markGone(tx, connectionUuid, link.externalId, version);
  await tx`
    update calendar_links set pushed_version = ${version}
     where connection_uuid = ${connectionUuid} and external_id = ${link.externalId}`;
}
