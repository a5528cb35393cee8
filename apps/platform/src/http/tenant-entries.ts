import { LRUCache } from 'lru-cache';
import type { Db } from '../database/db.ts';
import type { Principal } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';

/** The time for which a process does not ask again, in milliseconds. */
const pauseMs = 60_000;

/**
 * Records in a firm's trail that somebody of another tenant, who can only be a SYSTEM_ADMIN, begins
 * to work in it: before the first work of an hour, so that none goes unrecorded.
 */
export function createTenantEntries(db: Db) {
  const lately = new LRUCache<string, true>({ max: 10_000, ttl: pauseMs });

  /** Resolves when the entry is recorded; undefined when there is none to record. */
  return function note(principal: Principal): Promise<void> | undefined {
    const { tenantUuid, homeTenantUuid, userUuid, sessionUuid } = principal;
    if (tenantUuid === homeTenantUuid) return undefined;
    const key = `${tenantUuid} ${userUuid} ${sessionUuid}`;
    if (lately.has(key)) return undefined;
    return db
      .inTenant(principal, (tx) => recordEntry(tx, userUuid))
      .then(() => void lately.set(key, true));
  };
}

async function recordEntry(tx: Tx, userUuid: string): Promise<void> {
  const { tenantUuid } = tx;
  const entered = await tx`
    insert into tenant_entries (tenant_uuid, user_uuid) values (${tenantUuid}, ${userUuid})
    on conflict (tenant_uuid, user_uuid) do update set entered_at = now()
     where tenant_entries.entered_at <= now() - interval '1 hour'
    returning 1`;
  if (entered.length === 0) return;
  await recordEvent(tx, {
    eventType: 'tenant.entered',
    entityType: 'TENANT',
    entityId: tenantUuid,
  });
}
