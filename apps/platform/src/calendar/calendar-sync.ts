import { setTimeout as pause } from 'node:timers/promises';
import type { Registry } from '@prometheus-io/client';
import type { Logger } from 'pino';
import { startLeasedRows } from '../background/leased-rows.ts';
import type { Lease as RowLease } from '../background/leases.ts';
import { type Loop, startLoop } from '../background/loop.ts';
import { type CalendarConfig, settingsOf } from '../calendar-settings.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { findTimeZone } from '../meetings/availability/queries.ts';
import { Problem } from '../problems.ts';
import { createChannelSecrets } from './channel-secret.ts';
import {
  type ConnectionRef,
  type ConnectionRow,
  listOrphans,
  listWithTokens,
} from './connections/connection-queries.ts';
import { disconnectCalendar } from './connections/disconnect-calendar.ts';
import { createTokenCipher } from './connections/token-cipher.ts';
import { createTokenStore, resealTokens } from './connections/token-store.ts';
import { failLost } from './export/fail-lost.ts';
import { findPush } from './export/push-queries.ts';
import { calendarExport } from './export/queue-export.ts';
import { pullChanges } from './import/pull-changes.ts';
import type { Channel } from './providers/provider.ts';
import { providers } from './providers/registry.ts';
import type { SyncContext } from './sync-context.ts';
import { findDue, listDueConnections, nothingDue } from './worker/find-due.ts';
import { type Lease, leasesOfConnections, openLease, takeLease } from './worker/lease.ts';
import { handle, serveConnection, tryPush } from './worker/serve-connection.ts';

type Options = {
  db: Db;
  config: CalendarConfig;
  publicUrl: string;
  isPaused: () => Promise<boolean>;
  logger: Logger;
  registry: Registry;
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
  const { db, config, publicUrl, isPaused, logger, registry } = options;
  const settings = config.calendar;
  const cipher = createTokenCipher({ secretKeys: config.secretKeys, keys: settings.tokenKeys });
  const tokenStore = createTokenStore({ db, cipher, logger });
  const channelSecrets = createChannelSecrets(config.secretKeys);
  const configured = settings.providers.some(({ clientId }) => clientId !== '');
  const leases = leasesOfConnections(db, logger);
  let loops: Pick<Loop, 'wake' | 'stop'>[] = [];

  function open(connection: Calendar, ownZone?: string) {
    const provider = settingsOf(settings, connection.provider);
    const tokens = tokenStore.source(provider, connection);
    const { timeoutMs } = settings;
    return providers[provider.name].open(provider, tokens, { timeoutMs, ownZone });
  }

  const zoneOf = (lease: Lease) => lease.inTenantShared((tx) => findTimeZone(tx, lease.userUuid));

  /** Returns all that works on a leased connection. */
  async function contextOf(lease: Lease): Promise<SyncContext> {
    const provider = settingsOf(settings, lease.provider);
    return {
      lease,
      client: await open(lease, await zoneOf(lease)),
      provider: providers[lease.provider],
      settings,
      address: `${publicUrl}/api/v1/webhooks/${provider.alias}`,
      channelSecrets,
      endGrant: () => tokenStore.endGrant(provider, lease),
      services: { calendarExport },
      logger,
    };
  }

  /** Does what is due for a connection; false when there was nothing that this worker could do. */
  async function serve(
    ref: ConnectionRef,
    rowLease: RowLease,
    isStopped: () => boolean,
  ): Promise<boolean> {
    const lease = await openLease(db, ref, rowLease);
    if (!lease) return false;
    const dueNow = async () =>
      isStopped() ? nothingDue : lease.inTenantShared((tx) => findDue(tx, lease.connectionUuid));
    return serveConnection(await contextOf(lease), dueNow);
  }

  async function findRows(tx: Tx, room: number) {
    await failLost(tx);
    return listDueConnections(tx, room);
  }

  /** Looks for work now. */
  const wake = () => loops[0]?.wake();

  /** Starts working, if any provider is configured. */
  function start(): void {
    if (!configured) return;
    const means = { isPaused, logger, registry };
    loops = [
      startLeasedRows({
        ...means,
        name: 'calendar',
        db,
        leases,
        most: atOnce,
        idleMs: settings.tickMs,
        find: findRows,
        work: serve,
      }),
      startLoop({ ...means, name: 'calendar-sweep', idleMs: sweepMs, run: sweep }),
    ];
  }

  /** Seals tokens with the first key, and lets go of the calendars of users who are gone. */
  async function sweep(): Promise<boolean> {
    while ((await resealTokens(db, cipher)) > 0);
    const orphans = await db.asPlatform(listOrphans);
    for (const orphan of orphans)
      await db.asTenant(orphan.tenantUuid, system, (tx) =>
        disconnectCalendar(tx, orphan, 'USER_GONE'),
      );
    return orphans.length > 0;
  }

  async function stop(): Promise<void> {
    await Promise.all(loops.map((each) => each.stop()));
  }

  /** Takes the connection's lease as soon as whoever has it is done. Throws OVERLOADED after a while. */
  async function waitForLease(ref: ConnectionRef): Promise<Lease> {
    const until = Date.now() + waitMs;
    for (;;) {
      const lease = await takeLease(db, leases, ref);
      if (lease) return lease;
      if (Date.now() > until)
        throw new Problem('OVERLOADED', 'The calendar is being synchronised', {
          headers: { 'retry-after': '5' },
        });
      await pause(50);
    }
  }

  /** Works on a connection for a request, as soon as whoever has it is done. */
  async function workNow<T>(ref: ConnectionRef, work: (context: SyncContext) => Promise<T>) {
    const lease = await waitForLease(ref);
    try {
      return await work(await contextOf(lease));
    } finally {
      await lease.release();
    }
  }

  /** Pulls a calendar now and tells what came of it. Throws UNAVAILABLE when the provider fails. */
  const pullNow = (ref: ConnectionRef) =>
    workNow(ref, (context) =>
      pullChanges(context).catch(async (error) => {
        await handle(context, error, 'import');
        throw new Problem('UNAVAILABLE', 'The calendar provider could not be read', {
          cause: error,
          headers: { 'retry-after': '30' },
        });
      }),
    );

  /** Brings a meeting out now, one try, unless outgoing work is paused; what comes of it is with the meeting. */
  async function pushNow(ref: ConnectionRef, meetingUuid: string): Promise<void> {
    if (await isPaused()) return;
    await workNow(ref, async (context) => {
      try {
        const push = await context.lease.inTenant((tx) => findPush(tx, meetingUuid));
        if (push) await tryPush(context, push, { tries: 1 });
      } catch (error) {
        await handle(context, error, 'export');
      }
    });
  }

  /**
   * Stops the push channels of a tenant's connections and ends their grants, as far as the providers let us.
   * Throws UNAVAILABLE while outgoing work is paused.
   */
  async function removeTenant(tenantUuid: string): Promise<number> {
    if (await isPaused())
      throw new Problem('UNAVAILABLE', 'Outgoing work is paused after a restore', {
        headers: { 'retry-after': '60' },
      });
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
      await tokenStore.endGrant(settingsOf(settings, connection.provider), connection);
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
