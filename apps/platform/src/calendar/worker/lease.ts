import { randomUUID } from 'node:crypto';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ConnectionRef, ConnectionRow } from '../connections/connection-queries.ts';

const leaseSeconds = 60;
const renewMs = 20_000;

/** Another worker has taken the lease: nothing of the work under way may be written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** The right to work on a connection, held by one worker at a time. */
export type Lease = ConnectionRow & {
  /** Runs a transaction of the tenant that fails with LeaseLost when the lease is gone. */
  inTenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The same for work that others of this lease may do at the same time. */
  inTenantShared: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  release: () => Promise<void>;
};

/**
 * Takes the lease of a connection, if nobody has it; it is held by a row rather than by a lock of
 * the session, so that no database connection waits while the provider is asked, and a worker that
 * died loses it in a minute. Every write under it checks that it still stands.
 */
export async function takeLease(db: Db, ref: ConnectionRef): Promise<Lease | undefined> {
  const { tenantUuid, connectionUuid } = ref;
  const token = randomUUID();
  const [row] = await db.asPlatform(
    (tx) => tx<ConnectionRow[]>`
      update calendar_connections c
         set lease_token = ${token}, lease_until = now() + make_interval(secs => ${leaseSeconds})
        from tenants t, accounts a
       where c.tenant_uuid = ${tenantUuid} and c.connection_uuid = ${connectionUuid}
         and (c.lease_until is null or c.lease_until < now())
         and t.tenant_uuid = c.tenant_uuid and t.is_active and t.deleted_at is null
         and a.tenant_uuid = c.tenant_uuid and a.user_uuid = c.user_uuid
      returning c.tenant_uuid, c.connection_uuid, c.user_uuid, c.provider, c.email, c.status`,
  );
  if (!row) return undefined;

  const inLease = (lock: 'exclusive' | 'shared') => {
    return <T>(work: (tx: Tx) => Promise<T>) =>
      db.asTenant(tenantUuid, system, async (tx) => {
        const mode = lock === 'shared' ? tx`for share` : tx`for no key update`;
        const [held] = await tx`
          select from calendar_connections
           where connection_uuid = ${connectionUuid} and lease_token = ${token} ${mode}`;
        if (!held) throw new LeaseLost();
        return work(tx);
      });
  };

  const set = (until: 'renew' | 'end') =>
    db.asTenant(
      tenantUuid,
      system,
      (tx) => tx`
        update calendar_connections
           set ${until === 'end' ? tx`lease_token = null, lease_until = null` : tx`lease_until = now() + make_interval(secs => ${leaseSeconds})`}
         where connection_uuid = ${connectionUuid} and lease_token = ${token}`,
    );
  const timer = setInterval(() => void set('renew').catch(() => undefined), renewMs);
  timer.unref();

  async function release(): Promise<void> {
    clearInterval(timer);
    await set('end');
  }

  return { ...row, inTenant: inLease('exclusive'), inTenantShared: inLease('shared'), release };
}
