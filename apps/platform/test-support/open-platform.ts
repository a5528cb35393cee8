import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@atrium/kit/logging.ts';
import { Registry } from '@prometheus-io/client';
import { exportJWK, generateKeyPair } from 'jose';
import type { DestinationStream } from 'pino';
import { inject } from 'vitest';
import { createApp } from '../src/app.ts';
import { pauseOutgoing } from '../src/background/outgoing-pause.ts';
import { toConfig } from '../src/config.ts';
import { keepGroups } from '../src/contacts/duplicates/keep-groups.ts';
import { refuseCallsInTransactions, refuseInTransaction } from '../src/database/outgoing-calls.ts';
import type { Message } from '../src/mail/mailer.ts';
import { createServices } from '../src/services.ts';
import { openSql } from './open-sql.ts';
import { recordExchanges } from './record-exchanges.ts';

export type PlatformOptions = {
  logTo?: DestinationStream;
  idle?: readonly string[];
  webhooks?: boolean;
  /** True for an installation that was restored. */
  paused?: boolean;
  /** Takes each message first, and may refuse it by throwing. */
  mailServer?: (message: Message) => void;
  /** PostgreSQL plans each statement of a connection once, whatever its parameters are. */
  plansOnce?: boolean;
  /** True where who waits for a connection is refused as soon as by a platform in use. */
  refuses?: boolean;
  /** A database to use in place of a new one. */
  databaseUrl?: string;
};

/** Says how long one waits for a connection in tests: a crowd that a slow machine serves late is not refused. */
export const patience = { connectionTimeoutMillis: 120_000, crowdedMs: 120_000 };

export type Platform = Awaited<ReturnType<typeof openPlatform>>;

/**
 * Opens a whole platform over a database of its own, for tests. `onMail` takes what it mails; see
 * `world` for the rest.
 */
export async function openPlatform(
  settings: Record<string, string> = {},
  {
    logTo,
    idle = [],
    webhooks = false,
    paused = false,
    mailServer,
    plansOnce = false,
    refuses = false,
    databaseUrl,
  }: PlatformOptions = {},
  onMail: (message: Message) => void = () => undefined,
) {
  const url = databaseUrl ?? (await cloneDatabase(plansOnce));
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-world-'));
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const config = toConfig({
    ATRIUM_MODE: 'development',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    TOKEN_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  refuseCallsInTransactions();
  const logger = createLogger('test', config.logLevel, logTo);
  const mailer = {
    send: async (message: Message) => {
      refuseInTransaction('the mail server');
      mailServer?.(message);
      onMail(message);
    },
    removeTenant: async () => 0,
    removeNaming: async () => 0,
    composing: <T>(work: () => Promise<T>) => work(),
    close: () => undefined,
  };
  const publicUrl = config.publicUrl ?? 'http://atrium.test';
  const registry = new Registry();
  const services = await createServices(config, {
    logger,
    registry,
    mailer,
    publicUrl,
    ...(!refuses && { patience }),
  });
  const { db, jobs, calendar, work } = services;
  /** The owner's own connection, beside the platform's. */
  const sql = openSql(url);
  if (paused) await db.asPlatform(pauseOutgoing);
  const app = await createApp(services);
  if (process.env.RECORD_EXCHANGES) recordExchanges(app, process.env.RECORD_EXCHANGES);
  const resting = async () => undefined;
  await jobs.start(work.map((job) => (idle.includes(job.name) ? { ...job, run: resting } : job)));
  if (!idle.includes('mails')) services.mailSender.start();
  calendar.start();
  const duplicates = keepGroups({ db, logger, registry });
  if (webhooks) services.webhooks.delivery.start();

  /** Ends what answers and what works, so that nothing changes any more. */
  async function quiet(): Promise<void> {
    await app.close();
    await Promise.all([
      jobs.stop(),
      calendar.stop(),
      services.mailSender.stop(),
      services.webhooks.delivery.stop(),
      duplicates.stop(),
    ]);
  }

  async function close(): Promise<void> {
    await Promise.all([services.closeDb(), sql.end()]);
    await rm(dataDir, { recursive: true, force: true });
  }

  return { app, db, sql, config, services, quiet, close };
}

/** A database of its own, cloned in milliseconds from the migrated one. */
export async function cloneDatabase(plansOnce = false): Promise<string> {
  const template = new URL(inject('templateUrl'));
  const name = `world_${crypto.randomUUID().replaceAll('-', '')}`;
  const admin = openSql(inject('adminUrl'));
  await admin.unsafe(`create database ${name} template ${template.pathname.slice(1)} owner atrium`);
  if (plansOnce)
    await admin.unsafe(`alter database ${name} set plan_cache_mode = 'force_generic_plan'`);
  await admin.end();
  template.pathname = `/${name}`;
  return template.href;
}
