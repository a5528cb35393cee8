import { join, resolve } from 'node:path';
import { readOutsideIssuer } from '@atrium/kit/auth/outside-issuer.ts';
import { type Env, readEnv } from '@atrium/kit/env.ts';
import { readAddressLimits } from '@atrium/kit/http/address-limits.ts';
import { readTrustProxy } from '@atrium/kit/http/trusted-proxies.ts';
import { logLevels } from '@atrium/kit/logging.ts';
import { readResourceAttributes } from '@atrium/kit/tracing/resource-attributes.ts';
import { readLogSettings } from './distributed/settings.ts';

const mebibyte = 1_048_576;

export type Config = ReturnType<typeof toConfig>;

/** Returns the settings of this service. Throws ConfigError naming every one that is wrong. */
export function toConfig(env: Env) {
  const reader = readEnv(env);
  const { string, optional, int, flag, url, oneOf, done } = reader;
  const directory = resolve(string('ANALYTICS_DATA_DIR', join('.data', 'analytics')));
  const config = {
    host: string('ANALYTICS_HOST', '127.0.0.1'),
    port: int('ANALYTICS_PORT', 8081, { max: 65_535 }),
    otlpEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT')
      ? url('OTEL_EXPORTER_OTLP_ENDPOINT')
      : null,
    resourceAttributes: readResourceAttributes(reader),
    directory,
    /** The address of the platform, whose page of errors each problem names. */
    publicUrl: url('PUBLIC_URL', 'http://localhost:8080'),
    /** A ClickHouse server to use in place of the embedded engine. */
    clickhouseUrl: optional('CLICKHOUSE_URL') === undefined ? undefined : url('CLICKHOUSE_URL'),
    /** A cluster whose tables were made by deploy/clickhouse: the service then makes none. */
    clickhouseCluster: readCluster(reader),
    /** The log that processes share in the distributed form. */
    sharedLog: readLogSettings(reader),
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    accessLog: flag('ACCESS_LOG', true),
    metricsToken: optional('METRICS_TOKEN') ?? null,
    tokens: {
      jwksUrl: url('JWKS_URL', 'http://127.0.0.1:8080/.well-known/jwks.json'),
      issuer: string('TOKEN_ISSUER', 'atrium'),
      audience: string('TOKEN_AUDIENCE', 'atrium'),
    },
    outsideIssuer: readOutsideIssuer(reader),
    trustProxy: readTrustProxy(reader),
    addressLimits: readAddressLimits(reader),
    requestTimeoutMs: int('REQUEST_TIMEOUT_SECONDS', 15, { min: 1, max: 3_600 }) * 1_000,
    rateLimits: flag('RATE_LIMITS', true),
    perUserPerMinute: int('RATE_LIMIT_USER_PER_MINUTE', 600, { min: 1 }),
    eventsPerMinute: int('RATE_LIMIT_EVENTS_PER_MINUTE', 6_000, { min: 1 }),
    /** Of batches that a credential sends and whose events are all older than a day. */
    historyPerMinute: int('RATE_LIMIT_HISTORY_PER_MINUTE', 60_000, { min: 1 }),
    /** Events that may wait for the store before new ones are refused with 503. */
    backlog: {
      maxEvents: int('ANALYTICS_BACKLOG_EVENTS', 100_000, { min: 1_000 }),
      maxBytes: int('ANALYTICS_BACKLOG_MIB', 64, { min: 1 }) * mebibyte,
    },
    /** Memory that may remember which identifiers are stored, some 2.5 bytes each. */
    identifierBytes: int('ANALYTICS_IDENTIFIERS_MIB', 256, { min: 1 }) * mebibyte,
    /** Keys of attributes that get a column of their own. */
    attributeColumns: readAttributeColumns(reader),
    /** Whole months for which events are kept; 0 for ever. */
    retentionMonths: int('ANALYTICS_RETENTION_MONTHS', 0, { max: 1_200 }),
    /** Queries at a time; one is left to other tenants. More than 2 need a larger UV_THREADPOOL_SIZE (2 above this). */
    readers: int('ANALYTICS_QUERY_SLOTS', 2, { min: 2, max: 64 }),
    /** The time a query waits for a slot before 503. With its own time it must stay below the 30 s of a forwarded request. */
    maxWaitMs: int('ANALYTICS_QUERY_WAIT_SECONDS', 15, { min: 1, max: 600 }) * 1000,
    caps: {
      seconds: int('ANALYTICS_QUERY_SECONDS', 10, { min: 1 }),
      memoryBytes: int('ANALYTICS_QUERY_MIB', 512, { min: 16 }) * mebibyte,
      rowsRead: int('ANALYTICS_QUERY_ROWS', 1_000_000_000, { min: 1 }),
      threads: int('ANALYTICS_QUERY_THREADS', 2, { min: 1 }),
    },
  };
  done();
  return config;
}

/** Returns the name of the cluster. It becomes part of statements, so few characters are allowed. */
function readCluster({ optional, fault }: ReturnType<typeof readEnv>): string | undefined {
  const name = optional('CLICKHOUSE_CLUSTER');
  if (name === undefined || /^[\w-]{1,64}$/.test(name)) return name;
  return fault('CLICKHOUSE_CLUSTER must be the name of a cluster', undefined);
}

const [mostAttributeColumns, longestKey] = [16, 64];

/** Returns the keys of a list with commas. Each costs a little of every event that comes in, so there may be few. */
function readAttributeColumns({ optional, fault }: ReturnType<typeof readEnv>): string[] {
  const given = (optional('ANALYTICS_ATTRIBUTE_COLUMNS') ?? '').split(',').map((key) => key.trim());
  const keys = [...new Set(given.filter(Boolean))];
  const isGood =
    keys.length <= mostAttributeColumns && keys.every((key) => key.length <= longestKey);
  if (isGood) return keys;
  const rule = `at most ${mostAttributeColumns} attribute keys of at most ${longestKey} characters`;
  return fault(`ANALYTICS_ATTRIBUTE_COLUMNS must be ${rule}, with commas between`, []);
}

/** Reads the settings from the process's environment. */
export function readConfig(): Config {
  return toConfig(process.env);
}
