import type { Tx } from '../../database/transaction.ts';
import { isOf, type Person } from '../person.ts';

/** Locks an account: what changes or uses its factors comes one after the other. */
export async function lockAccount(tx: Tx, person: Person): Promise<void> {
  await tx`select from accounts where ${isOf(tx, person)} for no key update`;
}

type TotpSecrets = {
  /** The one that counts, sealed; null until the first was confirmed. */
  secret: string | null;
  pendingSecret: string | null;
  usedSteps: number[];
};

export async function findTotp(tx: Tx, person: Person) {
  const [totp] = await tx<TotpSecrets[]>`
    select secret, pending_secret, used_steps from totp_secrets where ${isOf(tx, person)}`;
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
export async function promotePendingTotp(tx: Tx, person: Person, step: number): Promise<void> {
  await tx`
    update totp_secrets
       set secret = pending_secret, pending_secret = null, used_steps = array[${step}::bigint]
     where ${isOf(tx, person)}`;
}

export async function saveUsedSteps(
  tx: Tx,
  person: Person,
  steps: readonly number[],
): Promise<void> {
  await tx`update totp_secrets set used_steps = ${steps}::bigint[] where ${isOf(tx, person)}`;
}

/** Deletes the secrets of codes; false when none was confirmed. */
export async function deleteTotp(tx: Tx, person: Person): Promise<boolean> {
  const deleted = await tx<{ wasSet: boolean }[]>`
    delete from totp_secrets where ${isOf(tx, person)} returning secret is not null as was_set`;
  return deleted[0]?.wasSet ?? false;
}

/** Puts recovery codes, given by hash, in the place of those that were. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx`delete from recovery_codes where ${isOf(tx, { tenantUuid, userUuid })}`;
  for (const codeHash of hashes)
    await tx`insert into recovery_codes ${tx({ tenantUuid, userUuid, codeHash })}`;
}

/** Spends a recovery code; false when there is no such. */
export async function spendRecoveryCode(
  tx: Tx,
  person: Person,
  codeHash: Buffer,
): Promise<boolean> {
  const { count } = await tx`
    delete from recovery_codes where ${isOf(tx, person)} and code_hash = ${codeHash}`;
  return count > 0;
}

/** Deletes all second factors of a person, and what was counted of wrong ones. */
export async function deleteFactors(tx: Tx, person: Person): Promise<void> {
  await tx`delete from totp_secrets where ${isOf(tx, person)}`;
  await tx`delete from passkeys where ${isOf(tx, person)}`;
  await tx`delete from recovery_codes where ${isOf(tx, person)}`;
  await tx`delete from second_factor_failures where ${isOf(tx, person)}`;
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
