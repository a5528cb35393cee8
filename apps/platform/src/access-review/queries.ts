import { scopes } from '../auth/scopes.ts';
import type { Tx } from '../database/transaction.ts';
import type { AccessRow } from './schemas.ts';

/** Returns all that reaches the tenant's data: people first, then what works for them, each by name. */
export function listAccess(tx: Tx) {
  return tx<AccessRow[]>`
    select kind, uuid, name, owner_uuid, roles, scopes, factors, is_active,
           record_time(created_at) as created_at, record_time(last_used_at) as last_used_at,
           record_time(expires_at) as expires_at
      from (${people(tx)} union all ${machines(tx)} union all ${tokens(tx)}
            union all ${provisioning(tx)} union all ${endpoints(tx)}) a
     where tenant_uuid = ${tx.tenantUuid}
     order by array_position(array['STAFF', 'CLIENT', 'CREDENTIAL', 'TOKEN', 'ENDPOINT'], kind),
              lower(name), uuid`;
}

// A machine and an identity provider have accounts too, by the identifier of credential or token.
const people = (tx: Tx) => tx`
  select a.tenant_uuid, case when 'CLIENT' = any(a.roles) then 'CLIENT' else 'STAFF' end as kind,
         a.user_uuid as uuid, a.display_name as name, null::uuid as owner_uuid, a.roles,
         '{}'::text[] as scopes,
         array(select 'TOTP' from totp_secrets t
                where t.tenant_uuid = a.tenant_uuid and t.user_uuid = a.user_uuid and t.secret is not null
                union all
               (select 'PASSKEY' from passkeys p
                 where p.tenant_uuid = a.tenant_uuid and p.user_uuid = a.user_uuid limit 1)) as factors,
         a.is_active and partner_active(a.tenant_uuid, a.partner_uuid) as is_active, a.created_at,
         greatest((select max(s.used_at) from sessions s
                    where s.tenant_uuid = a.tenant_uuid and s.user_uuid = a.user_uuid and not s.is_token),
                  (select max(k.signed_in_at) from known_addresses k
                    where k.tenant_uuid = a.tenant_uuid and k.user_uuid = a.user_uuid)) as last_used_at,
         null::timestamptz as expires_at
    from accounts a
   where a.deleted_at is null
     and not exists (select from credentials c
                      where c.tenant_uuid = a.tenant_uuid and c.credential_uuid = a.user_uuid)
     and not exists (select from provisioning_tokens t
                      where t.tenant_uuid = a.tenant_uuid and t.token_uuid = a.user_uuid)`;

const machines = (tx: Tx) => tx`
  select c.tenant_uuid, 'CREDENTIAL', c.credential_uuid, c.name,
         ${maker(tx, 'credential.created', 'c.credential_uuid')}, c.roles,
         coalesce(c.scopes, ${[...scopes]}::text[]), '{}'::text[],
         coalesce(c.expires_at > now(), true), c.created_at, c.last_used_at, c.expires_at
    from credentials c where c.deleted_at is null`;

const tokens = (tx: Tx) => tx`
  select t.tenant_uuid, 'TOKEN', t.token_uuid, t.name, s.user_uuid, a.roles, t.scopes, '{}'::text[],
         a.is_active and partner_active(a.tenant_uuid, a.partner_uuid), t.created_at, t.last_used_at,
         t.expires_at
    from personal_tokens t
    join sessions s on s.tenant_uuid = t.tenant_uuid and s.session_uuid = t.token_uuid
    join accounts a on a.tenant_uuid = s.tenant_uuid and a.user_uuid = s.user_uuid
   where s.revoked_at is null and t.expires_at > now()`;

// What an identity provider keeps the staff by.
const provisioning = (tx: Tx) => tx`
  select t.tenant_uuid, 'TOKEN', t.token_uuid, a.display_name, null::uuid, a.roles,
         array['staff:write'], '{}'::text[], true, t.created_at, t.last_used_at, s.expires_at
    from provisioning_tokens t
    join sessions s on s.tenant_uuid = t.tenant_uuid and s.session_uuid = t.token_uuid
    join accounts a on a.tenant_uuid = t.tenant_uuid and a.user_uuid = t.token_uuid
   where s.revoked_at is null and s.expires_at > now()`;

const endpoints = (tx: Tx) => tx`
  select e.tenant_uuid, 'ENDPOINT', e.endpoint_uuid, coalesce(nullif(e.description, ''), e.url, 'POLL'),
         ${maker(tx, 'webhook_endpoint.created', 'e.endpoint_uuid')}, '{}'::text[], '{}'::text[],
         '{}'::text[], e.active_until is null, e.created_at,
         (select m.delivered_at from webhook_messages m
           where m.tenant_uuid = e.tenant_uuid and m.endpoint_uuid = e.endpoint_uuid
             and m.delivered_at is not null
           order by m.created_at desc limit 1), null::timestamptz
    from webhook_endpoints e
   where e.deleted_at is null and (e.read_until is null or e.read_until > now())`;

/** Selects who made something, as the trail tells it, archived or not. */
const maker = (tx: Tx, eventType: string, column: string) => tx`
  coalesce(
    (select v.actor_id from events v
      where v.tenant_uuid = ${tx.tenantUuid} and v.entity_id = ${tx(column)} and v.event_type = ${eventType}
      limit 1),
    (select i.made_by from audit_archive_ids i
      where i.tenant_uuid = ${tx.tenantUuid} and i.id = ${tx(column)} and i.made_by is not null limit 1))`;
