import type { Tx } from '../../database/transaction.ts';
import type { EventDetails, ProviderEvent } from '../providers/provider.ts';

/** Tells whether an event takes its owner's time: it is neither shown as free nor declined. */
export const takesTime = ({ isBusy, ownAnswer }: EventDetails) =>
  isBusy && ownAnswer !== 'DECLINED';

/** Keeps when an event that is no meeting here takes time: the times and nothing else. */
export async function keepBusy(
  tx: Tx,
  connectionUuid: string,
  { externalId, details }: ProviderEvent,
): Promise<void> {
  if (!details || !takesTime(details) || details.endsAt <= details.startsAt)
    return forgetBusy(tx, connectionUuid, externalId);
  const { startsAt, endsAt } = details;
  await tx`
    insert into calendar_busy (tenant_uuid, connection_uuid, external_id, starts_at, ends_at)
    values (${tx.tenantUuid}, ${connectionUuid}, ${externalId}, ${startsAt}, ${endsAt})
    on conflict (tenant_uuid, connection_uuid, external_id) do update
      set starts_at = excluded.starts_at, ends_at = excluded.ends_at`;
}

export async function forgetBusy(tx: Tx, connectionUuid: string, externalId: string) {
  await tx`
    delete from calendar_busy
     where connection_uuid = ${connectionUuid} and external_id = ${externalId}`;
}
