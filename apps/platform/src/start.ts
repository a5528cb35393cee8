import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { backlog } from '@atrium/kit/http/shed-load.ts';
import { createLogger } from '@atrium/kit/logging.ts';
import { makeFolder, tightenFolder } from '@atrium/kit/own-folder.ts';
import type { Running } from '@atrium/kit/service.ts';
import { startTracing } from '@atrium/kit/tracing/spans.ts';
import { Registry } from '@prometheus-io/client';
import { createApp } from './app.ts';
import { startSealing } from './audit/sealing.ts';
import { bootstrap, credentialsFile, readCredentials } from './auth/bootstrap.ts';
import type { Loop } from './background/loop.ts';
import type { Config } from './config.ts';
import { keepGroups } from './contacts/duplicates/keep-groups.ts';
import { checkDatabase } from './database/check-database.ts';
import { refuseCallsInTransactions } from './database/outgoing-calls.ts';
import { loadDemo } from './demo/load-demo.ts';
import { noteKeys } from './doctor/key-ages.ts';
import { answerAtLocalhost } from './http/loopback.ts';
import { publicAddress } from './http/own-hosts.ts';
import { prepareSchema } from './http/prepare-schema.ts';
import { welcome } from './http/welcome.ts';
import { openMail } from './mail/open-mail.ts';
import { noticeCopy } from './outbox/notice-copy.ts';
import { startRelay } from './outbox/relay.ts';
import { renumberEvents } from './outbox/renumber-events.ts';
import { createServices } from './services.ts';

/** Starts the platform: database, background work, HTTP. Returns when it takes requests. */
export async function startPlatform(config: Config): Promise<Running> {
  const logger = createLogger('platform', config.logLevel);
  const endTracing = await startTracing({
    endpoint: config.otlpEndpoint,
    service: 'platform',
    environment: config.development ? 'development' : 'production',
    resource: config.resourceAttributes,
    logger,
  });
  const registry = new Registry();
  if (config.development) refuseCallsInTransactions();
  makeFolder(config.dataDir);
  tightenFolder(config.dataDir, 'DATA_DIR');
  if (!config.development) await checkDatabase(config.databaseUrl);
  const publicUrl = publicAddress(config);
  const { mailer, mailbox } = openMail(config, logger);
  let relay: Loop | undefined;
  const wakeRelay = () => relay?.wake();
  const services = await createServices(config, { logger, registry, mailer, publicUrl, wakeRelay });
  const { db, jobs, calendar, mailSender, webhooks } = services;
  await prepareSchema(config, logger);
  await noticeCopy(db, logger);
  await noteKeys(db, config);
  await renumberEvents(db, logger);
  const app = await createApp(services, mailbox);

  const [bootstrapped] = await Promise.all([
    bootstrap(db, config),
    jobs.start(services.work, services.schedules),
  ]);
  const demoLoaded = config.demo && (await loadDemo(services));
  relay = startRelay({ db, logger, registry, deliver: services.deliver });
  const sealing = startSealing({ db, logger, registry });
  const duplicates = keepGroups({ db, logger, registry });
  await app.listen({ host: config.host, port: config.port, backlog });
  const { port } = app.server.address() as AddressInfo;
  const endLocalhost = config.development ? await answerAtLocalhost(app.server) : undefined;

  mailSender.start();
  calendar.start();
  webhooks.delivery.start();

  async function stop(): Promise<void> {
    await app.drain(config.stopping.drainSeconds);
    endLocalhost?.();
    await app.close();
    await Promise.all([
      relay?.stop(),
      webhooks.delivery.stop(),
      sealing.stop(),
      duplicates.stop(),
      jobs.stop(),
      calendar.stop(),
      mailSender.stop(),
    ]);
    mailer.close();
    await services.closeDb();
    await endTracing();
  }
  const made = bootstrapped || demoLoaded ? await readCredentials(config.dataDir) : null;
  const file = join(config.dataDir, credentialsFile);
  const lines = welcome({ address: publicUrl, mailbox: mailbox !== undefined, made, file });
  const stopWithinMs = config.stopping.graceSeconds * 1_000 - 500;
  return { address: publicAddress({ ...config, port }), stop, stopWithinMs, welcome: lines };
}
