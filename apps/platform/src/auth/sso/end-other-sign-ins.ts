import type { Tx } from '../../database/transaction.ts';

/**
 * Ends the sign-ins of a firm’s own staff that did not begin at its provider, those of some people apart.
 * The tokens of whom it has not let in yet rest until it does.
 */
export async function endOtherSignIns(
  tx: Tx,
  connectionUuid: string,
  allBut: readonly string[],
): Promise<void> {
  const { tenantUuid } = tx;
  const ofThem = tx`
    tenant_uuid = ${tenantUuid} and user_uuid in (
      select a.user_uuid from accounts a
       where a.tenant_uuid = ${tenantUuid} and a.partner_uuid is null
         and a.roles && array['TENANT_ADMIN', 'TENANT_STAFF']
         and a.user_uuid <> all(${[...allBut]}::uuid[]))`;
  await tx`delete from sign_in_challenges where ${ofThem} and sealed_sso is null`;
  // A machine is its own session.
  await tx`
    update sessions s set revoked_at = now()
     where ${ofThem} and revoked_at is null and not is_token and session_uuid <> user_uuid
       and not exists (select from sso_sessions o
         where o.tenant_uuid = s.tenant_uuid and o.session_uuid = s.session_uuid
           and o.connection_uuid = ${connectionUuid})`;
  await tx`
    update personal_tokens t set rested_at = now()
      from sessions s
     where s.tenant_uuid = ${tenantUuid} and t.tenant_uuid = s.tenant_uuid
       and t.token_uuid = s.session_uuid and t.rested_at is null
       and s.user_uuid in (select user_uuid from sessions where ${ofThem})
       and not exists (select from sessions o join sso_sessions p using (tenant_uuid, session_uuid)
         where o.tenant_uuid = s.tenant_uuid and o.user_uuid = s.user_uuid
           and o.revoked_at is null and o.expires_at > now())`;
}
