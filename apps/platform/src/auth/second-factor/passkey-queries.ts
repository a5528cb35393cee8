import { randomUUIDv7 } from 'node:crypto';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { isOf, type Person } from '../person.ts';
import type { PasskeyHost } from './passkey-host.ts';
import type { Passkey } from './schemas.ts';

type PasskeyAnswer = Static<typeof Passkey>;

/** A passkey as it is stored. */
export type Credential = {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
};

/** A passkey with its owner, as signing in needs it. */
type OwnedCredential = Credential & Person & { passkeyUuid: string };

const answer = (tx: Tx): Fragment => tx`
  passkey_uuid, name, record_time(created_at) as created_at, record_time(last_used_at) as last_used_at`;

export function listPasskeys(tx: Tx, person: Person) {
  return tx<PasskeyAnswer[]>`
    select ${answer(tx)} from passkeys where ${isOf(tx, person)}
     order by passkeys.created_at, passkey_uuid`;
}

/** Says of which passkeys a host has a use: its own, made while the domain was the same tenant's. */
const madeAt = (tx: Tx, { rpId, tenantUuid }: Host): Fragment => tx`
  rp_id = ${rpId} and (${tenantUuid}::uuid is null or host_tenant_uuid = ${tenantUuid})`;

type Host = Pick<PasskeyHost, 'rpId' | 'tenantUuid'>;

/** Lists a person's passkeys of one host as options name them. */
export async function listCredentials(tx: Tx, person: Person, host: Host) {
  const rows = await tx<{ credentialId: Buffer; transports: string[] }[]>`
    select credential_id, transports from passkeys where ${isOf(tx, person)} and ${madeAt(tx, host)}
     order by created_at, passkey_uuid`;
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }));
}

/** Inserts a passkey. Fails with PASSKEY_TAKEN when an account has it already. */
export async function insertPasskey(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  { host, ...passkey }: Credential & { name: string; host: Host },
): Promise<PasskeyAnswer> {
  const made = { rpId: host.rpId, hostTenantUuid: host.tenantUuid ?? tenantUuid };
  const row = { tenantUuid, passkeyUuid: randomUUIDv7(), userUuid, ...made, ...passkey };
  const [inserted] = await tx<[PasskeyAnswer]>`
    insert into passkeys ${tx(row)} returning ${answer(tx)}`;
  return inserted;
}

/** Finds a passkey of a host by what an authenticator calls it, over all tenants. */
export async function findPasskey(tx: Tx, credentialId: Buffer, host: Host) {
  const [passkey] = await tx<OwnedCredential[]>`
    select tenant_uuid, user_uuid, passkey_uuid, credential_id, public_key, sign_count, transports
      from passkeys where credential_id = ${credentialId} and ${madeAt(tx, host)}`;
  return passkey;
}

/** Notes that a passkey was used, and how often its authenticator has signed. */
export async function markPasskeyUsed(
  tx: Tx,
  { tenantUuid, passkeyUuid }: OwnedCredential,
  signCount: number,
): Promise<void> {
  await tx`
    update passkeys set last_used_at = now(), sign_count = ${signCount}
     where tenant_uuid = ${tenantUuid} and passkey_uuid = ${passkeyUuid}`;
}

/** Deletes one of a person's passkeys; false when there is no such. */
export async function deletePasskey(tx: Tx, person: Person, passkeyUuid: string): Promise<boolean> {
  const { count } = await tx`
    delete from passkeys where ${isOf(tx, person)} and passkey_uuid = ${passkeyUuid}`;
  return count > 0;
}

/** Spends a challenge that an authenticator has signed; false when it was spent before. */
export async function spendPasskeyChallenge(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  challengeHash: Buffer,
): Promise<boolean> {
  const { count } = await tx`
    insert into spent_passkey_challenges (tenant_uuid, user_uuid, challenge_hash)
    values (${tenantUuid}, ${userUuid}, ${challengeHash})
    on conflict (challenge_hash) do nothing`;
  return count > 0;
}
