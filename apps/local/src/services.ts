import type { Env } from '@atrium/kit/env.ts';
import { openCalendarPorts } from './calendar-ports.ts';
import { startChild } from './child.ts';
import {
  type Addresses,
  analyticsEnvironment,
  analyticsHost,
  calendarsEnvironment,
  platformEnvironment,
} from './child-environment.ts';
import type { Config } from './config.ts';
import { type Kept, keepRunning, type Running } from './keep-running.ts';
import type { Log } from './log.ts';
import { freePort } from './ports.ts';
import type { PreparedPostgres } from './postgres.ts';
import type { Secrets } from './secrets.ts';

/** The state that the services of one start share. */
export type House = {
  config: Config;
  /** Ports behind the platform may move when another process takes them; the rest is settled. */
  addresses: Addresses;
  log: Log;
  /** The settings by which the platform reaches the simulated calendars, as they state them. */
  simulated: Env;
  /** Told of every process that runs, so that it can be found again or killed. */
  onProcess(name: string, running: Running): void;
  /** Told what the platform wants the people at the terminal to read. */
  onWelcome(lines: string[]): void;
};

const stopLimitMs = 10_000;
/** The time a stop may take. Under production rules the platform serves on for some seconds: see STOP_GRACE_SECONDS. */
const drainingStopLimitMs = 30_000;

/** Keeps the database running. */
export function keepPostgres(house: House, prepared: PreparedPostgres): Kept {
  return keepRunning(
    {
      name: 'PostgreSQL',
      async start(stopping) {
        const running = await timed(house.log, 'PostgreSQL', () => prepared.start(stopping));
        house.onProcess('postgres', running);
        return running;
      },
    },
    house.log,
  );
}

/** Keeps the analytics service running; `onMoved` is called when its port had to change. */
export function keepAnalytics(house: House, onMoved: () => void): Kept {
  const { config, addresses } = house;
  return keepRunning(
    {
      name: 'analytics',
      async start(stopping) {
        const before = addresses.analyticsPort;
        if (config.analyticsPort === undefined) {
          addresses.analyticsPort = await freePort(analyticsHost, before);
        }
        if (addresses.analyticsPort !== before) onMoved();
        const environment = analyticsEnvironment(config, addresses);
        return keepChild(house, 'analytics', config.entries.analytics, environment, stopping);
      },
    },
    house.log,
  );
}

/** Keeps the simulated calendars running; `onMoved` is called when their ports had to change. */
export function keepCalendars(house: House, onMoved: () => void): Kept {
  const { config, addresses } = house;
  return keepRunning(
    {
      name: 'calendars',
      async start(stopping) {
        const before = addresses.calendarPorts;
        addresses.calendarPorts = await openCalendarPorts(config.dataDir, before);
        const { a, b } = addresses.calendarPorts;
        const environment = calendarsEnvironment(config, addresses);
        const { calendars } = config.entries;
        const running = await keepChild(house, 'calendars', calendars, environment, stopping);
        // Only now has it told the settings that the platform is to have.
        if (a !== before.a || b !== before.b) onMoved();
        return running;
      },
    },
    house.log,
  );
}

/** Keeps the platform running; `embedded` is absent under production rules. */
export function keepPlatform(
  house: House,
  embedded: { database: Env; secrets: Secrets } | undefined,
): Kept {
  const { config } = house;
  return keepRunning(
    {
      name: 'platform',
      start(stopping) {
        const { addresses, simulated } = house;
        const environment = platformEnvironment(
          config,
          addresses,
          embedded && { ...embedded, simulated },
        );
        return keepChild(house, 'platform', config.entries.platform, environment, stopping);
      },
    },
    house.log,
  );
}

/**
 * V8's options for garbage collection in each service. A larger heap for young objects holds the
 * thousand requests that wait after a stall. By default V8 collects everything when the old heap has
 * grown by a tenth, every few seconds under load; the platform's may double (ADR 29).
 */
const collecting: Record<string, string[]> = {
  platform: ['--max-semi-space-size=32', '--heap-growing-percent=100'],
  analytics: ['--max-semi-space-size=4'],
  calendars: ['--max-semi-space-size=1'],
};

function keepChild(
  house: House,
  name: string,
  entry: string,
  environment: Env,
  stopping: AbortSignal,
): Promise<Running> {
  const { log } = house;
  const start = () =>
    startChild(
      {
        name,
        entry,
        environment,
        log,
        stopLimitMs: house.config.databaseUrl ? drainingStopLimitMs : stopLimitMs,
        flags: collecting[name] ?? [],
        onSpawn: (running) => house.onProcess(name, running),
        onMessage(message) {
          if (message.type === 'progress') log.info(`${name}: ${message.message}`);
          if (message.type === 'welcome') house.onWelcome(message.lines as string[]);
          if (message.type === 'settings') house.simulated = message.settings as Env;
        },
      },
      stopping,
    );
  return timed(log, name, start);
}

async function timed<T>(log: Log, name: string, start: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const started = await start();
  log.info(`${name}: ready in ${timeSince(began)}`);
  return started;
}

/** Time since a `performance.now()`, as "40 ms" or "1.4 s". */
export function timeSince(began: number): string {
  const ms = performance.now() - began;
  return ms < 100 ? `${Math.ceil(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
