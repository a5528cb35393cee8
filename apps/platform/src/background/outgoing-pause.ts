import { Gauge, type Registry } from '@prometheus-io/client';
import type { Db } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';

export type OutgoingPause = ReturnType<typeof createOutgoingPause>;

/**
 * Says whether outgoing work waits, as after a restore. The database is asked each time, since its server may
 * be restored under a replica that goes on running; workers ask in the transaction that takes their work.
 */
export function createOutgoingPause(db: Pick<Db, 'asPlatform'>, registry: Registry) {
  const isPaused = () => db.asPlatform(isOutgoingPaused);

  new Gauge({
    name: 'outgoing_paused',
    help: '1 while mails, webhooks, calendars and analytics wait after a restore',
    registers: [registry],
    async collect() {
      this.set(Number(await isPaused()));
    },
  });
  return { isPaused };
}

/** Lets outgoing work wait until somebody resumes it. */
export async function pauseOutgoing(tx: Tx): Promise<void> {
  await tx`
    insert into outgoing_pauses (tenant_uuid) values (${platformTenantUuid}) on conflict do nothing`;
}

/** Lets outgoing work go on; false when it did not wait. */
export async function endOutgoingPause(tx: Tx): Promise<boolean> {
  const { count } = await tx`delete from outgoing_pauses`;
  return count > 0;
}

/** Says the same in a transaction, which then takes no work that has to wait. */
export async function isOutgoingPaused(tx: Tx): Promise<boolean> {
  const found = await tx`select from outgoing_pauses`;
  return found.length > 0;
}
