import type { Tx } from '../database/transaction.ts';
import { type ConnectionRow, connectionColumns } from './queries.ts';

/** A connection that signs people in, and whose. Platform transactions’ queries, all of them. */
export type ActiveConnection = ConnectionRow & { tenantUuid: string };

const active = (tx: Tx) => tx`
  select c.tenant_uuid, ${connectionColumns(tx)}
    from sso_connections c join tenants t using (tenant_uuid)
   where c.is_active and t.is_active and t.deleted_at is null`;

/** Finds the connection of the firm whose people have e-mails of a domain. */
export async function findConnectionOfDomain(tx: Tx, domain: string) {
  const [row] = await tx<ActiveConnection[]>`
    ${active(tx)} and c.tenant_uuid in (
      select d.tenant_uuid from sso_domains d where d.domain = ${domain} and d.proven_at is not null)`;
  return row;
}

export async function findConnectionOfCode(tx: Tx, code: string) {
  const [row] = await tx<ActiveConnection[]>`
    ${active(tx)} and lower(t.code) = lower(normalize(${code}, NFC))`;
  return row;
}

export async function findActiveConnection(tx: Tx, tenantUuid: string) {
  const [row] = await tx<ActiveConnection[]>`${active(tx)} and c.tenant_uuid = ${tenantUuid}`;
  return row;
}

/** Returns whether an e-mail domain is proven to be a firm’s. */
export async function areProven(tx: Tx, tenantUuid: string, domains: readonly string[]) {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from sso_domains
     where tenant_uuid = ${tenantUuid} and domain = any(${[...domains]}) and proven_at is not null`;
  return row.count === new Set(domains).size;
}
