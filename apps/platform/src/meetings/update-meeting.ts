import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../database/transaction.ts';
import type { IfMatch } from '../http/if-match.ts';
import { orNotFound, Problem } from '../problems.ts';
import { changeHost } from './change-host.ts';
import { requireHost } from './choose-host.ts';
import { checkSpan, readDetails } from './details.ts';
import type { MeetingServices } from './export-change.ts';
import { lockSeenMeeting } from './find-meeting.ts';
import { queueHostMail } from './invitations/host-mail.ts';
import { planParticipants } from './participants/plan-participants.ts';
import { factsOf, refusalOf } from './permissions.ts';
import { makeMeeting } from './personal-events.ts';
import { findMeeting } from './queries.ts';
import { saveChange } from './save-change.ts';
import type { MeetingChanges, MeetingRow } from './schemas.ts';

/**
 * Changes what is stated of a meeting: absent stays, null clears, a list of people replaces those
 * of its kind, another host takes it over. Two at once follow each other, and each keeps what only
 * the other stated. Fails with FORBIDDEN, MEETING_CANCELED, EXTERNALLY_ORGANIZED and
 * PRECONDITION_FAILED.
 */
export async function updateMeeting(
  tx: Tx,
  services: MeetingServices,
  caller: Caller,
  meetingUuid: string,
  input: MeetingChanges,
  requireMatch: IfMatch,
): Promise<MeetingRow> {
  const found = await lockSeenMeeting(tx, caller, meetingUuid);
  requireEditable(found, input);
  requireMatch(found.version);
  const details = readDetails(input);
  checkSpan({ ...found, ...details }, input);
  const parties = await planParticipants(tx, caller, input, found.participants);
  const hostUuid = input.hostUuid?.toLowerCase();
  const isMoved = hostUuid !== undefined && hostUuid !== found.hostUuid;
  const host = isMoved ? await requireHost(tx, caller, hostUuid) : undefined;
  // Whoever takes it over is of the firm.
  const isShared = found.isPersonal && (input.isPersonal === false || isMoved);
  const meeting = isShared ? await makeMeeting(tx, found) : found;
  await saveChange(tx, services, meeting, { details, parties, origin: 'PLATFORM' });
  if (host) {
    await changeHost(tx, services, [meetingUuid], {
      staffUuid: host.hostUuid,
      name: host.hostName,
      email: host.hostEmail,
      partnerUuid: host.partnerUuid,
    });
    if (input.notifyHost !== false)
      await queueHostMail(tx, caller, { meetingUuid, hostUuid: host.hostUuid });
  }
  // Whoever has handed it over may not see it any more.
  return orNotFound(findMeeting(tx, caller, meetingUuid), 'meeting');
}

/**
 * Throws the reason for which a meeting may not be changed so. Its host makes a meeting of a personal
 * event that others organize, too, and none becomes personal.
 */
function requireEditable(meeting: MeetingRow, { isPersonal, ...others }: MeetingChanges): void {
  const isMore = Object.values(others).some((value) => value !== undefined);
  const facts = factsOf(meeting.factsCode);
  const refusal = refusalOf('edit', { ...facts, external: facts.external && isMore });
  if (refusal) throw new Problem(refusal);
  if (isPersonal && !meeting.isPersonal)
    throw invalid(fieldError('isPersonal', 'NOT_ALLOWED', 'cannot be true of a meeting'));
}
