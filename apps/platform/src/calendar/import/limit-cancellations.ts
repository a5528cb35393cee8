import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { queueMail } from '../../mail/outbox/queue-mails.ts';
import type { SyncContext } from '../sync-context.ts';
import { hasOtherCalendar } from './cancel-by-provider.ts';

const fewest = 6;
const share = 4;

type Doomed = { meetingUuid: string; unit: string; isPersonal: boolean };

/**
 * Suspends the import when what a pull found gone would cancel six or more, and at least a quarter,
 * of the person's future meetings; a series counts once. A provider that loses a calendar must not
 * take the meetings along: the person decides. Answers whether the import is suspended; nothing of
 * the pull may be applied then. What the person agreed to before does not count.
 */
export async function suspendIfTooMany(
  tx: Tx,
  { lease }: SyncContext,
  gone: readonly string[],
): Promise<boolean> {
  if (gone.length < fewest) return false;
  const doomed = await listDoomed(tx, lease.connectionUuid, gone);
  const units = new Set(doomed.map(({ unit }) => unit)).size;
  if (units < fewest || units * share < (await countFuture(tx, lease))) return false;
  const meetingUuids = doomed.map(({ meetingUuid }) => meetingUuid);
  const { connectionUuid } = lease;
  await tx`
    update calendar_connections
       set suspended_at = now(), suspended_meetings = ${meetingUuids}, last_error = 'SYNC_SUSPENDED'
     where connection_uuid = ${connectionUuid}`;
  await recordEvent(tx, {
    eventType: 'calendar.suspended',
    entityType: 'CALENDAR_CONNECTION',
    entityId: connectionUuid,
    attributes: { meetingCount: String(doomed.filter(({ isPersonal }) => !isPersonal).length) },
  });
  await queueMail(tx, {
    kind: 'CALENDAR_SUSPENDED',
    personUuid: lease.userUuid,
    about: { connectionUuid },
  });
  return true;
}

/** Lists the future meetings that the removal of some events would cancel, the next one first. */
function listDoomed(tx: Tx, connectionUuid: string, gone: readonly string[]) {
  return tx<Doomed[]>`
    select m.meeting_uuid, coalesce(l.series_id, m.meeting_uuid::text) as unit, m.is_personal
      from calendar_links l
      join calendar_connections c
        on c.tenant_uuid = l.tenant_uuid and c.connection_uuid = l.connection_uuid
      join meetings m on m.tenant_uuid = l.tenant_uuid and m.meeting_uuid = l.meeting_uuid
     where l.connection_uuid = ${connectionUuid} and l.external_id = any(${[...gone]})
       and l.gone_at is null and l.retired_at is null and not l.is_copy and m.status = 'ACTIVE' and m.ends_at > now()
       and m.meeting_uuid <> all(coalesce(c.approved_removals, '{}'))
       and (m.source = 'INTERNAL' or not ${hasOtherCalendar(tx, 'l')})
     order by m.starts_at, m.meeting_uuid`;
}

/** Counts the meetings that the person has ahead; those of a series count once. */
async function countFuture(
  tx: Tx,
  { userUuid, connectionUuid }: SyncContext['lease'],
): Promise<number> {
  const [row] = await tx<{ units: number }[]>`
    select count(distinct coalesce(l.series_id, m.meeting_uuid::text))::int as units
      from meetings m
      left join calendar_links l
        on l.tenant_uuid = m.tenant_uuid and l.meeting_uuid = m.meeting_uuid
       and l.connection_uuid = ${connectionUuid} and not l.is_copy
     where m.host_uuid = ${userUuid} and m.status = 'ACTIVE' and m.ends_at > now()`;
  return row?.units ?? 0;
}
