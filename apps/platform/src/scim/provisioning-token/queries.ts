import type { Tx } from '../../database/transaction.ts';

/** A provisioning token as its answer shows it. */
export type ProvisioningTokenRow = { expiresAt: string };

/** Locks the tenant and lets the tokens before end within a day, so that the provider can be given the new one. */
export async function endTokensBefore(tx: Tx): Promise<void> {
  await tx`select from tenants where tenant_uuid = ${tx.tenantUuid} for no key update`;
  await tx`
    update sessions set expires_at = least(expires_at, now() + interval '24 hours')
     where session_uuid in (select token_uuid from provisioning_tokens)`;
}

/** Inserts a token with its account and the session that it is; without a time to end it ends in `days`. */
export async function insertProvisioningToken(
  tx: Tx,
  token: { tokenUuid: string; tokenHash: Buffer; expiresAt: string | null; days: number },
): Promise<ProvisioningTokenRow> {
  const { tenantUuid } = tx;
  const { tokenUuid, tokenHash, expiresAt, days } = token;
  await tx`
    insert into accounts (tenant_uuid, user_uuid, email, roles, display_name)
    values (${tenantUuid}, ${tokenUuid}, ${`provisioning-${tokenUuid}`}, array['TENANT_ADMIN'], 'SCIM')`;
  const [row] = await tx<[ProvisioningTokenRow]>`
    insert into sessions (tenant_uuid, session_uuid, user_uuid, expires_at)
    values (${tenantUuid}, ${tokenUuid}, ${tokenUuid},
            coalesce(${expiresAt}::timestamp at time zone 'UTC', now() + ${days} * interval '1 day'))
    returning record_time(expires_at) as expires_at`;
  await tx`
    insert into provisioning_tokens (tenant_uuid, token_uuid, token_hash)
    values (${tenantUuid}, ${tokenUuid}, ${tokenHash})`;
  return row;
}

/** Whose a provisioning token is. */
export type ProvisioningOwner = {
  tenantUuid: string;
  tenantCode: string;
  tokenUuid: string;
  email: string;
  /** True when its last use was noted more than a minute ago. */
  isUseDue: boolean;
};

/** Finds the tenant of a token that stands, over all tenants. */
export async function findProvisioningOwner(tx: Tx, tokenHash: Buffer) {
  const [owner] = await tx<ProvisioningOwner[]>`
    select t.tenant_uuid, f.code as tenant_code, t.token_uuid, a.email,
           coalesce(t.last_used_at < now() - interval '1 minute', true) as is_use_due
      from provisioning_tokens t
      join sessions s on s.tenant_uuid = t.tenant_uuid and s.session_uuid = t.token_uuid
      join accounts a on a.tenant_uuid = t.tenant_uuid and a.user_uuid = t.token_uuid
      join tenants f on f.tenant_uuid = t.tenant_uuid
     where t.token_hash = ${tokenHash} and s.revoked_at is null and s.expires_at > now()`;
  return owner;
}

export async function noteProvisioning(
  tx: Tx,
  { tenantUuid, tokenUuid }: ProvisioningOwner,
): Promise<void> {
  await tx`
    update provisioning_tokens set last_used_at = now()
     where tenant_uuid = ${tenantUuid} and token_uuid = ${tokenUuid}`;
}
