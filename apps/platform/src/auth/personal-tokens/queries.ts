import type { Role } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import { isOf, type Person } from '../person.ts';
import type { PersonalTokenRow } from './schemas.ts';

const columns = (tx: Tx) => tx`
  t.token_uuid, t.name, t.scopes, record_time(t.expires_at) as expires_at,
  record_time(t.created_at) as created_at, record_time(t.last_used_at) as last_used_at`;

const stands = (tx: Tx) => tx`s.revoked_at is null and t.expires_at > now()`;

/** Returns a person's tokens that stand, the newest first. */
export function listPersonalTokens(tx: Tx, { tenantUuid, userUuid }: Person) {
  return tx<PersonalTokenRow[]>`
    select ${columns(tx)}
      from personal_tokens t
      join sessions s on s.tenant_uuid = t.tenant_uuid and s.session_uuid = t.token_uuid
     where s.tenant_uuid = ${tenantUuid} and s.user_uuid = ${userUuid} and ${stands(tx)}
     order by t.created_at desc, t.token_uuid desc`;
}

/** Locks a person's account and counts the tokens that stand, so that no other is made meanwhile. */
export async function countPersonalTokens(tx: Tx, person: Person): Promise<number> {
  await tx`select from accounts where ${isOf(tx, person)} for no key update`;
  return (await listPersonalTokens(tx, person)).length;
}

/** Inserts a token with the session that it is; without a time to end it ends in `days`. */
export async function insertPersonalToken(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  token: {
    tokenUuid: string;
    name: string;
    scopes: readonly string[];
    tokenHash: Buffer;
    expiresAt: string | null;
    days: number;
  },
): Promise<PersonalTokenRow> {
  const { tokenUuid, name, tokenHash, expiresAt, days } = token;
  await tx`
    insert into sessions (tenant_uuid, session_uuid, user_uuid, expires_at, is_token)
    values (${tenantUuid}, ${tokenUuid}, ${userUuid},
            coalesce(${expiresAt}::timestamp at time zone 'UTC', now() + ${days} * interval '1 day'), true)`;
  const [row] = await tx<[PersonalTokenRow]>`
    insert into personal_tokens as t (tenant_uuid, token_uuid, name, scopes, token_hash, expires_at)
    select tenant_uuid, session_uuid, ${name}, ${[...token.scopes]}, ${tokenHash}, expires_at
      from sessions where tenant_uuid = ${tenantUuid} and session_uuid = ${tokenUuid}
    returning ${columns(tx)}`;
  return row;
}

/** Ends one of a person's tokens. Returns whether there was one that stood. */
export async function revokePersonalToken(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  tokenUuid: string,
): Promise<boolean> {
  const { count } = await tx`
    update sessions set revoked_at = now()
     where tenant_uuid = ${tenantUuid} and session_uuid = ${tokenUuid} and user_uuid = ${userUuid}
       and is_token and revoked_at is null and expires_at > now()`;
  return count > 0;
}

/** A token as a request needs it. */
export type TokenOwner = Person & {
  tokenUuid: string;
  scopes: string[];
  email: string;
  roles: Role[];
  partnerUuid: string | null;
  tenantCode: string;
  /** True when its last use was noted more than a minute ago. */
  isUseDue: boolean;
};

/** Finds whose a token that stands and does not rest is, over all tenants. */
export async function findTokenOwner(tx: Tx, tokenHash: Buffer) {
  const [owner] = await tx<TokenOwner[]>`
    select t.tenant_uuid, t.token_uuid, t.scopes, s.user_uuid, a.email, a.roles, a.partner_uuid,
           f.code as tenant_code,
           coalesce(t.last_used_at < now() - interval '1 minute', true) as is_use_due
      from personal_tokens t
      join sessions s on s.tenant_uuid = t.tenant_uuid and s.session_uuid = t.token_uuid
      join accounts a on a.tenant_uuid = s.tenant_uuid and a.user_uuid = s.user_uuid
      join tenants f on f.tenant_uuid = t.tenant_uuid
     where t.token_hash = ${tokenHash} and ${stands(tx)} and t.rested_at is null`;
  return owner;
}

export async function noteTokenUse(tx: Tx, { tenantUuid, tokenUuid }: TokenOwner): Promise<void> {
  await tx`
    update personal_tokens set last_used_at = now()
     where tenant_uuid = ${tenantUuid} and token_uuid = ${tokenUuid}`;
}
