import { join, resolve } from 'node:path';
import { type Env, fileOf, readEnv, withSettings } from '@atrium/kit/env.ts';

const projectRoot = resolve(import.meta.dirname, '../../..');

export type Config = {
  /** The address at which the platform listens; port 0 means any free one. */
  host: string;
  port: number;
  /** Undefined: 8081 when it is free, otherwise any free port. */
  analyticsPort: number | undefined;
  /** Absolute; everything the embedded start keeps lies under it. */
  dataDir: string;
  /** A PostgreSQL of one's own. Its presence switches to production rules. */
  databaseUrl: string | undefined;
  /** True when providers of calendars are simulated: never under production rules. */
  calendarSimulators: boolean;
  /** PUBLIC_URL, which the platform checks. */
  publicUrl: string | undefined;
  logFormat: 'pretty' | 'json';
  logLevel: string;
  colour: boolean;
  /** The children's entry files; tests put small ones in their place. */
  entries: { platform: string; analytics: string; calendars: string; console: string | undefined };
  /** The whole environment: what is not read here, or set for the children, goes to them unchanged. */
  environment: Env;
};

/** Reads the environment into a Config. Throws a ConfigError that names every setting at fault. */
export function readConfig(environment: Env = process.env): Config {
  const env = readEnv(environment);
  const terminal = process.stdout.isTTY === true;
  const port = { min: 0, max: 65_535 };
  const databaseUrl = env.optional('DATABASE_URL');
  const config: Config = {
    host: env.string('HOST', '127.0.0.1'),
    port: env.int('PORT', 8080, port),
    analyticsPort: env.int('ANALYTICS_PORT', 0, port) || undefined,
    dataDir: resolve(projectRoot, env.string('DATA_DIR', '.data')),
    databaseUrl,
    publicUrl: env.optional('PUBLIC_URL'),
    calendarSimulators: env.flag('CALENDAR_SIMULATORS', true) && databaseUrl === undefined,
    logFormat: env.oneOf('LOG_FORMAT', ['pretty', 'json'], 'pretty'),
    logLevel: env.string('LOG_LEVEL', 'info'),
    colour: terminal && env.optional('NO_COLOR') === undefined,
    entries: {
      platform: join(projectRoot, 'apps/platform/src/main.ts'),
      analytics: join(projectRoot, 'apps/analytics/src/main.ts'),
      calendars: join(projectRoot, 'tools/calendar-simulators/src/main.ts'),
      console: join(projectRoot, 'apps/console/build/main.ts'),
    },
    environment: withSettings(environment, valuesOf(env, environment)),
  };
  env.done();
  return config;
}

/** The settings that this start compares, hands on under conditions or sets anew for the children. */
const handedOn = [
  'ACCESS_LOG',
  'ANALYTICS_PORT',
  'DATABASE_URL',
  'DATA_DIR',
  'HOST',
  'JWKS_URL',
  'LOG_LEVEL',
  'PORT',
  'PUBLIC_URL',
  'SECRET_KEY',
  'TOKEN_OTHER_KEYS',
  'TOKEN_SIGNING_KEY',
  'WEBHOOKS_PRIVATE_ADDRESSES',
];

/** Returns those of them that files give, by their values. */
function valuesOf({ optional }: ReturnType<typeof readEnv>, environment: Env): Env {
  const byFile = handedOn.filter((name) => environment[fileOf(name)]);
  return Object.fromEntries(byFile.map((name) => [name, optional(name)]));
}
