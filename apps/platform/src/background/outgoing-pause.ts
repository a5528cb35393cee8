import { Gauge, type Registry } from '@prometheus-io/client';
import type { Db } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';

export type OutgoingPause = ReturnType<typeof createOutgoingPause>;

const askEveryMs = 5_000;

/**
 * Says whether outgoing work waits, as after a restore. While it does the database is asked each time,
 * so that every replica goes on when one was told to; afterwards every few seconds, since the server of
 * a replica that goes on running may be restored.
 */
export function createOutgoingPause(
  db: Pick<Db, 'asPlatform'>,
  registry: Registry,
  everyMs = askEveryMs,
) {
  let paused = true;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function isPaused(): Promise<boolean> {
    const now = performance.now();
    if (paused || now - askedAt >= everyMs) {
      paused = await db.asPlatform(isOutgoingPaused);
      askedAt = now;
    }
    return paused;
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
