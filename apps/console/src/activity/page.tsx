import { can } from '../can.ts';
import { usePerson } from '../shell/person.tsx';
import { AuditTrail } from './audit-trail.tsx';
import { Timelines } from './timelines.tsx';

/** What happened: the firm's audit trail for administrators, the timelines of records for others. */
export default function Activity() {
  const user = usePerson();
  return can('listAuditTrail', user) ? <AuditTrail /> : <Timelines />;
}
