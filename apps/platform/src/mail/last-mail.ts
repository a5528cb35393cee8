import { Enum, Nullable, RecordTime } from '@atrium/kit/schema.ts';
import { Type } from 'typebox';

const mailStates = ['QUEUED', 'SENT', 'REFUSED'] as const;

/** The state of the last mail to somebody, and since when that is known. */
export const LastMail = Nullable(
  Type.Object(
    { state: Enum(mailStates, { title: 'ContactLastMailState' }), at: RecordTime },
    { title: 'ContactLastMail', description: 'Null where nothing was ever to be mailed' },
  ),
);

/** Returns the last mail among some, as SQL from `from` on. */
const lastOf = (those: string) => `from (
  select m.state, coalesce(m.settled_at, m.queued_at) as at from mails m
   where m.state <> 'DROPPED' and ${those} order by m.ordinal desc limit 1) l`;

/** The last invitation or cancellation to `meeting_participants p`, as SQL from `from` on. */
export const lastMailOfParticipant = lastOf(
  'm.tenant_uuid = p.tenant_uuid and m.thread_uuid = p.participant_uuid',
);

/** The last mail to `contacts c`, about meetings or their login, as SQL from `from` on. */
export const lastMailOfContact = lastOf(
  'm.tenant_uuid = c.tenant_uuid and m.person_uuid = c.contact_uuid',
);

const answer = `select json_build_object('state', l.state, 'at', record_time(l.at))`;

/** SQL that reads the last mail as answers have it. */
export const readLastMail = {
  ofParticipant: `(${answer} ${lastMailOfParticipant})`,
  ofContact: `(${answer} ${lastMailOfContact})`,
};

/** SQL of the state of a contact's last mail. */
export const lastMailStateOfContact = `(select l.state ${lastMailOfContact})`;
