import { join } from 'node:path';
import { type Env, fileOf, withSettings } from '@atrium/kit/env.ts';
import type { Config } from './config.ts';
import type { Secrets } from './secrets.ts';

/** The addresses of this start's processes; ports are settled. */
export type Addresses = {
  host: string;
  port: number;
  analyticsHost: string;
  analyticsPort: number;
  calendarPorts: { a: number; b: number };
};

/** Loopback: the analytics service is reached through the platform. */
export const analyticsHost = '127.0.0.1';
/** Loopback: simulated calendars are for the browser on this machine. */
export const calendarsHost = '127.0.0.1';

/** Returns the URL of a host and port as a process on this machine reaches it. */
export function toUrl(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Returns the platform's environment: ours, where to find everything, and its secrets. `simulated` are
 * the settings of calendar providers that stand in for those nobody has configured.
 */
export function platformEnvironment(
  config: Config,
  addresses: Addresses,
  embedded: { database: Env; secrets: Secrets; simulated: Env } | undefined,
): Env {
  const environment = withSettings(shared(config), {
    HOST: addresses.host,
    PORT: String(addresses.port),
    DATA_DIR: config.dataDir,
    ANALYTICS_URL: toUrl(addresses.analyticsHost, addresses.analyticsPort),
  });
  if (!embedded) return withSettings(environment, { ATRIUM_MODE: 'production', DEMO: 'off' });
  return withSettings(withoutPostgres(environment), {
    ...unconfigured(embedded.simulated, config.environment),
    ...embedded.database,
    ATRIUM_MODE: 'development',
    WEBHOOKS_PRIVATE_ADDRESSES: config.environment.WEBHOOKS_PRIVATE_ADDRESSES || 'on',
    TOKEN_SIGNING_KEY: config.environment.TOKEN_SIGNING_KEY || embedded.secrets.tokenSigningKey,
    ...(embedded.secrets.retiredSigningKeys && !config.environment.TOKEN_SIGNING_KEY
      ? { TOKEN_OTHER_KEYS: embedded.secrets.retiredSigningKeys }
      : {}),
    SECRET_KEY: config.environment.SECRET_KEY || embedded.secrets.secretKey,
  });
}

/** The words in the names of settings that hold secrets, so that a new one is withheld, too. */
const secretWords =
  /SECRET|PASSWORD|TOKEN|BOOTSTRAP|(^|_)KEYS?(_|$)|(DATABASE|SMTP|CLICKHOUSE|NATS)_URL(_FILE)?$/;
const analyticsNeeds = [
  'METRICS_TOKEN',
  'TOKEN_ISSUER',
  'TOKEN_AUDIENCE',
  'CLICKHOUSE_URL',
  'NATS_URL',
];

/** Leaves out every secret, given by itself or by a file, but for what is needed. */
function withoutSecrets(environment: Env, needed: readonly string[] = []): Env {
  const kept = new Set(needed.flatMap((name) => [name, fileOf(name)]));
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => kept.has(name) || !secretWords.test(name)),
  );
}

/** Returns the analytics service's environment; no secret of the platform is in it. */
export function analyticsEnvironment(config: Config, addresses: Addresses): Env {
  const given = shared(config);
  const environment = withSettings(given, {
    PUBLIC_URL: given.PUBLIC_URL ?? `http://localhost:${addresses.port}`,
    JWKS_URL: given.JWKS_URL ?? `${toUrl(addresses.host, addresses.port)}/.well-known/jwks.json`,
    ANALYTICS_HOST: addresses.analyticsHost,
    ANALYTICS_PORT: String(addresses.analyticsPort),
    ANALYTICS_DATA_DIR: join(config.dataDir, 'analytics'),
    ATRIUM_MODE: config.databaseUrl ? 'production' : 'development',
  });
  return withoutPostgres(withoutSecrets(environment, analyticsNeeds));
}

/** Returns the simulators' environment: their ports; no secret of the platform is in it. */
export function calendarsEnvironment(config: Config, { calendarPorts }: Addresses): Env {
  const environment = withSettings(shared(config), {
    CALENDAR_SIMULATOR_A_PORT: String(calendarPorts.a),
    CALENDAR_SIMULATOR_B_PORT: String(calendarPorts.b),
    CALENDAR_SIMULATOR_STATE: join(config.dataDir, 'calendars', 'state'),
  });
  return withoutPostgres(withoutSecrets(environment));
}

/** What a program needs of the machine: where programs and its own folders are. */
const ofTheMachine = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'NODE_COMPILE_CACHE'];

/** Returns the environment in which the console is built, by packages of others: no setting is in it. */
export function consoleBuildEnvironment({ environment }: Pick<Config, 'environment'>): Env {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => ofTheMachine.includes(name)),
  );
}

/** Returns the settings of simulated providers, without those of which the operator has set anything. */
export function unconfigured(simulated: Env, given: Env): Env {
  const providerOf = (name: string) => /^CALENDAR_(GOOGLE|MICROSOFT)_/.exec(name)?.[0];
  const configured = new Set(
    Object.keys(simulated)
      .filter((name) => given[name] || given[fileOf(name)])
      .map(providerOf),
  );
  return Object.fromEntries(
    Object.entries(simulated).filter(([name]) => !configured.has(providerOf(name))),
  );
}

function shared(config: Config): Env {
  const given = {
    NODE_COMPILE_CACHE: join(config.dataDir, 'cache', 'node'),
    ...config.environment,
  };
  // On a terminal the access log would hide what matters.
  const accessLog = config.databaseUrl
    ? {}
    : { ACCESS_LOG: config.environment.ACCESS_LOG || 'off' };
  return withSettings(given, { LOG_LEVEL: config.logLevel, ...accessLog });
}

// PGSSLMODE, PGHOST and the like, meant for another server, would reach the drivers.
function withoutPostgres(environment: Env): Env {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^PG[A-Z]/.test(name)));
}
