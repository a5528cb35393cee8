import type { Query } from '@atrium/kit/sql.ts';
import type { Tx } from './transaction.ts';

type Counted = { total: number; snapshot: string | null };
type Entry = { total: number; snapshot: string; expires: number };

/**
 * Remembers the totals of lists in this process, by the tenant, the entity and the query that
 * counts the list. Beside each total stands the snapshot of the database at which it was counted.
 *
 * Every change of state records its event in its own transaction. So the total still holds when no
 * event of the entity was recorded by a transaction that the snapshot does not see. The database is
 * asked this each time, in the transaction that reads the page, so processes need not tell each
 * other of changes, and a transaction that commits late is noticed.
 */
export function rememberTotals({ most = 1_000, longestKey = 4_000, lifeMs = 60_000 } = {}) {
  const entries = new Map<string, Entry>();

  function find(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry && entry.expires > performance.now()) return entry;
    entries.delete(key);
    return undefined;
  }

  function keep(key: string, { total, snapshot }: Counted): void {
    // A transaction that writes has no snapshot here: its changes may be rolled back.
    if (snapshot === null || key.length > longestKey) return;
    entries.delete(key);
    entries.set(key, { total, snapshot, expires: performance.now() + lifeMs });
    for (const oldest of entries.keys()) {
      if (entries.size <= most) break;
      entries.delete(oldest);
    }
  }

  /** Returns the remembered totals of one entity's lists, as `fetchPage` takes them. */
  function of(tx: Tx, entityType: string) {
    const keyOf = (count: Query) => {
      const { text, values } = count.toStatement();
      return JSON.stringify([tx.tenantUuid, entityType, text, values]);
    };
    return {
      find: (count: Query): Promise<number | undefined> | undefined => {
        const key = keyOf(count);
        const entry = find(key);
        return entry && stillTrue(tx, entityType, entry);
      },
      keep: (count: Query, counted: Counted) => keep(keyOf(count), counted),
    };
  }

  /**
   * Forgets everything, for when a connection is closed: after a crash PostgreSQL may give the
   * number of a transaction again that a snapshot saw and that never reached the disk.
   */
  const forget = () => entries.clear();

  return { of, forget };
}

async function stillTrue(tx: Tx, entityType: string, { total, snapshot }: Entry) {
  const [row] = await tx<[{ changed: boolean }]>`
    select changed_since(${snapshot}::pg_snapshot, ${[entityType]}::text[]) as changed`;
  return row.changed ? undefined : total;
}
