import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backlog } from '@atrium/kit/http/shed-load.ts';
import { createLogger } from '@atrium/kit/logging.ts';
import type { Running } from '@atrium/kit/service.ts';
import { Registry } from 'prom-client';
import { createApp } from './app.ts';
import { createTokenIssuer } from './auth/token-issuer.ts';
import { bootstrap, credentialsFile, readCredentials } from './bootstrap.ts';
import { createBrandingSweep } from './branding/sweep-objects.ts';
import { createCalendarSync } from './calendar/sync/calendar-sync.ts';
import type { Config } from './config.ts';
import { contactImportJob } from './contact-imports/import-job.ts';
import { indexTexts } from './contacts/index-texts.ts';
import { openDb } from './db.ts';
import { loadDemo } from './demo/load-demo.ts';
import { invitationMailJob } from './invitations/send-invitations.ts';
import { createJobs } from './jobs.ts';
import { createCredentialsMail } from './mail/credentials-mail.ts';
import { folderMailbox, type Mailbox } from './mail/mailbox.ts';
import { type Mailer, smtpMailer, unconfiguredMailer } from './mail/mailer.ts';
import { keepInstants } from './meetings/rederive-instants.ts';
import { migrate } from './migrate.ts';
import { openObjectStore } from './object-storage/open-object-store.ts';
import { deliverTo } from './outbox/deliver.ts';
import { platformHeaders } from './outbox/platform-headers.ts';
import { fitOutbox } from './outbox/position.ts';
import { type Relay, startRelay } from './outbox/relay.ts';
import { sweepExpired } from './sweep-expired.ts';
import { createTenantPurge } from './tenants/purge-tenant.ts';
import { tenantStores } from './tenants/tenant-stores.ts';
import { welcome } from './welcome.ts';

/** Starts the platform: database, background work, HTTP. Returns when it takes requests. */
export async function startPlatform(config: Config): Promise<Running> {
  const logger = createLogger('platform', config.logLevel);
  const registry = new Registry();
  let relay: Relay | undefined;
  function onWake(worker: string): void {
    if (worker === 'outbox') relay?.wake();
    else if (worker === 'calendar') calendar.wake();
    else jobs.wake(worker);
  }
  const db = openDb({ url: config.databaseUrl, max: config.databasePool, onWake });
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await migrate(db, (name) => logger.info({ name }, 'migration'));

  const issuer = await createTokenIssuer({ ...config.tokens });
  const jobs = createJobs({ url: config.databaseUrl, pool: db.pool, logger });
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const { mailer, mailbox } = openMail(config);
  if (!config.development && !config.mail.smtpUrl) logger.warn('SMTP_URL is not set: mail waits');
  const credentialsMail = createCredentialsMail({ db, jobs, mailer, publicUrl });
  const invitationMail = invitationMailJob({ config, db, mailer, publicUrl });
  const objects = openObjectStore(config);
  const brandingSweep = createBrandingSweep({ db, objects, jobs });
  const analyticsHeaders = platformHeaders(issuer);
  const calendar = createCalendarSync({ db, jobs, config, publicUrl, logger });
  const stores = tenantStores({ calendar, config, jobs, mailer, objects, analyticsHeaders });
  const tenantPurge = createTenantPurge({ db, jobs, stores });
  const services = {
    config,
    db,
    issuer,
    jobs,
    mailer,
    credentialsMail,
    objects,
    brandingSweep,
    calendar,
    tenantPurge,
    logger,
    registry,
  };
  const app = await createApp(services, mailbox);

  const [bootstrapped] = await Promise.all([
    bootstrap(db, config),
    jobs.start([
      credentialsMail.job,
      invitationMail,
      brandingSweep.job,
      tenantPurge.job,
      contactImportJob(db, jobs),
    ]),
  ]);
  const demoLoaded = config.demo && (await loadDemo(services));
  await db.asPlatform(fitOutbox);
  relay = startRelay({
    db,
    logger,
    registry,
    deliver: deliverTo(config.analyticsUrl, analyticsHeaders),
  });
  const address = await app.listen({ host: config.host, port: config.port, backlog });

  calendar.start();
  const sweep = sweepExpired(db, logger);
  const instants = keepInstants(db, logger);
  const texts = indexTexts(db, logger);

  async function stop(): Promise<void> {
    await app.drain(config.stopping.drainSeconds);
    sweep.stop();
    instants.stop();
    await app.close();
    await Promise.all([relay?.stop(), jobs.stop(), calendar.stop(), texts.stop()]);
    mailer.close();
    await db.close();
  }
  const made = bootstrapped || demoLoaded ? await readCredentials(config.dataDir) : null;
  const file = join(config.dataDir, credentialsFile);
  const lines = welcome({ address: publicUrl, mailbox: mailbox !== undefined, made, file });
  const stopWithinMs = config.stopping.graceSeconds * 1_000 - 500;
  return { address, stop, stopWithinMs, welcome: lines };
}

function openMail({ mail, development, dataDir }: Config): { mailer: Mailer; mailbox?: Mailbox } {
  if (mail.smtpUrl) return { mailer: smtpMailer(mail.smtpUrl, mail.from) };
  if (!development) return { mailer: unconfiguredMailer() };
  const mailbox = folderMailbox(join(dataDir, 'mail'), mail.from);
  return { mailer: mailbox, mailbox };
}
