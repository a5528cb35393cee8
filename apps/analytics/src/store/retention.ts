import type { Logger } from 'pino';
import type { Store } from './store.ts';

const sweepMs = 6 * 3_600_000;

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

type Sweeps = {
  store: Pick<Store, 'writer' | 'mutable'>;
  /** Whole months; 0 for ever. */
  months: number;
  /** Runs work while nothing else is written. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  log: Logger;
};

/** Deletes expired events now and every six hours. Returns the function that ends it. */
export function startRetention({ store, months, inTurn, log }: Sweeps): () => void {
  if (months === 0) return () => {};
  async function sweep(): Promise<void> {
    const now = Temporal.Now.zonedDateTimeISO('UTC');
    const events = await inTurn(() => deleteExpired(store, months, now));
    if (events > 0) log.info({ events }, 'deleting events past their retention');
  }
  const trySweep = () =>
    void sweep().catch((error) => log.warn({ err: error }, 'the retention could not be applied'));
  const sweeping = setInterval(trySweep, sweepMs).unref();
  trySweep();
  return () => clearInterval(sweeping);
}
