import { LRUCache } from 'lru-cache';
import type { Db } from '../database/db.ts';
import type { Principal } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';

/** The time for which a process does not ask again, in milliseconds. */
const pauseMs = 60_000;

/** Tells a firm's administrators of an entry at a time. */
export type TellEntry = (tx: Tx, at: string) => Promise<void>;

/**
 * Records in a firm's trail that somebody of another tenant, who can only be a SYSTEM_ADMIN, begins
 * to work in it: before the first work of an hour, so that none goes unrecorded. An active firm's
 * administrators are told unless its rules leave it open.
 */
export function createTenantEntries(db: Db, tellEntry: TellEntry) {
  const lately = new LRUCache<string, true>({ max: 10_000, ttl: pauseMs });

  /** Resolves when the entry is recorded; undefined when there is none to record. */
  return function note(principal: Principal): Promise<void> | undefined {
    const { tenantUuid, homeTenantUuid, userUuid, sessionUuid } = principal;
    if (tenantUuid === homeTenantUuid) return undefined;
    const key = `${tenantUuid} ${userUuid} ${sessionUuid}`;
    if (lately.has(key)) return undefined;
    return db
      .inTenant(principal, async (tx) => {
        if ((await recordEntry(tx, userUuid)) && (await isTold(tx)))
          await tellEntry(tx, minuteOf());
      })
      .then(() => void lately.set(key, true));
  };
}

/** Records an entry; false when one of the same hour is recorded. */
async function recordEntry(tx: Tx, userUuid: string): Promise<boolean> {
  const { tenantUuid } = tx;
  const entered = await tx`
    insert into tenant_entries (tenant_uuid, user_uuid) values (${tenantUuid}, ${userUuid})
    on conflict (tenant_uuid, user_uuid) do update set entered_at = now()
     where tenant_entries.entered_at <= now() - interval '1 hour'
    returning 1`;
  if (entered.length === 0) return false;
  await recordEvent(tx, {
    eventType: 'tenant.entered',
    entityType: 'TENANT',
    entityId: tenantUuid,
  });
  return true;
}

async function isTold(tx: Tx): Promise<boolean> {
  const told = await tx`
    select from tenants t where t.tenant_uuid = ${tx.tenantUuid} and t.is_active
       and not exists (select from tenant_security p
                        where p.tenant_uuid = t.tenant_uuid and p.vendor_access = 'OPEN')`;
  return told.length > 0;
}

/** Returns the present minute in UTC, for people to read. */
const minuteOf = () => Temporal.Now.instant().toString().slice(0, 16).replace('T', ' ');
