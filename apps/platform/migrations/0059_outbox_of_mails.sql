-- One row for each mail of every kind: owed, sent, refused, or dropped since there was nothing to tell.
create table mails (
  tenant_uuid uuid not null references tenants,
  mail_uuid uuid not null,
  -- Mails of one thread go out one after another, in this order.
  ordinal bigint not null generated always as identity,
  kind text not null,
  -- Whose mail it is: somebody with a login, or a contact.
  person_uuid uuid,
  -- Where it goes, if that is not the person's address at the time of sending; and where it went.
  address text,
  sent_to text,
  language text,
  -- Identifiers and fixed words only: the text and its secrets are made when the mail is sent.
  about jsonb not null default '{}',
  thread_uuid uuid,
  -- What must not be told twice has a name.
  once text,
  is_urgent boolean not null default false,
  trace_parent text,
  state text not null default 'QUEUED',
  -- Why it is refused: the server said no, it was tried for too long, or its delivery failed afterwards.
  reason text,
  tries integer not null default 0,
  queued_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  lease_token uuid,
  lease_until timestamptz,
  first_tried_at timestamptz,
  settled_at timestamptz,
  primary key (tenant_uuid, mail_uuid),
  constraint mails_once unique (tenant_uuid, once),
  constraint mails_known check (
    state in ('QUEUED', 'SENT', 'REFUSED', 'DROPPED') and (state = 'QUEUED') = (settled_at is null)
    and (reason is null or state = 'REFUSED' and reason in ('REFUSED', 'GIVEN_UP', 'BOUNCED')))
);
call protect('mails');
create index mails_due on mails (is_urgent desc, due_at) where state = 'QUEUED';
create index mails_by_person on mails (tenant_uuid, person_uuid, ordinal)
  where person_uuid is not null and state <> 'DROPPED';
create index mails_by_thread on mails (tenant_uuid, thread_uuid, ordinal) where thread_uuid is not null;
create index mails_anywhere on mails (mail_uuid);
create index mails_refused on mails (settled_at) where state = 'REFUSED';
create index mails_settled on mails (settled_at) where settled_at is not null and thread_uuid is null;
create index mails_addressed on mails (settled_at) where settled_at is not null and sent_to is not null;

-- The rows of all tenants are moved.
alter table mails no force row level security;
alter table tenants no force row level security;
alter table login_mails no force row level security;
alter table login_changes no force row level security;
alter table morning_mails no force row level security;
alter table held_jobs no force row level security;
alter table invitation_mails no force row level security;

-- What became of the last mail to each login.
insert into mails (tenant_uuid, mail_uuid, kind, person_uuid, state, queued_at, settled_at)
select tenant_uuid, mail_uuid, 'FIRST_LINK', user_uuid, state, queued_at, settled_at from login_mails
 where state <> 'QUEUED'
 order by queued_at;

-- The mails of each participant are a thread.
insert into mails (tenant_uuid, mail_uuid, kind, person_uuid, thread_uuid, about, once, state, tries,
                   queued_at, due_at, settled_at)
select tenant_uuid, mail_uuid, 'INVITATION', contact_uuid, participant_uuid,
       jsonb_build_object('meetingUuid', meeting_uuid, 'method', method, 'sequence', sequence, 'resend', resend),
       concat_ws(' ', 'invitation', participant_uuid, method, sequence, resend),
       case when state in ('OVERTAKEN', 'NO_ADDRESS') then 'DROPPED' else state end,
       case state when 'NO_ADDRESS' then 0 else attempts end, queued_at, coalesce(due_at, queued_at), settled_at
  from invitation_mails order by ordinal;

-- Changes of logins that were noted and not mailed yet.
insert into mails (tenant_uuid, mail_uuid, kind, person_uuid, address, about, queued_at)
select tenant_uuid, change_uuid, case kind when 'FIRST_LINK' then 'FIRST_LINK' else 'LOGIN_CHANGED' end,
       user_uuid, case kind when 'FIRST_LINK' then null else address end,
       case kind when 'FIRST_LINK' then '{}' else jsonb_build_object('change', kind) end, created_at
  from login_changes where queued_at is null
 order by created_at;

-- The morning mails of these days, so that nobody gets one twice.
insert into mails (tenant_uuid, mail_uuid, kind, person_uuid, about, once, state, queued_at, settled_at)
select tenant_uuid, gen_random_uuid(), 'MORNING_TASKS', user_uuid, jsonb_build_object('day', day),
       'morning ' || user_uuid || ' ' || day, case when settled_at is null then 'QUEUED' else 'SENT' end,
       claimed_at, settled_at
  from morning_mails where day >= current_date - 3
 order by claimed_at;

-- Mails that wait in the queue of jobs, or for their tenant to become active.
create function mails_of_jobs(queues text[], jobs jsonb[], uuids uuid[]) returns void language sql as $$
  insert into mails (tenant_uuid, mail_uuid, kind, person_uuid, address, language, about)
  select t.tenant_uuid, j.uuid, k.kind, k.person, coalesce(l.address, j.data ->> 'replyTo'),
         j.data ->> 'language',
         jsonb_strip_nulls(case k.kind
           when 'SIGN_IN_CHANGED' then jsonb_build_object('change', j.data -> 'change')
           when 'LOGIN_CHANGED' then jsonb_build_object('change', l.kind)
           else j.data - '{tenantUuid,userUuid,staffUuid,mailUuid,changeUuid,kind,language,replyTo,traceparent}'::text[]
         end)
    from unnest(queues, jobs, uuids) j (queue, data, uuid)
    join tenants t on t.tenant_uuid = (j.data ->> 'tenantUuid')::uuid
   cross join lateral (select case j.queue
           when 'credentials-mail' then
             case j.data ->> 'kind' when 'welcome' then 'FIRST_LINK' else 'PASSWORD_RESET' end
           when 'second-factor-mail' then 'SIGN_IN_CHANGED'
           when 'login-change-mail' then 'LOGIN_CHANGED'
           when 'credential-mail' then 'CREDENTIAL_CREATED'
           when 'host-mail' then 'MEETING_ARRANGED'
           when 'answer-mail' then
             case when j.data ? 'answerUuid' then 'ANSWER_UNMATCHED' else 'ANSWER_WORDS' end
           when 'calendar-suspension-mail' then 'CALENDAR_SUSPENDED'
           when 'webhook-disabled-mail' then 'WEBHOOK_DISABLED'
           when 'unproved-domain-mail' then 'DOMAIN_UNPROVED'
           when 'reply-address-mail' then 'REPLY_ADDRESS'
           when 'mails-waiting-mail' then 'MAILS_WAITING'
           when 'logins-alike-mail' then 'LOGINS_ALIKE' end,
         coalesce(j.data ->> 'userUuid', j.data ->> 'staffUuid', j.data ->> 'hostUuid')::uuid) k (kind, person)
    left join login_changes l on l.tenant_uuid = t.tenant_uuid and l.change_uuid = (j.data ->> 'changeUuid')::uuid
   where k.kind is not null
  on conflict do nothing
$$;
do $$
begin
  perform mails_of_jobs(array_agg(queue), array_agg(data), array_agg(job_uuid)) from held_jobs;
end
$$;
do $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  execute $q$
    select mails_of_jobs(array_agg(name), array_agg(data), array_agg(id)) from pgboss.job
     where state in ('created', 'retry', 'active') and data ? 'tenantUuid'$q$;
end
$$;
drop function mails_of_jobs;
delete from held_jobs
 where queue in ('credentials-mail', 'second-factor-mail', 'login-change-mail', 'credential-mail',
   'host-mail', 'answer-mail', 'calendar-suspension-mail', 'webhook-disabled-mail',
   'unproved-domain-mail', 'reply-address-mail', 'mails-waiting-mail', 'logins-alike-mail');

alter table mails force row level security;
alter table tenants force row level security;
alter table held_jobs force row level security;
drop table login_mails, login_changes, morning_mails, invitation_mails;
drop function invitation_mails_set_contact;

create or replace function meeting_participants_move_mails() returns trigger language plpgsql as $$
begin
  update mails set person_uuid = new.contact_uuid
   where tenant_uuid = new.tenant_uuid and thread_uuid = new.participant_uuid;
  return null;
end
$$;
