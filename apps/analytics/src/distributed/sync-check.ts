import type { Logger } from 'pino';
import type { LogServer } from './servers.ts';

type Options = {
  replicas: number;
  members: readonly LogServer[];
  monitorUrls: readonly string[];
  log: Logger;
};

/**
 * Says in the log where an acknowledged event could be lost: when there are fewer than three servers, and
 * when one syncs its disk later than it answers (`sync_interval`), or that cannot be seen.
 */
export async function tellHowSafe({ replicas, members, monitorUrls, log }: Options): Promise<void> {
  if (replicas < 3)
    log.warn('the log is on one server: events are lost with its disk, and wait while it is away');
  if (monitorUrls.length === 0)
    return log.warn(
      'whether the log is synced at once cannot be seen: NATS_MONITOR_URL is not set',
    );
  const seen: string[] = [];
  for (const url of monitorUrls) {
    const told = await figuresOf(url).catch(() => undefined);
    if (!told) {
      log.warn({ url }, 'whether the log is synced at once cannot be seen');
      continue;
    }
    seen.push(told.server_id);
    if (told.jetstream?.config?.sync_always !== true)
      log.warn({ url }, 'the log is not synced at once: a power cut may lose acknowledged events');
  }
  const unseen = members.filter(({ id }) => !seen.includes(id)).map(({ name }) => name);
  if (unseen.length > 0 && seen.length === monitorUrls.length)
    log.warn(
      { servers: unseen },
      'whether these sync the log at once cannot be seen: NATS_MONITOR_URL does not name them',
    );
}

type Figures = { server_id: string; jetstream?: { config?: { sync_always?: boolean } } };

/** Returns what a server tells of itself: `sync_always` when it syncs each message before it acknowledges it. */
async function figuresOf(url: string): Promise<Figures> {
  const response = await fetch(new URL('/varz', url), { signal: AbortSignal.timeout(3_000) });
  return (await response.json()) as Figures;
}
