import type { Tx } from '../../database/transaction.ts';

/** A person with an account. */
export type Person = { tenantUuid: string; userUuid: string };

/** Locks an account: what changes or uses its factors comes one after the other. */
export async function lockAccount(tx: Tx, { tenantUuid, userUuid }: Person): Promise<void> {
  await tx`
    select from accounts where tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid}
       for no key update`;
}

type TotpSecrets = {
  /** The one that counts, sealed; null until the first was confirmed. */
  secret: string | null;
  pendingSecret: string | null;
  usedSteps: number[];
};

export async function findTotp(tx: Tx, { tenantUuid, userUuid }: Person) {
  const [totp] = await tx<TotpSecrets[]>`
    select secret, pending_secret, used_steps from totp_secrets
     where tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid}`;
  return totp;
}

export async function putPendingTotp(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  sealed: string,
): Promise<void> {
  await tx`
    insert into totp_secrets (tenant_uuid, user_uuid, pending_secret)
    values (${tenantUuid}, ${userUuid}, ${sealed})
    on conflict (tenant_uuid, user_uuid) do update set pending_secret = excluded.pending_secret`;
}

/** Makes the pending secret the one that counts, and notes the step of the code that confirmed it. */
export async function promotePendingTotp(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  step: number,
): Promise<void> {
  await tx`
    update totp_secrets
       set secret = pending_secret, pending_secret = null, used_steps = array[${step}::bigint]
     where tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid}`;
}

export async function saveUsedSteps(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  steps: readonly number[],
): Promise<void> {
  await tx`
    update totp_secrets set used_steps = ${steps}::bigint[]
     where tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid}`;
}

/** Deletes the secrets of codes; false when none was confirmed. */
export async function deleteTotp(tx: Tx, { tenantUuid, userUuid }: Person): Promise<boolean> {
  const deleted = await tx<{ wasSet: boolean }[]>`
    delete from totp_secrets where tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid}
    returning secret is not null as was_set`;
  return deleted[0]?.wasSet ?? false;
}

/** Puts recovery codes, given by hash, in the place of those that were. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx`delete from recovery_codes where tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid}`;
  for (const codeHash of hashes)
    await tx`insert into recovery_codes ${tx({ tenantUuid, userUuid, codeHash })}`;
}

/** Spends a recovery code; false when there is no such. */
export async function spendRecoveryCode(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  codeHash: Buffer,
): Promise<boolean> {
  const { count } = await tx`
    delete from recovery_codes
     where tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid} and code_hash = ${codeHash}`;
  return count > 0;
}

/** Deletes all second factors of a person. */
export async function deleteFactors(tx: Tx, { tenantUuid, userUuid }: Person): Promise<void> {
  const of = tx`tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid}`;
  await tx`delete from totp_secrets where ${of}`;
  await tx`delete from passkeys where ${of}`;
  await tx`delete from recovery_codes where ${of}`;
}

/** Returns the name of a tenant as authenticators show it. */
export async function findTenantName(tx: Tx, tenantUuid: string): Promise<string> {
  const [tenant] = await tx<{ name: string }[]>`
    select name from tenants where tenant_uuid = ${tenantUuid}`;
  return tenant?.name ?? 'Atrium';
}

/** Returns whether a tenant requires a second factor of its people. */
export async function isFactorRequired(tx: Tx, tenantUuid: string): Promise<boolean> {
  const [policy] = await tx<{ required: boolean }[]>`
    select second_factor = 'REQUIRED' as required from tenant_security
     where tenant_uuid = ${tenantUuid}`;
  return policy?.required ?? false;
}
