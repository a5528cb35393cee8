import type { Tx } from '../database/transaction.ts';
import type { IssuerMetadata } from './discover-issuer.ts';
import type { SsoRole } from './schemas.ts';

/** A firm’s connection to its provider, as it is kept. */
export type ConnectionRow = {
  connectionUuid: string | null;
  isActive: boolean;
  issuer: string | null;
  clientId: string | null;
  sealedSecret: string | null;
  signIn: 'ANY' | 'SSO_ONLY';
  createStaff: boolean;
  defaultRoles: SsoRole[];
  groupRoles: { group: string; roles: SsoRole[] }[];
  groupsClaim: string | null;
  breakGlass: string[];
  trustsSecondFactor: boolean;
  metadata: IssuerMetadata | null;
  savedBy: string | null;
};

/** Returns the columns of a connection `c`. */
export const connectionColumns = (tx: Tx) => tx`
  c.connection_uuid, c.is_active, c.issuer, c.client_id, c.sealed_secret, c.sign_in, c.create_staff,
  c.default_roles, c.group_roles, c.groups_claim, c.break_glass, c.trusts_second_factor, c.metadata,
  c.saved_by`;

/** The connection of a firm that never set one. */
const unset: ConnectionRow = {
  connectionUuid: null,
  isActive: false,
  issuer: null,
  clientId: null,
  sealedSecret: null,
  signIn: 'ANY',
  createStaff: false,
  defaultRoles: ['TENANT_STAFF'],
  groupRoles: [],
  groupsClaim: 'groups',
  breakGlass: [],
  trustsSecondFactor: false,
  metadata: null,
  savedBy: null,
};

/** Returns a firm’s connection; one that never set any has the defaults. */
export async function findConnection(tx: Tx, tenantUuid = tx.tenantUuid): Promise<ConnectionRow> {
  const [row] = await tx<ConnectionRow[]>`
    select ${connectionColumns(tx)} from sso_connections c where tenant_uuid = ${tenantUuid}`;
  return row ?? unset;
}

/** Locks the firm, as beginning sessions do. */
export async function lockFirm(tx: Tx, tenantUuid = tx.tenantUuid): Promise<void> {
  await tx`select from tenants where tenant_uuid = ${tenantUuid} for no key update`;
}

export async function saveConnection(tx: Tx, row: ConnectionRow): Promise<void> {
  const kept = {
    ...row,
    groupRoles: tx.json(row.groupRoles),
    metadata: row.metadata && tx.json(row.metadata),
  };
  await tx`
    insert into sso_connections ${tx({ tenantUuid: tx.tenantUuid, ...kept })}
    on conflict (tenant_uuid) do update set ${tx(kept)}`;
}

/**
 * Drops what hangs on the connection of before: whom its provider knew, and that its sessions are
 * asked about. They last as long as those of which nothing can be asked.
 */
export async function dropOldConnection(tx: Tx): Promise<void> {
  const ofFirm = tx`tenant_uuid = ${tx.tenantUuid}`;
  await tx`delete from sso_subjects where ${ofFirm}`;
  await tx`delete from sign_in_challenges where ${ofFirm} and sealed_sso is not null`;
  await tx`
    update sessions s set expires_at = least(s.expires_at, s.created_at + interval '12 hours')
      from sso_sessions o
     where s.tenant_uuid = ${tx.tenantUuid} and o.tenant_uuid = s.tenant_uuid
       and o.session_uuid = s.session_uuid and s.revoked_at is null`;
  await tx`
    update sso_sessions set sealed_refresh_token = null, sealed_id_token = null where ${ofFirm}`;
}

/** Returns whether a session of the firm began at the provider of a connection. */
export async function beganAt(tx: Tx, connectionUuid: string, sessionUuid: string | null) {
  const [row] = await tx<[{ began: boolean }]>`
    select exists (select from sso_sessions
      where tenant_uuid = ${tx.tenantUuid} and session_uuid = ${sessionUuid}
        and connection_uuid = ${connectionUuid}) as began`;
  return row.began;
}

/** What matters of an administrator who is to come in when the provider does not let anybody. */
export type Rescuer = { userUuid: string; hasFactor: boolean };

/** Returns those of some people who administer the firm now. */
export function listAdministratorsAmong(tx: Tx, userUuids: readonly string[]) {
  return tx<Rescuer[]>`
    select s.staff_uuid as user_uuid,
           exists (select from passkeys p
                    where p.tenant_uuid = s.tenant_uuid and p.user_uuid = s.staff_uuid)
           or a.password_hash is not null
              and exists (select from totp_secrets t
                           where t.tenant_uuid = s.tenant_uuid and t.user_uuid = s.staff_uuid
                             and t.secret is not null) as has_factor
      from staff_members s
      join accounts a on a.tenant_uuid = s.tenant_uuid and a.user_uuid = s.staff_uuid
     where s.tenant_uuid = ${tx.tenantUuid} and s.staff_uuid = any(${[...userUuids]}::uuid[])
       and s.deleted_at is null and s.is_active and s.staff_type = 'ADMIN' and s.partner_uuid is null
       and a.deleted_at is null and a.is_active`;
}
