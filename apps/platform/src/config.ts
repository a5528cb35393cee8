import { join } from 'node:path';
import { readOutsideIssuer } from '@atrium/kit/auth/outside-issuer.ts';
import { type Env, readEnv } from '@atrium/kit/env.ts';
import { readAddressLimits } from '@atrium/kit/http/address-limits.ts';
import { readTrustProxy } from '@atrium/kit/http/trusted-proxies.ts';
import { logLevels } from '@atrium/kit/logging.ts';
import { readResourceAttributes } from '@atrium/kit/tracing/resource-attributes.ts';
import { readCalendar } from './calendar-settings.ts';
import { type KeyRing, noSecretKey, readKeyRing } from './database/key-ring.ts';
import { readMail } from './mail/mail-settings.ts';

export type Config = ReturnType<typeof toConfig>;

/**
 * Returns the platform's settings, read once. ATRIUM_MODE=production (the default) has no demo data and
 * no development mailbox. Throws ConfigError naming every setting that is missing or malformed.
 */
export function toConfig(source: Env) {
  const env = readEnv(source);
  const mode = env.oneOf('ATRIUM_MODE', ['production', 'development'], 'production');
  const development = mode === 'development';
  const host = env.string('HOST', '127.0.0.1');
  const port = env.int('PORT', 8080, { max: 65_535 });
  const config = {
    development,
    commit: env.optional('ATRIUM_COMMIT') ?? null,
    host,
    port,
    otlpEndpoint: env.optional('OTEL_EXPORTER_OTLP_ENDPOINT')
      ? env.url('OTEL_EXPORTER_OTLP_ENDPOINT')
      : null,
    resourceAttributes: readResourceAttributes(env),
    publicUrl: readPublicUrl(env, development),
    databaseUrl: env.string('DATABASE_URL'),
    databaseReadUrl: readDatabaseReadUrl(env),
    migrate: env.oneOf('MIGRATE', ['start', 'wait', 'refuse'], 'start'),
    databasePool: env.int('DATABASE_POOL', 8, { min: 2, max: 500 }),
    dataDir: env.string('DATA_DIR', '.data'),
    consoleDir: env.string('CONSOLE_DIR', join(import.meta.dirname, '../../console/dist')),
    s3: readS3(env),
    analyticsUrl: env.url('ANALYTICS_URL', 'http://127.0.0.1:8081'),
    secretKeys:
      readKeyRing(env.optional('SECRET_KEY') ?? '') ?? env.fault<KeyRing>(noSecretKey, ['']),
    tokens: {
      signingKey: env.string('TOKEN_SIGNING_KEY'),
      otherKeys: env.optional('TOKEN_OTHER_KEYS'),
      issuer: env.string('TOKEN_ISSUER', 'atrium'),
      audience: env.string('TOKEN_AUDIENCE', 'atrium'),
      accessSeconds: env.int('ACCESS_TOKEN_SECONDS', 900, { min: 5, max: 86_400 }),
      refreshDays: env.int('REFRESH_TOKEN_DAYS', 30, { min: 1, max: 365 }),
    },
    outsideIssuer: readOutsideIssuer(env),
    bootstrap: {
      email: env.string('BOOTSTRAP_ADMIN_EMAIL', 'admin@platform.local'),
      password: env.optional('BOOTSTRAP_ADMIN_PASSWORD'),
    },
    demo: development && env.flag('DEMO', true),
    mail: readMail(env),
    rsvpRequiresToken: env.flag('RSVP_REQUIRE_TOKEN', !development),
    calendar: readCalendar(env),
    auditArchiveMonths: env.int('AUDIT_ARCHIVE_MONTHS', 0, { max: 600 }),
    purge: {
      batchRows: env.int('PURGE_BATCH_ROWS', 5_000, { min: 1, max: 100_000 }),
      answerMs: env.int('PURGE_ANSWER_SECONDS', 20, { max: 60 }) * 1_000,
    },
    webhooksPrivateAddresses: env.flag('WEBHOOKS_PRIVATE_ADDRESSES', false),
    domainProof: {
      required: env.oneOf('DOMAIN_PROOF', ['off', 'dns'], development ? 'off' : 'dns') === 'dns',
      label: env.string('DOMAIN_PROOF_LABEL', '_atrium-challenge'),
      servers: toList(env.optional('DOMAIN_PROOF_NAME_SERVERS')),
    },
    domainReach: {
      port: env.int('DOMAIN_REACH_PORT', 443, { min: 1, max: 65_535 }),
      allowsPrivate: env.flag('DOMAIN_REACH_PRIVATE_ADDRESSES', false),
      nameServers: toList(env.optional('DOMAIN_REACH_NAME_SERVERS')),
    },
    rateLimits: {
      enabled: env.flag('RATE_LIMITS', true),
      perUserPerMinute: env.int('RATE_LIMIT_USER_PER_MINUTE', 600, { min: 1 }),
      publicBrandingPerMinute: env.int('RATE_LIMIT_BRANDING_PER_MINUTE', 300, { min: 1 }),
      publicRsvpPerMinute: env.int('RATE_LIMIT_RSVP_PER_MINUTE', 60, { min: 1 }),
      webhookPerMinute: env.int('RATE_LIMIT_WEBHOOK_PER_MINUTE', 600, { min: 1 }),
      loginPerMinute: env.int('RATE_LIMIT_LOGIN_PER_MINUTE', 10, { min: 1 }),
      loginFailuresPerMinute: env.int('RATE_LIMIT_LOGIN_FAILURES_PER_MINUTE', 30, { min: 1 }),
    },
    stopping: readStopping(env, development),
    logLevel: env.oneOf('LOG_LEVEL', logLevels, 'info'),
    accessLog: env.flag('ACCESS_LOG', true),
    metricsToken: env.optional('METRICS_TOKEN') ?? null,
    securityContacts: readSecurityContacts(env),
    trustProxy: readTrustProxy(env),
    addressLimits: readAddressLimits(env),
    requestTimeoutMs: env.int('REQUEST_TIMEOUT_SECONDS', 15, { min: 1, max: 3_600 }) * 1_000,
    corsOrigins: toList(env.optional('CORS_ORIGINS')),
  };
  env.done();
  return config;
}

/**
 * Production states its address: without it, whatever Host header a caller sends would get into
 * answers that are cached and into mails.
 */
function readPublicUrl(env: ReturnType<typeof readEnv>, development: boolean): string | null {
  if (development && env.optional('PUBLIC_URL') === undefined) return null;
  const url = env.url('PUBLIC_URL');
  if (url && !/^https?:/.test(url)) env.fault('PUBLIC_URL must begin with https:// or http://', '');
  return url;
}

/** Reads the address of a standby; without one the primary answers all reads. */
function readDatabaseReadUrl(env: ReturnType<typeof readEnv>): string | null {
  const url = env.optional('DATABASE_READ_URL');
  if (url === undefined) return null;
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return url;
  return env.fault('DATABASE_READ_URL must be an address postgres://…', null);
}

/** Reads where weaknesses are reported: addresses of pages, of mail or of phones, by commas. */
function readSecurityContacts(env: ReturnType<typeof readEnv>): string[] {
  const contacts = toList(env.optional('SECURITY_CONTACT')).map((each) =>
    /^[^\s@:/]+@[^\s@]+$/.test(each) ? `mailto:${each}` : each,
  );
  const isUsable = contacts.every((each) => /^(https:\/\/|mailto:|tel:)[\x21-\x7e]+$/.test(each));
  if (isUsable) return contacts;
  return env.fault('SECURITY_CONTACT must be e-mail addresses or https:// pages, by commas', []);
}

// A close by itself may take some seconds after the draining.
const closeSeconds = 12;

/** Reads how the platform stops: how long it serves on, and how long a stop may take altogether. */
function readStopping(env: ReturnType<typeof readEnv>, development: boolean) {
  const graceSeconds = env.int('STOP_GRACE_SECONDS', 30, { min: closeSeconds, max: 3_600 });
  const max = graceSeconds - closeSeconds;
  const usual = development ? 0 : Math.min(5, max);
  return { graceSeconds, drainSeconds: env.int('DRAIN_SECONDS', usual, { max }) };
}

export type S3Settings = NonNullable<ReturnType<typeof readS3>>;

export function readS3(env: ReturnType<typeof readEnv>) {
  const bucket = env.optional('S3_BUCKET');
  if (!bucket) return null;
  return {
    bucket,
    endpoint: env.optional('S3_ENDPOINT') ?? null,
    region: env.string('S3_REGION', 'us-east-1'),
    accessKeyId: env.optional('S3_ACCESS_KEY_ID') ?? null,
    secretAccessKey: env.optional('S3_SECRET_ACCESS_KEY') ?? null,
    pathStyle: env.flag('S3_PATH_STYLE', false),
  };
}

function toList(text = ''): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
}
