import { Gauge, type Registry } from '@prometheus-io/client';
import type { Db } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';

export type OutgoingPause = ReturnType<typeof createOutgoingPause>;

/**
 * Says whether outgoing work waits, as after a restore. While it does the database is asked each time,
 * so that every replica goes on when one was told to; afterwards no more, since only a restore, which
 * needs an empty place, begins a pause.
 */
export function createOutgoingPause(db: Pick<Db, 'asPlatform'>, registry: Registry) {
  let isOver = false;

  async function isPaused(): Promise<boolean> {
    if (!isOver) isOver = !(await db.asPlatform(isOutgoingPaused));
    return !isOver;
  }

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

async function isOutgoingPaused(tx: Tx): Promise<boolean> {
  const found = await tx`select from outgoing_pauses`;
  return found.length > 0;
}
