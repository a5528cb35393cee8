import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { type Scene, travelTo, workingMoment } from './past.ts';

/**
 * Records three months of sign-ins: most of the staff on most working days, and now and then a
 * wrong password.
 */
export async function recordDemoLogins(
  tx: Tx,
  { random, now }: Scene,
  staffUuids: readonly string[],
) {
  for (let daysAgo = 90; daysAgo > 0; daysAgo--) {
    for (const actorId of staffUuids.filter(() => random.chance(0.5))) {
      const succeeds = random.chance(0.94);
      await travelTo(tx, workingMoment(random, now, daysAgo));
      await recordEvent(tx, {
        eventType: succeeds ? 'login.success' : 'login.failure',
        actor: { actorType: 'TENANT_STAFF', actorId },
        entityType: 'SESSION',
        entityId: succeeds ? randomUUIDv7() : null,
        attributes: succeeds ? { userType: 'TENANT_STAFF' } : { reason: 'WRONG_CREDENTIALS' },
      });
    }
  }
}
