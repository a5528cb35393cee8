import type { Store } from './store.ts';

/**
 * Deletes events older than whole calendar months in UTC, by `occurredAt`, and starts doing so at
 * most once a month: it rewrites what holds such events. Their identifiers stay, so that an event
 * which is sent again after it was deleted is still known and does not come back.
 * Returns how many there were; the engine removes them in the background.
 */
export async function deleteExpired(
  store: Pick<Store, 'writer' | 'mutable'>,
  months: number,
  now: Temporal.ZonedDateTime,
): Promise<number> {
  const firstKept = now.withTimeZone('UTC').toPlainDate().with({ day: 1 }).subtract({ months });
  const expired = `occurred_at < toDateTime64('${firstKept} 00:00:00', 3, 'UTC')`;
  const [row] = await store.writer.select(`select count() from events where ${expired}`);
  const events = Number(row?.[0]);
  if (events > 0)
    await store.writer.command(
      `alter table ${store.mutable('events')} delete where ${expired} settings mutations_sync = 0`,
    );
  return events;
}
