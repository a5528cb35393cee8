import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { backlog } from '@atrium/kit/http/shed-load.ts';
import { createLogger } from '@atrium/kit/logging.ts';
import { makeFolder, tightenFolder } from '@atrium/kit/own-folder.ts';
import type { Running } from '@atrium/kit/service.ts';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { createApp } from '../app.ts';
import { bootstrap, credentialsFile, readCredentials } from '../auth/bootstrap.ts';
import { createTokenIssuer } from '../auth/token-issuer.ts';
import { createJobs } from '../background/jobs.ts';
import { schedules } from '../background/schedules.ts';
import { calendarExport } from '../calendar/export/queue-export.ts';
import { externalBusy } from '../calendar/external-busy.ts';
import { createCalendarSync } from '../calendar/worker/calendar-sync.ts';
import type { Config } from '../config.ts';
import { contactImportJob } from '../contacts/import/import-job.ts';
import { checkDatabase } from '../database/check-database.ts';
import { createDatabaseMetrics } from '../database/database-metrics.ts';
import { openDb } from '../database/db.ts';
import { migrate } from '../database/migrate.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { openObjectStore } from '../files/open-object-store.ts';
import { countMails } from '../mail/count-mails.ts';
import { createCredentialsMail } from '../mail/credentials-mail.ts';
import { folderMailbox, type Mailbox } from '../mail/mailbox.ts';
import { type Mailer, smtpMailer, unconfiguredMailer } from '../mail/mailer.ts';
import { invitationMailJob } from '../meetings/invitations/send-invitations.ts';
import { deliverTo } from '../outbox/deliver.ts';
import { platformHeaders } from '../outbox/platform-headers.ts';
import { type Relay, startRelay } from '../outbox/relay.ts';
import { renumberEvents } from '../outbox/renumber-events.ts';
import { createBrandingSweep } from '../tenants/branding/sweep-objects.ts';
import { createTenantPurge } from '../tenants/purge/purge-tenant.ts';
import { tenantStores } from '../tenants/purge/tenant-stores.ts';
import { answerAtLocalhost } from './loopback.ts';
import { isLoopback, publicAddress } from './own-hosts.ts';
import { welcome } from './welcome.ts';

/** Starts the platform: database, background work, HTTP. Returns when it takes requests. */
export async function startPlatform(config: Config): Promise<Running> {
  const logger = createLogger('platform', config.logLevel);
  const registry = new Registry();
  let relay: Relay | undefined;
  function wake(worker: string): void {
    if (worker === 'outbox') relay?.wake();
    else if (worker === 'calendar') calendar.wake();
    else jobs.wake(worker);
  }
  makeFolder(config.dataDir);
  tightenFolder(config.dataDir, 'DATA_DIR');
  if (!config.development) await checkDatabase(config.databaseUrl);
  const issuer = await createTokenIssuer({ ...config.tokens });
  const databaseMetrics = createDatabaseMetrics(registry);
  const { observer } = databaseMetrics;
  const db = openDb({ url: config.databaseUrl, max: config.databasePool, observer, wake });
  databaseMetrics.watch(db.stats);
  const applied: string[] = [];
  await migrate(db, (name) => {
    applied.push(name);
    logger.debug({ name }, 'migration');
  });
  if (applied.length > 0) logger.info(`The database schema is up to date: ${applied.length} steps`);
  await renumberEvents(db, logger);

  const jobs = createJobs({ url: config.databaseUrl, db, logger });
  const publicUrl = publicAddress(config);
  const { mailer: sender, mailbox } = openMail(config, logger);
  const mailer = countMails(sender, registry);
  const credentialsMail = createCredentialsMail({ db, jobs, mailer, publicUrl });
  const invitationMail = invitationMailJob({ config, db, mailer, publicUrl });
  const objects = openObjectStore(config);
  const brandingSweep = createBrandingSweep({ db, objects, jobs });
  const analyticsHeaders = platformHeaders(issuer);
  const calendar = createCalendarSync({ db, jobs, mailer, config, publicUrl, logger });
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
    calendarExport,
    externalBusy,
    tenantPurge,
    logger,
    registry,
  };
  const app = await createApp(services, mailbox);

  const [bootstrapped] = await Promise.all([
    bootstrap(db, config),
    jobs.start(
      [
        credentialsMail.job,
        invitationMail,
        calendar.job,
        brandingSweep.job,
        tenantPurge.job,
        contactImportJob(db, jobs),
      ],
      schedules(db),
    ),
  ]);
  const demoLoaded = config.demo && (await loadDemo(services));
  relay = startRelay({
    db,
    logger,
    registry,
    deliver: deliverTo(config.analyticsUrl, analyticsHeaders),
  });
  await app.listen({ host: config.host, port: config.port, backlog });
  const { port } = app.server.address() as AddressInfo;
  const endLocalhost = config.development ? await answerAtLocalhost(app.server) : undefined;

  calendar.start();

  async function stop(): Promise<void> {
    await app.drain(config.stopping.drainSeconds);
    endLocalhost?.();
    await app.close();
    await Promise.all([relay?.stop(), jobs.stop(), calendar.stop()]);
    mailer.close();
    await db.close();
  }
  const made = bootstrapped || demoLoaded ? await readCredentials(config.dataDir) : null;
  const file = join(config.dataDir, credentialsFile);
  const lines = welcome({ address: publicUrl, mailbox: mailbox !== undefined, made, file });
  const stopWithinMs = config.stopping.graceSeconds * 1_000 - 500;
  return { address: publicAddress({ ...config, port }), stop, stopWithinMs, welcome: lines };
}

function openMail(config: Config, logger: Logger): { mailer: Mailer; mailbox?: Mailbox } {
  const { mail, development, dataDir, host } = config;
  if (mail.smtpUrl) return { mailer: smtpMailer(mail.smtpUrl, mail.from) };
  if (!development) logger.warn('SMTP_URL is not set: mail waits');
  else if (!isLoopback(host))
    logger.warn(
      `The mailbox is off and mail waits, because HOST ${host} lets others read it: set SMTP_URL, or HOST=127.0.0.1`,
    );
  if (!development || !isLoopback(host)) return { mailer: unconfiguredMailer() };
  const mailbox = folderMailbox(join(dataDir, 'mail'), mail.from);
  return { mailer: mailbox, mailbox };
}
