-- Answers to invitations in the order in which they were written, whichever way they come, what was
-- said with them, and answers that fit nobody who is invited.
alter table meeting_participants
  -- When the standing answer was written, and the date of the mail that brought it, to the second.
  add column rsvp_written_at timestamptz,
  add column rsvp_dated_at timestamptz,
  add column rsvp_note text,
  -- The times that were proposed instead: [{startDateTime, endDateTime}], local to the meeting's zone.
  add column rsvp_proposed jsonb,
  -- The UID in mails to somebody whose mailbox got the meeting under its own UID for another already.
  add column ical_uid text;
set local role atrium_platform;
update meeting_participants p
   set rsvp_written_at = date_trunc('second', least(coalesce(case when rsvp_source = 'MAIL' then (
         select a.stated_at from public_answers a
          where a.tenant_uuid = p.tenant_uuid and a.participant_uuid = p.participant_uuid
          order by a.ordinal desc limit 1) end, rsvp_at), rsvp_at)),
       rsvp_dated_at = date_trunc('second', rsvp_at)
 where rsvp_at is not null;
reset role;
create index meeting_participants_by_uid_anywhere on meeting_participants (ical_uid)
  where ical_uid is not null;

-- The SEQUENCE since which the meeting is at its time: answers to an earlier one are to another time.
alter table meetings add column time_sequence integer not null default 0;
-- Of what was there nobody knows. Each move was told to all who are still invited, so what the least
-- of them was told last came with the last move or after it.
set local role atrium_platform;
update meetings m set time_sequence = t.told
  from (select l.tenant_uuid, l.meeting_uuid, min(l.told) as told
          from (select i.tenant_uuid, i.meeting_uuid, i.participant_uuid, max(i.sequence) as told
                  from invitation_mails i
                  join meeting_participants p using (tenant_uuid, participant_uuid)
                 where i.method = 'REQUEST' and p.removed_at is null
                 group by i.tenant_uuid, i.meeting_uuid, i.participant_uuid) l
         group by l.tenant_uuid, l.meeting_uuid) t
 where t.tenant_uuid = m.tenant_uuid and t.meeting_uuid = m.meeting_uuid and t.told > 0;
reset role;

-- Answers by mail that fit nobody who is invited, for the host: somebody got the invitation from a
-- guest, or wrote from an address that is on no record.
create table unmatched_answers (
  tenant_uuid uuid not null,
  answer_uuid uuid not null,
  meeting_uuid uuid not null,
  received_at timestamptz not null default now(),
  sender text,
  name text,
  reason text not null,
  -- What was answered, as the calendar says it.
  participation text,
  note text,
  proposed jsonb,
  -- Tells a repeat of the same mail.
  content_hash bytea not null,
  primary key (tenant_uuid, answer_uuid),
  foreign key (tenant_uuid, meeting_uuid) references meetings on delete cascade,
  constraint unmatched_answers_once unique (tenant_uuid, meeting_uuid, content_hash)
);
call protect('unmatched_answers');
-- An answer in words names the mail that it answers, and no tenant.
create index invitation_mails_anywhere on invitation_mails (mail_uuid);
