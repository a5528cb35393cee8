import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../../database/transaction.ts';
import { nobody } from '../../meetings/meeting-access.ts';
import { knowsAny } from '../../meetings/personal-events.ts';
import { findMeeting, lockMeeting } from '../../meetings/queries.ts';
import { saveNewMeeting } from '../../meetings/save-new-meeting.ts';
import type { Applied } from '../applied.ts';
import { recordAttempt } from '../attempts.ts';
import { toExportedEvent } from '../export/exported-event.ts';
import { factsOf } from '../facts.ts';
import { deleteLink, findLinkOfMeeting, type Link, saveLink } from '../links.ts';
import type { EventDetails, ProviderEvent } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';
import { noteAnswers, takeAnswers } from './answers.ts';
import { forgetBusy, keepBusy, takesTime } from './busy.ts';
import { toNewDetails } from './event-details.ts';
import { resolveGuests } from './resolve-guests.ts';
import { takeBack } from './take-back.ts';

/**
 * Takes in an event that has no link yet: one of ours whose answer was lost, a guest's copy of a
 * meeting that is here already, or a new meeting. What is private, declined or no appointment is
 * kept as time that is taken, and no more.
 */
export async function adoptEvent(
  tx: Tx,
  context: SyncContext,
  event: ProviderEvent,
  former?: Link,
): Promise<Applied> {
  const { connectionUuid } = context.lease;
  const { details } = event;
  const taken = details ? await takeBack(tx, context, event, details) : undefined;
  if (taken) return taken;
  if (!details || !isMeeting(details)) {
    await keepBusy(tx, connectionUuid, event);
    return 'skipped';
  }
  if (details.icalUid && isShared(details)) {
    const name = `calendar uid ${tx.tenantUuid} ${details.icalUid}`;
    await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
    const applied = await joinCopy(tx, context, event, details);
    if (applied) return applied;
    if (await isColleagues(tx, context, details)) {
      await keepBusy(tx, connectionUuid, event);
      return 'skipped';
    }
  }
  if (former) await deleteLink(tx, connectionUuid, former.externalId);
  return make(tx, context, event, details);
}

const isMeeting = ({ isAppointment, isPrivate, ownAnswer }: EventDetails) =>
  isAppointment && !isPrivate && ownAnswer !== 'DECLINED';

/** Tells whether anybody else may have the event in a calendar of theirs. */
const isShared = ({ guests, organizer }: EventDetails) => guests.length > 0 || !organizer.isSelf;

/** Links a guest's copy to the meeting that another calendar of the tenant, or the platform, has. */
async function joinCopy(
  tx: Tx,
  context: SyncContext,
  event: ProviderEvent,
  { icalUid, originalStart, fields }: EventDetails,
): Promise<Applied | undefined> {
  const { connectionUuid, userUuid } = context.lease;
  const [found] = await tx<{ meetingUuid: string }[]>`
    select m.meeting_uuid from meetings m
     where m.meeting_uuid in (
             select meeting_uuid from calendar_links
              where ical_uid = ${icalUid} and original_start is not distinct from ${originalStart}
                and connection_uuid <> ${connectionUuid} and gone_at is null
             union
             select meeting_uuid from meetings where ical_uid = ${icalUid} and source = 'INTERNAL'
             union
             select meeting_uuid from meeting_participants where ical_uid = ${icalUid})
       and m.status = 'ACTIVE' and m.host_uuid <> ${userUuid}
       and exists (select from meeting_participants p
                    where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
                      and p.entity_uuid = ${userUuid} and p.removed_at is null)
     limit 1`;
  const meeting = found && (await lockMeeting(tx, nobody, found.meetingUuid));
  if (!meeting) return undefined;
  const { meetingUuid, version } = meeting;
  const linked = await findLinkOfMeeting(tx, connectionUuid, meetingUuid);
  // A second copy of the same meeting, such as a mailed invitation beside the provider's own.
  if (linked && !linked.goneAt) return 'skipped';
  if (linked) await deleteLink(tx, connectionUuid, linked.externalId);
  const agreed = { ours: { ...fields, guests: [] }, theirs: fields };
  const copy = { meetingUuid, event, agreed, pushedVersion: version, isCopy: true };
  await saveLink(tx, connectionUuid, { ...copy, answers: {} });
  const link = await findLinkOfMeeting(tx, connectionUuid, meetingUuid);
  return link && noteAnswers(tx, context, link, meeting, event);
}

/**
 * Returns whether a colleague organizes the event in a connected calendar of their own: the meeting comes
 * from there, and this copy only takes time until it has.
 */
async function isColleagues(
  tx: Tx,
  { lease }: SyncContext,
  { organizer }: EventDetails,
): Promise<boolean> {
  if (organizer.isSelf || !organizer.email) return false;
  const [colleague] = await tx`
    select from calendar_connections
     where plain_email(email) = ${plainEmail(organizer.email)} and provider = ${lease.provider}
       and status = 'CONNECTED' and suspended_at is null and user_uuid <> ${lease.userUuid}`;
  return colleague !== undefined;
}

/** Has calendars compared whose owners keep a copy of a new meeting as time that is taken. */
async function findCopies(tx: Tx, meetingUuid: string): Promise<void> {
  const { count } = await tx`
    update calendar_connections c set last_full_at = null, next_pull_at = now()
      from calendar_busy b, meetings m, meeting_participants p
     where m.meeting_uuid = ${meetingUuid} and p.tenant_uuid = m.tenant_uuid
       and p.meeting_uuid = m.meeting_uuid and p.removed_at is null
       and c.tenant_uuid = m.tenant_uuid and c.user_uuid = p.entity_uuid and c.status = 'CONNECTED'
       and b.tenant_uuid = c.tenant_uuid and b.connection_uuid = c.connection_uuid
       and b.starts_at = m.starts_at and b.ends_at = m.ends_at`;
  if (count > 0) tx.afterCommit('calendar');
}

/** Makes the meeting of an event that began in the calendar. */
async function make(
  tx: Tx,
  context: SyncContext,
  event: ProviderEvent,
  details: EventDetails,
): Promise<Applied> {
  const { lease, services } = context;
  const { userUuid, connectionUuid } = lease;
  const { organizer } = details;
  const { host } = await factsOf(tx, context);
  const parties = await resolveGuests(tx, userUuid, details);
  const hosted = { hostUuid: userUuid, meetingUuid: null };
  const organizedBy = organizer.isSelf ? null : organizer.email;
  const meetingUuid = await saveNewMeeting(tx, services, {
    details: toNewDetails(details),
    columns: {
      source: lease.provider,
      hostUuid: userUuid,
      hostType: host.type,
      hostName: host.name,
      hostEmail: host.email,
      createdByUuid: userUuid,
      createdByType: host.type,
      organizerEmail: organizer.email || null,
      organizerName: organizer.name,
      externallyOrganized: !organizer.isSelf,
      isPersonal: !(await knowsAny(tx, hosted, parties, organizedBy)),
      externalSyncStatus: 'SYNCED',
      lastSyncOperation: 'CREATE',
    },
    parties,
    origin: 'PROVIDER',
  });
  if (!takesTime(details))
    await tx`update meetings set shows_free = true where meeting_uuid = ${meetingUuid}`;
  await forgetBusy(tx, connectionUuid, event.externalId);
  const meeting = await findMeeting(tx, nobody, meetingUuid);
  if (!meeting) return 'skipped';
  await takeAnswers(tx, context, meeting, {}, event);
  const { ours } = await toExportedEvent(tx, context, meeting);
  await saveLink(tx, connectionUuid, {
    meetingUuid,
    event,
    agreed: { ours, theirs: details.fields },
    pushedVersion: meeting.version,
  });
  await recordAttempt(tx, {
    meetingUuid,
    connectionUuid,
    direction: 'INWARD',
    operation: 'CREATE',
    outcome: 'DONE',
    changed: ['title', 'description', 'location', 'time'],
  });
  await findCopies(tx, meetingUuid);
  return 'created';
}
