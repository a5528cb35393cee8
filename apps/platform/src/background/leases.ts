import { randomUUID } from 'node:crypto';
import { type Fragment, toSnake } from '@atrium/kit/sql.ts';
import type { Logger } from 'pino';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';

/** Another worker has taken the lease: nothing of the work under way may be written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** Names a row by its tenant and by its key, which is called as its column in camel case. */
export type RowRef<K extends string> = { tenantUuid: string } & Record<K, string>;

/** The right to work on a row, held by one worker at a time. */
export type Lease = {
  /** Locks the row for a transaction's writes. Throws LeaseLost when another worker has it by now. */
  hold: (tx: Tx, lock?: 'exclusive' | 'shared') => Promise<void>;
  /** Gives the row back, in the transaction given or in one of its own. */
  release: (tx?: Tx) => Promise<void>;
  /** Lets the lease run out by itself, so that the row rests until then. */
  lapse: () => void;
};

type Held = {
  tenantUuid: string;
  key: string;
  token: string;
  /** Counts how often in a row it was not there to be prolonged. */
  misses: number;
};
export type Leases<K extends string> = ReturnType<typeof createLeases<K>>;

/**
 * Gives leases of the rows of a table that has the columns `lease_token` and `lease_until`. A row bears
 * its lease, rather than a lock of a session, so that no transaction is open while others are asked.
 * A lease is prolonged three times in its length for as long as it is held; that of a process that died
 * runs out.
 */
export function createLeases<K extends string>(options: {
  db: Pick<Db, 'asPlatform'>;
  logger: Logger;
  table: string;
  key: K;
  seconds: number;
}) {
  const { db, logger, table, seconds } = options;
  const column = toSnake(options.key);
  const leased = new Set<Held>();
  let renewer: NodeJS.Timeout | undefined;

  const until = (tx: Tx) => tx`now() + make_interval(secs => ${seconds})`;
  const isHeld = (tx: Tx, { tenantUuid, key, token }: Held) =>
    tx`tenant_uuid = ${tenantUuid} and ${tx(column)} = ${key} and lease_token = ${token}`;

  /** Takes the rows that nobody has, in a transaction that sees their tenants, and returns those. */
  async function take<R extends RowRef<K>>(tx: Tx, rows: readonly R[]) {
    if (rows.length === 0) return [];
    const token = randomUUID();
    const keys = rows.map((row) => row[options.key]);
    const found = await tx<{ key: string }[]>`
      with free as materialized (
        select tenant_uuid as tenant, ${tx(column)} as key from ${tx(table)} t
         where tenant_uuid = any(${rows.map((row) => row.tenantUuid)})
           and ${tx(column)} = any(${keys}) and ${isFree(tx)}
           for no key update skip locked)
      update ${tx(table)} t set lease_token = ${token}, lease_until = ${until(tx)}
        from free
       where t.tenant_uuid = free.tenant and t.${tx(column)} = free.key
      returning t.${tx(column)} as key`;
    const taken = new Set(found.map(({ key }) => key));
    return rows
      .filter((row) => taken.has(row[options.key]))
      .map((row) => ({
        row,
        lease: leaseOf({ tenantUuid: row.tenantUuid, key: row[options.key], token, misses: 0 }),
      }));
  }

  function leaseOf(held: Held): Lease {
    leased.add(held);
    renewer ??= setInterval(() => void renew(), (seconds * 1_000) / 3).unref();

    async function hold(tx: Tx, lock: 'exclusive' | 'shared' = 'exclusive'): Promise<void> {
      const mode = lock === 'shared' ? tx`for share` : tx`for no key update`;
      const [found] = await tx`select from ${tx(table)} where ${isHeld(tx, held)} ${mode}`;
      if (!found) throw new LeaseLost();
    }

    const lapse = () => forget(held);

    async function release(tx?: Tx): Promise<void> {
      lapse();
      const end = (in_: Tx) =>
        in_`update ${in_(table)} set lease_token = null, lease_until = null where ${isHeld(in_, held)}`;
      await (tx ? end(tx) : db.asPlatform(end));
    }

    return { hold, release, lapse };
  }

  function forget(held: Held): void {
    leased.delete(held);
    if (leased.size > 0) return;
    clearInterval(renewer);
    renewer = undefined;
  }

  async function renew(): Promise<void> {
    const all = [...leased];
    try {
      const prolonged = await db.asPlatform(
        (tx) => tx<{ key: string; token: string }[]>`
          update ${tx(table)} t set lease_until = ${until(tx)}
            from unnest(${all.map((each) => each.tenantUuid)}::uuid[], ${all.map((each) => each.key)}::uuid[],
                        ${all.map((each) => each.token)}::uuid[]) as h (tenant_uuid, key, token)
           where t.tenant_uuid = h.tenant_uuid and t.${tx(column)} = h.key and t.lease_token = h.token
          returning h.key, h.token`,
      );
      const standing = new Set(prolonged.map(({ key, token }) => `${key} ${token}`));
      for (const held of all) {
        held.misses = standing.has(`${held.key} ${held.token}`) ? 0 : held.misses + 1;
        // Once may be before the commit of its taking. Twice, it was lost, or never committed.
        if (held.misses > 1) forget(held);
      }
    } catch (error) {
      logger.warn({ err: error, table }, 'leases could not be prolonged');
    }
  }

  return { take, table, key: options.key };
}

/** The condition that nobody works on a row `t`. */
export const isFree = (tx: Tx): Fragment => tx`coalesce(t.lease_until < now(), true)`;
