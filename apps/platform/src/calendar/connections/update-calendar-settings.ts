import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { saveClientNames } from './connection-queries.ts';
import type { ClientNames } from './connection-schemas.ts';

/** Sets how clients are named in connected calendars from now on. */
export async function updateCalendarSettings(
  tx: Tx,
  { clientNames }: { clientNames: ClientNames },
): Promise<{ clientNames: ClientNames }> {
  await saveClientNames(tx, clientNames);
  await recordEvent(tx, {
    eventType: 'calendar.settings_updated',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
    attributes: { clients: clientNames },
  });
  return { clientNames };
}
