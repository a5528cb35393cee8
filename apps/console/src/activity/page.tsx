import { can } from '../can.ts';
import { usePerson } from '../person.ts';
import { AuditTrail } from './audit-trail.tsx';
import { Timelines } from './timelines.tsx';

/** Shows the firm's audit trail to administrators, the timelines of records to others. */
export default function Activity() {
  const user = usePerson();
  return can('listAuditTrail', user) ? <AuditTrail /> : <Timelines />;
}
