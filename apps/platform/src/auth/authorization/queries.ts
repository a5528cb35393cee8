import type { Tx } from '../../database/transaction.ts';
import type { Person } from '../person.ts';
import { daysWithoutAsking } from '../sso/provider-sign-in.ts';

type Code = { codeHash: Buffer; challenge: Buffer; redirectHash: Buffer };
type Session = { tenantUuid: string; sessionUuid: string };

export async function insertCode(
  tx: Tx,
  { tenantUuid, sessionUuid }: Session,
  { codeHash, challenge, redirectHash }: Code,
): Promise<void> {
  await tx`
    insert into authorization_codes (tenant_uuid, code_hash, session_uuid, challenge, redirect_hash)
    values (${tenantUuid}, ${codeHash}, ${sessionUuid}, ${challenge}, ${redirectHash})`;
}

/** A code with the session by which its person allowed it. */
export type Granted = Person &
  Omit<Code, 'codeHash'> & {
    sessionUuid: string;
    /** The session that began by the code before. */
    begunSessionUuid: string | null;
    /** True while the code is new and the session goes on. */
    stands: boolean;
  };

/** Finds a code, over all tenants, and locks it, so that of two who bring it at once one comes first. */
export async function lockCode(tx: Tx, codeHash: Buffer) {
  const [granted] = await tx<Granted[]>`
    select c.tenant_uuid, c.challenge, c.redirect_hash, c.begun_session_uuid, c.session_uuid,
           s.user_uuid,
           c.expires_at > now() and s.revoked_at is null and s.expires_at > now()
             and not (s.by_cookie and session_idle(s.tenant_uuid, s.used_at))
             and not session_over(s.tenant_uuid, s.created_at) as stands
      from authorization_codes c join sessions s using (tenant_uuid, session_uuid)
     where c.code_hash = ${codeHash} for update of c`;
  return granted;
}

/**
 * Spends a code on the session that began by it. That session counts from the sign-in of the one by which
 * it was allowed, and has its proof and factor: nobody makes a session longer, or proves themselves, by
 * beginning another. Where the other began at the firm's provider this one did too, and ends soon, since
 * the provider is asked about the other alone.
 */
export async function spendCode(
  tx: Tx,
  codeHash: Buffer,
  { tenantUuid, sessionUuid }: Granted,
  begunSessionUuid: string,
): Promise<void> {
  await tx`
    update authorization_codes set begun_session_uuid = ${begunSessionUuid}
     where tenant_uuid = ${tenantUuid} and code_hash = ${codeHash}`;
  await tx`
    update sessions s
       set created_at = o.created_at, proved_at = o.proved_at,
           factor_by_provider = o.factor_by_provider, lacks_factor = o.lacks_factor
      from sessions o
     where s.tenant_uuid = ${tenantUuid} and s.session_uuid = ${begunSessionUuid}
       and o.tenant_uuid = s.tenant_uuid and o.session_uuid = ${sessionUuid}`;
  await tx`
    with provided as (
      insert into sso_sessions (tenant_uuid, session_uuid, connection_uuid)
      select tenant_uuid, ${begunSessionUuid}, connection_uuid from sso_sessions
       where tenant_uuid = ${tenantUuid} and session_uuid = ${sessionUuid}
      returning tenant_uuid, session_uuid)
    update sessions s
       set expires_at = least(s.expires_at, now() + ${daysWithoutAsking} * interval '1 day')
      from provided p
     where s.tenant_uuid = p.tenant_uuid and s.session_uuid = p.session_uuid`;
}
