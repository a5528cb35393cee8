import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { checkSpan, type Details, readDetails, unstated } from './details.ts';
import type { MeetingServices } from './export-change.ts';
import { findSeenMeeting } from './find-meeting.ts';
import { planParticipants } from './participants/plan-participants.ts';
import { findHost } from './queries.ts';
import { saveNewMeeting } from './save-new-meeting.ts';
import type { MeetingRow, NewMeeting } from './schemas.ts';

/** Creates a meeting that the caller hosts, and invites whom it names. */
export async function createMeeting(
  tx: Tx,
  services: MeetingServices,
  caller: Caller,
  input: NewMeeting,
): Promise<MeetingRow> {
  const details = { ...unstated, ...readDetails(input) } as Details;
  checkSpan(details, input);
  const sets = await planParticipants(tx, caller, input);
  const { name, email } = await findHost(tx, caller);
  const [userUuid, userType] = [caller.userUuid, hostType(caller)];
  const meetingUuid = await saveNewMeeting(tx, services, {
    details,
    columns: {
      hostUuid: userUuid,
      hostType: userType,
      hostName: name,
      hostEmail: email,
      createdByUuid: userUuid,
      createdByType: userType,
    },
    parties: Object.values(sets).flat(),
    origin: 'PLATFORM',
    announce: true,
  });
  return findSeenMeeting(tx, caller, meetingUuid);
}

/** Returns the type of a host: of the tenant, of a partner, or of the platform. */
function hostType(caller: Caller): string {
  if (hasRole(caller, 'SYSTEM_ADMIN')) return 'SYSTEM_ADMIN';
  const partner = hasRole(caller, 'PARTNER_ADMIN', 'PARTNER_STAFF');
  return partner ? 'PARTNER_STAFF' : 'TENANT_STAFF';
}
