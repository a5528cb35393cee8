import { usePerson } from '../shell/person.tsx';
import { enteredTenant } from '../tenant.ts';
import { ClientMeetings } from './client-meetings.tsx';
import { Firms } from './firms.tsx';
import { StaffDay } from './staff-day.tsx';

/** The first page: the day of staff, the own meetings of a client, the firms of who runs the platform. */
export default function Today() {
  const user = usePerson();
  if (!user) return null;
  if (user.userType === 'CLIENT') return <ClientMeetings />;
  if (user.userType === 'SYSTEM_ADMIN' && !enteredTenant()) return <Firms />;
  return <StaffDay user={user} />;
}
