import type { Tx } from '../../database/transaction.ts';
import { nobody } from '../../meetings/meeting-access.ts';
import { findMeeting } from '../../meetings/queries.ts';
import { applyEvent } from '../import/apply-event.ts';
import { findLinkOfMeeting, type Link, markGone, saveLink } from '../links.ts';
import { outwardChanges } from '../merge.ts';
import { type OutwardEvent, ProviderError, type ProviderEvent } from '../providers/provider.ts';
import { recordAttempt } from '../worker/attempts.ts';
import { factsOf } from '../worker/facts.ts';
import type { Work } from '../worker/sync-context.ts';
import { toOutwardEvent } from './exported-event.ts';
import { endPush, findPush, markSynced, type Push } from './push-queries.ts';

const mostConflicts = 3;

/**
 * Brings one meeting to the host's calendar as it is now. However often it is tried, there is one
 * event: its identifier, or the transaction's, follows from the meeting. An event that has changed
 * meanwhile is merged first. Throws ProviderError.
 */
export async function pushMeeting(work: Work, push: Push): Promise<void> {
  const startedAt = Date.now();
  for (let conflicts = 0; ; conflicts += 1) {
    const state = await work.lease.inTenantShared((tx) => readState(tx, work, push));
    if (!state) return;
    try {
      const { event, changed } = await send(work, state);
      if (event?.details === null)
        await work.lease.inTenant((tx) => takeRemoval(tx, work, state, event));
      else
        await work.lease.inTenantShared((tx) =>
          finish(tx, work, push, state, { event, changed, startedAt }),
        );
      return;
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : undefined;
      const { link } = state;
      if (!link || (kind !== 'CONFLICT' && kind !== 'GONE') || conflicts >= mostConflicts)
        throw error;
      const found = await work.client.get(link.externalId);
      const gone = { externalId: link.externalId, etag: null, updatedAt: null, details: null };
      await work.lease.inTenant((tx) => applyEvent(tx, work, found ?? gone));
    }
  }
}

type State = NonNullable<Awaited<ReturnType<typeof readState>>>;
type Done = { event: ProviderEvent | undefined; changed: readonly string[] };

async function readState(tx: Tx, work: Work, { meetingUuid }: Push) {
  const { lease, settings } = work;
  const push = await findPush(tx, meetingUuid);
  const meeting = await findMeeting(tx, nobody, meetingUuid);
  if (!push || !meeting) return undefined;
  const link = await findLinkOfMeeting(tx, lease.connectionUuid, meetingUuid);
  const { clientNames } = await factsOf(tx, work);
  const outward = toOutwardEvent(meeting, settings.name, clientNames);
  return { push, meeting, link: link?.isCopy ? undefined : link, outward };
}

/** Does what is to be done at the provider; what comes back is the event as it is there now. */
async function send({ client }: Work, { meeting, link, outward }: State): Promise<Done> {
  if (meeting.status === 'CANCELED') {
    if (link && !link.goneAt) await client.cancel(link.externalId);
    return { event: undefined, changed: ['status'] };
  }
  if (!link || link.goneAt) return insert(client.insert, client.patch, outward);
  const { ours } = link.fields;
  const changed = outwardChanges(outward.ours, ours);
  if (changed.length === 0) return { event: undefined, changed };
  const formerGuests = ours.guests.filter((email) => !outward.ours.guests.includes(email));
  const event = await client.patch(
    link.externalId,
    { ...outward, formerGuests },
    changed,
    link.etag,
  );
  return { event, changed };
}

/** What was made by an earlier try, whose answer was lost, may be older than the meeting by now. */
async function insert(
  make: (event: OutwardEvent) => Promise<ProviderEvent>,
  patch: Work['client']['patch'],
  outward: State['outward'],
): Promise<Done> {
  const made = await make(outward);
  if (!made.details) return { event: made, changed: [] };
  const stale = outwardChanges(outward.ours, {
    ...made.details.fields,
    guests: outward.ours.guests,
  });
  const event = stale.length > 0 ? await patch(made.externalId, outward, stale, made.etag) : made;
  return { event, changed: ['title', 'description', 'location', 'time', 'guests'] };
}

/** The event was removed over there before we knew of it, or of its last change. */
async function takeRemoval(
  tx: Tx,
  work: Work,
  { meeting, link, outward }: State,
  event: ProviderEvent,
): Promise<void> {
  const { meetingUuid, version: pushedVersion } = meeting;
  await tx`select from meetings where meeting_uuid = ${meetingUuid} for no key update`;
  await saveLink(tx, work.lease.connectionUuid, {
    meetingUuid,
    event,
    agreed: { ours: outward.ours, theirs: outward.fields },
    pushedVersion,
    formerId: link?.externalId,
  });
  await applyEvent(tx, work, event);
}

async function finish(
  tx: Tx,
  { lease }: Work,
  push: Push,
  { meeting, link, outward }: State,
  { event, changed, startedAt }: Done & { startedAt: number },
): Promise<void> {
  const { connectionUuid } = lease;
  const { meetingUuid, version } = meeting;
  await tx`select from meetings where meeting_uuid = ${meetingUuid} for no key update`;
  if (event)
    await saveLink(tx, connectionUuid, {
      meetingUuid,
      event,
      agreed: { ours: outward.ours, theirs: event.details?.fields ?? outward.fields },
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
