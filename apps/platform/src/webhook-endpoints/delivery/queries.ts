import type { Tx } from '../../database/transaction.ts';
import type { Outcome } from './sender.ts';

export type EndpointRef = { tenantUuid: string; endpointUuid: string };
export type Candidate = EndpointRef & { isPrompt: boolean };

/**
 * Returns active endpoints with messages that are due and that nobody serves, the prompt ones first.
 * It goes from endpoint to endpoint by the index of waiting messages, however many each has.
 */
export function listCandidates(tx: Tx, limit: number) {
  return tx<Candidate[]>`
    with recursive waiting as (
      (select tenant_uuid, endpoint_uuid from webhook_messages where status = 'PENDING'
        order by tenant_uuid, endpoint_uuid limit 1)
      union all
      select next.* from waiting w cross join lateral (
        select m.tenant_uuid, m.endpoint_uuid from webhook_messages m
         where m.status = 'PENDING'
           and (m.tenant_uuid, m.endpoint_uuid) > (w.tenant_uuid, w.endpoint_uuid)
         order by m.tenant_uuid, m.endpoint_uuid limit 1) next
    )
    select p.tenant_uuid, p.endpoint_uuid, p.is_prompt
      from waiting w join webhook_endpoints p using (tenant_uuid, endpoint_uuid)
      join tenants t using (tenant_uuid)
     where p.active_until is null and p.deleted_at is null and p.url is not null and t.is_active and t.deleted_at is null
       and (p.lease_until is null or p.lease_until < now())
       and exists (
         select from webhook_messages m
          where m.tenant_uuid = p.tenant_uuid and m.endpoint_uuid = p.endpoint_uuid
            and m.status = 'PENDING' and m.next_attempt_at <= now())
     order by p.is_prompt desc, random() limit ${limit}`;
}

/** An endpoint as its sender needs it; the secrets are encrypted. */
export type Target = {
  endpointUuid: string;
  url: string;
  secret: string;
  previousSecret: string | null;
  isPrompt: boolean;
};

/** Finds an active endpoint to send to. */
export async function findTarget(tx: Tx, endpointUuid: string) {
  const [target] = await tx<Target[]>`
    select endpoint_uuid, url, secret, is_prompt,
           case when previous_secret_until > now() then previous_secret end as previous_secret
      from webhook_endpoints
     where endpoint_uuid = ${endpointUuid} and active_until is null and deleted_at is null
       and url is not null`;
  return target;
}

/** A message that is to be sent; the body is the text to the letter. */
export type DueMessage = {
  messageUuid: string;
  body: string;
  failures: number;
  /** The trace of the change that it tells of, if somebody records it. */
  traceParent: string | null;
};

/** Returns the messages of an endpoint whose time has come, the longest due first. */
export function listDue(tx: Tx, endpointUuid: string, limit: number) {
  return tx<DueMessage[]>`
    select message_uuid, payload::text as body, attempts_in_row as failures,
           (select e.trace_parent from events e
             where e.tenant_uuid = m.tenant_uuid and e.occurred_at = m.occurred_at
               and e.event_uuid = m.event_uuid) as trace_parent
      from webhook_messages m
     where endpoint_uuid = ${endpointUuid} and status = 'PENDING' and next_attempt_at <= now()
     order by next_attempt_at limit ${limit}`;
}

/** Says what a try of a message came to. */
export type Tried = Pick<Outcome, 'status' | 'error' | 'durationMs' | 'responseExcerpt'> & {
  messageUuid: string;
  at: string;
  state: 'DELIVERED' | 'PENDING' | 'FAILED';
  /** The seconds until the next try of a message that is still pending. */
  pauseSeconds: number | null;
};

// Each time a message is sent again adds tries.
const mostTries = 50;

/** Writes what tries came to. The newest tries are kept. */
export async function saveTries(
  tx: Tx,
  endpointUuid: string,
  tries: readonly Tried[],
): Promise<void> {
  await tx`
    update webhook_messages m
       set attempts = m.attempts + 1, attempts_in_row = m.attempts_in_row + 1, status = t.state,
           delivered_at = case when t.state = 'DELIVERED' then now() end,
           next_attempt_at = now() + make_interval(secs => t."pauseSeconds"),
           last_status = t.status, last_error = t.error,
           tries = (case when jsonb_array_length(m.tries) < ${mostTries} then m.tries else m.tries - 0 end)
             || jsonb_build_object('at', t.at, 'durationMs', t."durationMs", 'status', t.status,
                                   'error', t.error, 'responseExcerpt', t."responseExcerpt")
      from jsonb_to_recordset(${tx.json(tries)}::jsonb)
        as t("messageUuid" uuid, at text, "durationMs" int, status int, error text,
             "responseExcerpt" text, state text, "pauseSeconds" float8)
     where m.endpoint_uuid = ${endpointUuid} and m.message_uuid = t."messageUuid"`;
}

/** Notes whether an endpoint works and is prompt; a failure begins a time of failures or goes on with it. */
export async function saveHealth(
  tx: Tx,
  endpointUuid: string,
  { works, isPrompt }: { works: boolean; isPrompt: boolean },
): Promise<void> {
  await tx`
    update webhook_endpoints
       set is_prompt = ${isPrompt},
           failing_since = case when ${works} then null else coalesce(failing_since, now()) end
     where endpoint_uuid = ${endpointUuid}
       and (is_prompt <> ${isPrompt} or (failing_since is null) <> ${works})`;
}

/** Returns whether an endpoint has done nothing but fail for five days. */
export async function hasFailedForDays(tx: Tx, endpointUuid: string): Promise<boolean> {
  const [found] = await tx`
    select from webhook_endpoints
     where endpoint_uuid = ${endpointUuid} and failing_since < now() - interval '5 days'`;
  return found !== undefined;
}
