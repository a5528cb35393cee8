import type { Logger } from 'pino';
import { createLeases, type Leases, type Lease as RowLease } from '../../background/leases.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ConnectionRef, ConnectionRow } from '../connections/connection-queries.ts';

/** The right to work on a connection, held by one worker at a time. */
export type Lease = ConnectionRow & {
  /** Runs a transaction of the tenant that fails with LeaseLost when the lease is gone. */
  inTenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The same for work that others of this lease may do at the same time. */
  inTenantShared: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  release: () => Promise<void>;
};

export type ConnectionLeases = Leases<'connectionUuid'>;

export function leasesOfConnections(db: Db, logger: Logger): ConnectionLeases {
  const table = { table: 'calendar_connections', key: 'connectionUuid' } as const;
  return createLeases({ db, logger, ...table, seconds: 60 });
}

/** Takes the lease of a connection, if nobody has it. */
export async function takeLease(
  db: Db,
  leases: ConnectionLeases,
  ref: ConnectionRef,
): Promise<Lease | undefined> {
  const [taken] = await db.asPlatform((tx) => leases.take(tx, [ref]));
  if (!taken) return undefined;
  const opened = await openLease(db, ref, taken.lease);
  if (!opened) await taken.lease.release();
  return opened;
}

/** Returns a leased connection with what works on it; undefined when its tenant is not active. */
export async function openLease(
  db: Db,
  { tenantUuid, connectionUuid }: ConnectionRef,
  lease: RowLease,
): Promise<Lease | undefined> {
  const [row] = await db.asPlatform(
    (tx) => tx<ConnectionRow[]>`
      select c.tenant_uuid, c.connection_uuid, c.user_uuid, c.provider, c.email, c.status
        from calendar_connections c join tenants t on t.tenant_uuid = c.tenant_uuid
       where c.tenant_uuid = ${tenantUuid} and c.connection_uuid = ${connectionUuid}
         and t.is_active and t.deleted_at is null`,
  );
  // What happens here came by the calendar.
  const actor = row ? { ...system, via: row.provider } : system;
  const inLease = (lock: 'exclusive' | 'shared') => {
    return <T>(work: (tx: Tx) => Promise<T>) =>
      db.asTenant(tenantUuid, actor, async (tx) => {
        await lease.hold(tx, lock);
        return work(tx);
      });
  };
  return (
    row && {
      ...row,
      inTenant: inLease('exclusive'),
      inTenantShared: inLease('shared'),
      release: lease.release,
    }
  );
}
