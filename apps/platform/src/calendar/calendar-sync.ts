import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import { findTimeZone } from '../meetings/availability/queries.ts';
import { Problem } from '../problems.ts';
import { type CalendarConfig, settingsOf } from './calendar-settings.ts';
import { createChannelSecrets } from './channel-secret.ts';
import {
  type ConnectionRef,
  type ConnectionRow,
  listOrphans,
  listWithTokens,
} from './connections/connection-queries.ts';
import { disconnectCalendar } from './connections/disconnect-calendar.ts';
import { createTokenCipher } from './connections/token-cipher.ts';
import { endGrant, resealTokens, tokenSource } from './connections/token-store.ts';
import { failLost } from './export/fail-lost.ts';
import { findPush } from './export/push-queries.ts';
import { calendarExport } from './export/queue-export.ts';
import { pullChanges } from './import/pull-changes.ts';
import type { Channel } from './providers/provider.ts';
import { providers } from './providers/registry.ts';
import type { SyncContext } from './sync-context.ts';
import { findDue, listDueConnections, nothingDue } from './worker/find-due.ts';
import { type Lease, takeLease } from './worker/lease.ts';
import { handle, serveConnection, tryPush } from './worker/serve-connection.ts';

type Options = {
  db: Db;
  config: CalendarConfig;
  publicUrl: string;
  logger: Logger;
};

type Calendar = ConnectionRef & Pick<ConnectionRow, 'provider'>;

const atOnce = 4;
const waitMs = 20_000;
const sweepMs = 600_000;

export type CalendarSync = ReturnType<typeof createCalendarSync>;

/**
 * Keeps connected calendars and meetings the same. The rows are the queue: meetings to bring out,
 * notifications to follow, pulls and renewals whose time has come; each connection is worked on by one
 * worker of one process at a time. Woken at the commit of whatever asks for it, and every second
 * for what others left.
 */
export function createCalendarSync(options: Options) {
  const { db, config, publicUrl, logger } = options;
  const settings = config.calendar;
  const cipher = createTokenCipher({ secretKey: config.secretKey, keys: settings.tokenKeys });
  const channelSecrets = createChannelSecrets(config.secretKey);
  const configured = settings.providers.some(({ clientId }) => clientId !== '');
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let sweeper: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let stopped = false;

  function open(connection: Calendar, ownZone?: string) {
    const provider = settingsOf(settings, connection.provider);
    const tokens = tokenSource(db, cipher, provider, connection);
    const { timeoutMs } = settings;
    return providers[provider.name].open(provider, tokens, { timeoutMs, ownZone });
  }

  const zoneOf = (lease: Lease) => lease.inTenantShared((tx) => findTimeZone(tx, lease.userUuid));

  /** Works on a connection and releases its lease. */
  async function withLease<T>(lease: Lease, work: (context: SyncContext) => Promise<T>) {
    const provider = settingsOf(settings, lease.provider);
    try {
      return await work({
        lease,
        client: await open(lease, await zoneOf(lease)),
        provider: providers[lease.provider],
        settings,
        address: `${publicUrl}/api/v1/webhooks/${provider.alias}`,
        channelSecrets,
        endGrant: () => endGrant(db, cipher, provider, lease),
        services: { calendarExport },
        logger,
      });
    } finally {
      await lease.release();
    }
  }

  /** Does what is due for a connection; false when there was nothing that this worker could do. */
  async function serve(ref: ConnectionRef): Promise<boolean> {
    const lease = await takeLease(db, ref);
    if (!lease) return false;
    const dueNow = async () =>
      stopped ? nothingDue : lease.inTenantShared((tx) => findDue(tx, lease.connectionUuid));
    return withLease(lease, (context) => serveConnection(context, dueNow));
  }

  async function look(): Promise<void> {
    do {
      lookAgain = false;
      const room = atOnce - running.size;
      if (room <= 0 || stopped) return;
      const due = await db.asPlatform(async (tx) => {
        await failLost(tx);
        return listDueConnections(tx, room);
      });
      for (const ref of due) {
        const served: Promise<void> = serve(ref)
          .catch((error) => {
            logger.warn({ err: error, ...ref }, 'calendar sync');
            return false;
          })
          .then((worked) => {
            running.delete(served);
            if (worked) wake();
          });
        running.add(served);
      }
    } while (lookAgain);
  }

  /** Looks for work now; what is being looked for already is looked for once more. */
  function wake(): void {
    if (stopped || !timer) return;
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = look()
      .catch((error) => logger.warn({ err: error }, 'calendar sync'))
      .finally(() => {
        looking = undefined;
      });
  }

  /** Starts working, if any provider is configured. */
  function start(): void {
    if (!configured) return;
    timer = setInterval(wake, settings.tickMs);
    timer.unref();
    const tidy = () => void sweep().catch((error) => logger.warn({ err: error }, 'calendar sweep'));
    sweeper = setInterval(tidy, sweepMs);
    sweeper.unref();
    tidy();
    wake();
  }

  /** Seals tokens with the first key, and lets go of the calendars of users who are gone. */
  async function sweep(): Promise<void> {
    while ((await resealTokens(db, cipher)) > 0);
    for (const orphan of await db.asPlatform(listOrphans))
      await db.asTenant(orphan.tenantUuid, system, (tx) =>
        disconnectCalendar(tx, orphan, 'USER_GONE'),
      );
  }

  async function stop(): Promise<void> {
    stopped = true;
    clearInterval(timer);
    clearInterval(sweeper);
    await looking;
    await Promise.all(running);
  }

  /** Takes the connection's lease as soon as whoever has it is done. Throws OVERLOADED after a while. */
  async function waitForLease(ref: ConnectionRef): Promise<Lease> {
    const until = Date.now() + waitMs;
    for (;;) {
      const lease = await takeLease(db, ref);
      if (lease) return lease;
      if (Date.now() > until)
        throw new Problem('OVERLOADED', 'The calendar is being synchronised', {
          headers: { 'retry-after': '5' },
        });
      await pause(50);
    }
  }

  /** Pulls a calendar now and tells what came of it. Throws UNAVAILABLE when the provider fails. */
  async function pullNow(ref: ConnectionRef) {
    return withLease(await waitForLease(ref), (context) =>
      pullChanges(context).catch(async (error) => {
        await handle(context, error, 'import');
        throw new Problem('UNAVAILABLE', 'The calendar provider could not be read', {
          cause: error,
          headers: { 'retry-after': '30' },
        });
      }),
    );
  }

  /** Brings a meeting out now, one try; what comes of it is with the meeting. */
  async function pushNow(ref: ConnectionRef, meetingUuid: string): Promise<void> {
    await withLease(await waitForLease(ref), async (context) => {
      try {
        const push = await context.lease.inTenant((tx) => findPush(tx, meetingUuid));
        if (push) await tryPush(context, push, { tries: 1 });
      } catch (error) {
        await handle(context, error, 'export');
      }
    });
  }

  /** Stops the push channels of a tenant's connections and ends their grants, as far as the providers let us. */
  async function removeTenant(tenantUuid: string): Promise<number> {
    const channels = await db.asTenant(
      tenantUuid,
      system,
      (tx) => tx<(Calendar & Channel & { channelUuid: string })[]>`
        select tenant_uuid, connection_uuid, provider, channel_uuid, external_id, resource_id
          from calendar_channels join calendar_connections using (tenant_uuid, connection_uuid)
         where state in ('OPEN', 'CLOSING')`,
    );
    let closed = 0;
    for (const channel of channels) {
      const client = await open(channel);
      closed += await client.stop(channel.channelUuid, channel).then(
        () => 1,
        () => 0,
      );
    }
    await endGrantsOf(tenantUuid);
    return closed;
  }

  async function endGrantsOf(tenantUuid: string): Promise<void> {
    const connections = await db.asTenant(tenantUuid, system, async (tx) => {
      await tx`
        update calendar_connections set status = 'DISCONNECTED', disconnected_at = now()
         where status = 'CONNECTED'`;
      return listWithTokens(tx);
    });
    for (const connection of connections)
      await endGrant(db, cipher, settingsOf(settings, connection.provider), connection);
  }

  return {
    cipher,
    start,
    stop,
    wake,
    sweep,
    pullNow,
    pushNow,
    removeTenant,
  };
}
