import type { Logger } from 'pino';

type Options = { replicas: number; monitorUrls: readonly string[]; log: Logger };

/**
 * Says in the log where an acknowledged event could be lost: when there are fewer than three servers, and
 * when one syncs its disk later than it answers (`sync_interval`), or that cannot be seen.
 */
export async function tellHowSafe({ replicas, monitorUrls, log }: Options): Promise<void> {
  if (replicas < 3)
    log.warn('the log is on one server: events are lost with its disk, and wait while it is away');
  if (monitorUrls.length === 0)
    log.warn('whether the log is synced at once cannot be seen: NATS_MONITOR_URL is not set');
  for (const url of monitorUrls) {
    const isSynced = await syncsAlways(url).catch(() => undefined);
    if (isSynced === undefined)
      log.warn({ url }, 'whether the log is synced at once cannot be seen');
    if (isSynced === false)
      log.warn({ url }, 'the log is not synced at once: a power cut may lose acknowledged events');
  }
}

/** Returns whether a server syncs each message before it acknowledges it. */
async function syncsAlways(url: string): Promise<boolean> {
  const response = await fetch(new URL('/varz', url), { signal: AbortSignal.timeout(3_000) });
  const told = (await response.json()) as { jetstream?: { config?: { sync_always?: boolean } } };
  return told.jetstream?.config?.sync_always === true;
}
