import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { findClientNames } from './connection-queries.ts';
import type { ClientNames } from './connection-schemas.ts';

/** Sets how clients are named in connected calendars from now on. */
export async function updateCalendarSettings(
  tx: Tx,
  { clientNames }: { clientNames: ClientNames },
): Promise<{ clientNames: ClientNames }> {
  if ((await findClientNames(tx)) === clientNames) return { clientNames };
  await tx`
    insert into calendar_settings (tenant_uuid, client_names) values (${tx.tenantUuid}, ${clientNames})
    on conflict (tenant_uuid) do update set client_names = excluded.client_names, updated_at = now()`;
  await recordEvent(tx, {
    eventType: 'calendar.settings_updated',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
    attributes: { clients: clientNames },
  });
  return { clientNames };
}
