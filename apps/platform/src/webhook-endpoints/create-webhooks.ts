import type { Registry } from '@prometheus-io/client';
import type { Logger } from 'pino';
import type { Jobs } from '../background/jobs.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { FirmAddresses } from '../tenants/domains/firm-addresses.ts';
import { createDisabledMail } from './delivery/disabled-mail.ts';
import { createSender } from './delivery/sender.ts';
import { createWebhookDelivery } from './delivery/webhook-delivery.ts';
import { createEndpointSecrets } from './secrets.ts';

type Options = {
  config: Config;
  db: Db;
  jobs: Jobs;
  mailer: Mailer;
  addresses: FirmAddresses;
  logger: Logger;
  registry: Registry;
};

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Says what outbound webhooks share: the secrets of endpoints, the sender, and the delivery of messages. */
export function createWebhooks({ config, db, jobs, mailer, addresses, logger, registry }: Options) {
  const allowsPrivate = config.webhooksPrivateAddresses;
  const secrets = createEndpointSecrets(config.secretKey);
  const sender = createSender({ allowsPrivate });
  const mail = createDisabledMail({ db, jobs, mailer, addresses });
  const delivery = createWebhookDelivery({ db, sender, secrets, mail, logger, registry });
  return { allowsPrivate, secrets, sender, mail, delivery };
}
