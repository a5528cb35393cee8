import { Nullable, RecordTime } from '@atrium/kit/schema.ts';
import { LastMail, readLastMail } from '../mail/last-mail.ts';

const starts = `from meeting_participants p
  where p.tenant_uuid = c.tenant_uuid and p.entity_uuid = c.contact_uuid and p.removed_at is null
    and not p.canceled`;

/** SQL of when the last meeting began to which `contacts c` is invited, canceled ones apart, and when the next one begins. */
export const meetingsOfContact = {
  last: `(select max(p.starts_at) ${starts} and p.starts_at <= now())`,
  next: `(select min(p.starts_at) ${starts} and p.starts_at > now())`,
};

/** What a contact tells of its last mail and its meetings, among its fields. */
export const glanceTable = {
  lastMail: { answer: LastMail, read: readLastMail.ofContact },
  lastMeetingAt: {
    answer: Nullable(RecordTime),
    read: `record_time(${meetingsOfContact.last})`,
  },
  nextMeetingAt: {
    answer: Nullable(RecordTime),
    read: `record_time(${meetingsOfContact.next})`,
  },
} as const;

/** The same as contacts are filtered and sorted by it, over contactsWithReadiness. */
export const glanceFields = {
  lastMailState: { column: 'r.last_mail_state', type: 'enum' },
  lastMeetingAt: { column: 'r.last_meeting_at', type: 'time' },
  nextMeetingAt: { column: 'r.next_meeting_at', type: 'time' },
} as const;
