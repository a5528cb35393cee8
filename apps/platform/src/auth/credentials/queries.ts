import type { Tx } from '../../database/transaction.ts';
import { scopes as allScopes, type Scope } from '../scopes.ts';
import type { CredentialRow, NewCredential } from './schemas.ts';

const columns = (tx: Tx) => tx`
  credential_uuid, client_id, name, roles, coalesce(scopes, ${[...allScopes]}::text[]) as scopes,
  record_time(expires_at) as expires_at,
  record_time(created_at) as created_at, record_time(last_used_at) as last_used_at`;

/** Returns the tenant's credentials, the newest first. */
export function listCredentials(tx: Tx) {
  return tx<CredentialRow[]>`
    select ${columns(tx)} from credentials where deleted_at is null
     order by created_at desc, credential_uuid desc`;
}

export async function findCredential(tx: Tx, credentialUuid: string) {
  const [credential] = await tx<CredentialRow[]>`
    select ${columns(tx)} from credentials
     where credential_uuid = ${credentialUuid} and deleted_at is null`;
  return credential;
}

/** Locks the tenant and counts its credentials, so that no other is made meanwhile. */
export async function countCredentials(tx: Tx): Promise<number> {
  await tx`select from tenants where tenant_uuid = ${tx.tenantUuid} for no key update`;
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from credentials where deleted_at is null`;
  return count;
}

/** Inserts a credential with its account and the session of its tokens, which ends with it. */
export async function insertCredential(
  tx: Tx,
  credentialUuid: string,
  { name, roles, scopes, expiresAt }: NewCredential,
  { clientId, secretHash }: { clientId: string; secretHash: Buffer },
): Promise<CredentialRow> {
  const { tenantUuid } = tx;
  await tx`
    insert into accounts (tenant_uuid, user_uuid, email, roles, display_name)
    values (${tenantUuid}, ${credentialUuid}, ${clientId}, ${roles}, ${name})`;
  await tx`
    insert into sessions (tenant_uuid, session_uuid, user_uuid, expires_at)
    values (${tenantUuid}, ${credentialUuid}, ${credentialUuid},
            coalesce(${expiresAt ?? null}::timestamp at time zone 'UTC', 'infinity'))`;
  const [credential] = await tx<[CredentialRow]>`
    insert into credentials (tenant_uuid, credential_uuid, client_id, name, roles, scopes, secret_hash,
                             expires_at)
    values (${tenantUuid}, ${credentialUuid}, ${clientId}, ${name}, ${roles}, ${scopes ?? null}, ${secretHash},
            ${expiresAt ?? null}::timestamp at time zone 'UTC')
    returning ${columns(tx)}`;
  return credential;
}

/** Gives a credential another secret; the present one goes on working for a day. */
export async function replaceSecret(tx: Tx, credentialUuid: string, secretHash: Buffer) {
  const [credential] = await tx<CredentialRow[]>`
    update credentials
       set previous_secret_hash = secret_hash, previous_secret_until = now() + interval '24 hours',
           secret_hash = ${secretHash}
     where credential_uuid = ${credentialUuid} and deleted_at is null
    returning ${columns(tx)}`;
  return credential;
}

/** Deletes a credential softly. Returns whether there was one. */
export async function softDeleteCredential(tx: Tx, credentialUuid: string): Promise<boolean> {
  const { count } = await tx`
    update credentials set deleted_at = change_time()
     where credential_uuid = ${credentialUuid} and deleted_at is null`;
  return count > 0;
}

/** A credential as the token endpoint needs it. */
export type Client = {
  tenantUuid: string;
  tenantCode: string;
  credentialUuid: string;
  clientId: string;
  name: string;
  roles: CredentialRow['roles'];
  /** Null where it may all that its roles may. */
  scopes: Scope[] | null;
  secretHash: Buffer;
  previousSecretHash: Buffer | null;
  /** The seconds until it ends; null when it does not. */
  secondsLeft: number | null;
};

/** Finds the live credential of an active tenant by its client id, over all tenants, and locks it. */
export async function lockClient(tx: Tx, clientId: string) {
  const [client] = await tx<Client[]>`
    select c.tenant_uuid, t.code as tenant_code, c.credential_uuid, c.client_id, c.name, c.roles, c.scopes,
           c.secret_hash,
           case when c.previous_secret_until > now() then c.previous_secret_hash end as previous_secret_hash,
           floor(extract(epoch from c.expires_at - now()))::float8 as seconds_left
      from credentials c join tenants t using (tenant_uuid)
     where c.client_id = ${clientId} and c.deleted_at is null
       and t.is_active and t.deleted_at is null
       for update of c`;
  return client;
}

/** Notes that a token was issued. Returns whether an event is to tell it, at most once an hour. */
export async function noteIssue(tx: Tx, { tenantUuid, credentialUuid }: Client): Promise<boolean> {
  const [row] = await tx<[{ isDue: boolean }]>`
    update credentials c set last_used_at = now(),
           issue_recorded_at = case when before.is_due then now() else c.issue_recorded_at end
      from (select coalesce(issue_recorded_at <= now() - interval '1 hour', true) as is_due
              from credentials
             where tenant_uuid = ${tenantUuid} and credential_uuid = ${credentialUuid}) before
     where c.tenant_uuid = ${tenantUuid} and c.credential_uuid = ${credentialUuid}
    returning before.is_due`;
  return row.isDue;
}
