import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { chooseHost } from './choose-host.ts';
import { checkSpan, type Details, readDetails, unstated } from './details.ts';
import type { MeetingServices } from './export-change.ts';
import { findSeenMeeting } from './find-meeting.ts';
import { queueHostMail } from './invitations/host-mail.ts';
import { planParticipants } from './participants/plan-participants.ts';
import { saveNewMeeting } from './save-new-meeting.ts';
import type { MeetingRow, NewMeeting } from './schemas.ts';

/** Creates a meeting that the caller or the staff member it names hosts, who is told, and invites whom it names. */
export async function createMeeting(
  tx: Tx,
  services: MeetingServices,
  caller: Caller,
  input: NewMeeting,
): Promise<MeetingRow> {
  const details = { ...unstated, ...readDetails(input) } as Details;
  checkSpan(details, input);
  const parties = await planParticipants(tx, caller, input);
  const columns = await chooseHost(tx, caller, input);
  const { hostUuid } = columns;
  const meetingUuid = await saveNewMeeting(tx, services, {
    details,
    columns,
    parties,
    origin: 'PLATFORM',
  });
  const isInvited = parties.staff?.some(({ staffUuid }) => staffUuid === hostUuid);
  if (input.notifyHost !== false && !caller.isMachine && !isInvited)
    await queueHostMail(tx, caller, { meetingUuid, hostUuid });
  return findSeenMeeting(tx, caller, meetingUuid);
}
