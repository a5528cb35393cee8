import { join } from 'node:path';
import { openCalendarPorts } from './calendar-ports.ts';
import { checkSettings } from './check-settings.ts';
import { type Addresses, analyticsHost, toUrl, unconfigured } from './child-environment.ts';
import type { Config } from './config.ts';
import { lockDataDir, openDataDir } from './data-dir.ts';
import type { Kept, Running } from './keep-running.ts';
import { refuseHalfRestored } from './keeping/restore.ts';
import { type Log, openLog } from './log.ts';
import { claimAtLocalhost, claimPort, freePort } from './ports.ts';
import type { Connections } from './postgres/connections.ts';
import { type PreparedPostgres, preparePostgres } from './postgres.ts';
import { openSecrets } from './secrets.ts';
import {
  type House,
  keepAnalytics,
  keepCalendars,
  keepPlatform,
  keepPostgres,
  timeSince,
} from './services.ts';
import { endStrays, openChildRecord } from './strays.ts';

export type Atrium = {
  /** The address for processes of this machine: `http://127.0.0.1:8080`. */
  address: string;
  /** Ports as settled, for what talks to the services directly. */
  addresses: Readonly<Addresses>;
  /** The settings to reach the embedded database; undefined when DATABASE_URL was given. */
  database: Connections | undefined;
  /** Stops the platform, then simulated calendars, then analytics, then PostgreSQL. */
  stop(): Promise<void>;
};

export type StartOptions = {
  log?: Log;
  /** Aborting it stops the start, or what was started. */
  stopping?: AbortSignal;
  /** Holds every process that runs, for whoever must end them at once. */
  processes?: Set<Running>;
};

/**
 * Starts the database (unless one is given), the analytics service, the simulated calendars (not
 * under production rules) and the platform, and keeps them running. Resolves when all are ready. Throws a StartError or ConfigError for what the
 * operator can put right: a port taken, DATA_DIR in use, a setting missing.
 */
export async function startAtrium(config: Config, options: StartOptions = {}): Promise<Atrium> {
  const { log = openLog(config), stopping } = options;
  const began = performance.now();
  await checkSettings(config);
  const dataDir = openDataDir(config.dataDir);
  const lock = await lockDataDir(dataDir, toUrl(config.host, config.port), log);
  const kept: { platform?: Kept; calendars?: Kept; analytics?: Kept; postgres?: Kept } = {};
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= (async () => {
      lock.stopping();
      await kept.platform?.stop();
      await kept.calendars?.stop();
      await kept.analytics?.stop();
      await kept.postgres?.stop();
      lock.release();
    })();
    return stopped;
  };

  // Before each service: one that came after the stopping had begun would be left running.
  const goOn = () => stopping?.throwIfAborted();

  try {
    refuseHalfRestored(dataDir);
    const childrenFile = join(dataDir, 'run', 'children.json');
    await endStrays(childrenFile, log);
    const house = await openHouse({ ...config, dataDir }, log, childrenFile, options.processes);
    goOn();
    stopping?.addEventListener('abort', stop, { once: true });
    if (config.calendarSimulators)
      kept.calendars = keepCalendars(house, () => kept.platform?.restart());
    const embedded = config.databaseUrl ? undefined : await openDatabase(house);
    goOn();
    if (embedded) {
      kept.postgres = keepPostgres(house, embedded.prepared);
      await kept.postgres.ready;
      goOn();
    }
    // After the database, which the platform waits for: analytics gets ready beside the platform.
    kept.analytics = keepAnalytics(house, () => kept.platform?.restart());
    await kept.calendars?.ready;
    goOn();
    kept.platform = keepPlatform(house, embedded);
    await Promise.all([kept.platform.ready, kept.analytics.ready]);
    goOn();
    const address = toUrl(house.addresses.host, house.addresses.port);
    const { publicUrl } = config;
    log.info(`Atrium is ready in ${timeSince(began)} at ${publicUrl ?? nameOf(house.addresses)}`);
    house.showWelcome();
    return { address, addresses: house.addresses, database: embedded?.prepared, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openHouse(
  config: Config,
  log: Log,
  childrenFile: string,
  processes = new Set<Running>(),
): Promise<House & { showWelcome(): void }> {
  const port = await claimPort(config.host, config.port, 'PORT');
  if (!config.databaseUrl) await claimAtLocalhost(config.host, port);
  // With "any port" for the platform, a fixed one for analytics would only invite a clash.
  const analyticsPort = config.analyticsPort
    ? await claimPort(analyticsHost, config.analyticsPort, 'ANALYTICS_PORT')
    : await freePort(analyticsHost, config.port === 0 ? 0 : 8081);
  const calendarPorts = config.calendarSimulators
    ? await openCalendarPorts(
        config.dataDir,
        config.port === 0 ? { a: 0, b: 0 } : { a: 8082, b: 8083 },
      )
    : { a: 0, b: 0 };
  const record = openChildRecord(childrenFile, log);
  const welcome = Promise.withResolvers<string[]>();
  const house: House & { showWelcome(): void } = {
    config,
    log,
    addresses: { host: config.host, port, analyticsHost, analyticsPort, calendarPorts },
    simulated: {},
    onProcess(name, running) {
      processes.add(running);
      void running.ended.then(() => processes.delete(running));
      if (name !== 'postgres') record(name, running.pid);
    },
    onWelcome: welcome.resolve,
    showWelcome: () =>
      void welcome.promise.then((lines) =>
        log.verbatim([...lines, ...calendarPages(house)].join('\n')),
      ),
  };
  return house;
}

/** Returns the address for people: browsers reach this machine as `localhost` by either protocol. */
function nameOf({ host, port }: Addresses): string {
  const here = ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::'].includes(host);
  return here ? `http://localhost:${port}` : toUrl(host, port);
}

/** Returns a line for each simulated calendar with the address of its page. */
function calendarPages({ config, simulated }: House): string[] {
  const settings = unconfigured(simulated, config.environment);
  return ['Google', 'Microsoft'].flatMap((name) => {
    const url = settings[`CALENDAR_${name.toUpperCase()}_BASE_URL`];
    return url ? [`Calendar     ${url} (${name}, simulated)`] : [];
  });
}

async function openDatabase(house: House) {
  const { config, log } = house;
  const secrets = await openSecrets(join(config.dataDir, 'secrets.json'));
  const prepared: PreparedPostgres = await preparePostgres({
    dataDir: config.dataDir,
    passwords: { admin: secrets.databaseAdminPassword, owner: secrets.databasePassword },
    log,
  });
  return { secrets, prepared, database: prepared.environment };
}
