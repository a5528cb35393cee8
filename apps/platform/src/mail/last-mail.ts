import { Enum, Nullable, RecordTime } from '@atrium/kit/schema.ts';
import { Type } from 'typebox';

const mailStates = ['QUEUED', 'SENT', 'REFUSED'] as const;

/** The state of the last mail to somebody, and since when that is known. */
export const LastMail = Nullable(
  Type.Object(
    { state: Enum(mailStates), at: RecordTime },
    { description: 'Null where nothing was ever to be mailed' },
  ),
);

const mailed = `i.state in ('QUEUED', 'SENT', 'REFUSED')`;

/** The last invitation or cancellation to `meeting_participants p`, as SQL from `from` on. */
export const lastMailOfParticipant = `from (
  select i.state, coalesce(i.settled_at, i.queued_at) as at from invitation_mails i
   where i.tenant_uuid = p.tenant_uuid and i.participant_uuid = p.participant_uuid and ${mailed}
   order by i.ordinal desc limit 1) l`;

/** The last mail to `contacts c`, about meetings or their login, as SQL from `from` on. */
const lastMailOfContact = `from (
  (select i.state, coalesce(i.settled_at, i.queued_at) as at, i.queued_at from invitation_mails i
    where i.tenant_uuid = c.tenant_uuid and i.contact_uuid = c.contact_uuid and ${mailed}
    order by i.ordinal desc limit 1)
  union all
  (select m.state, coalesce(m.settled_at, m.queued_at), m.queued_at from login_mails m
    where m.tenant_uuid = c.tenant_uuid and m.user_uuid = c.contact_uuid)
  order by queued_at desc limit 1) l`;

const answer = `select json_build_object('state', l.state, 'at', record_time(l.at))`;

/** SQL that reads the last mail as answers have it. */
export const readLastMail = {
  ofParticipant: `(${answer} ${lastMailOfParticipant})`,
  ofContact: `(${answer} ${lastMailOfContact})`,
};

/** SQL of the state of a contact's last mail. */
export const lastMailStateOfContact = `(select l.state ${lastMailOfContact})`;
