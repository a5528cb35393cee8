import type { Registry } from '@prometheus-io/client';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import { createSender } from './delivery/sender.ts';
import { createWebhookDelivery } from './delivery/webhook-delivery.ts';
import { createEndpointSecrets } from './secrets.ts';

type Options = {
  config: Config;
  db: Db;
  isPaused: () => Promise<boolean>;
  logger: Logger;
  registry: Registry;
};

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Says what outbound webhooks share: the secrets of endpoints, the sender, and the delivery of messages. */
export function createWebhooks({ config, db, isPaused, logger, registry }: Options) {
  const allowsPrivate = config.webhooksPrivateAddresses;
  const secrets = createEndpointSecrets(config.secretKeys);
  const sender = createSender({ allowsPrivate });
  const delivery = createWebhookDelivery({ db, isPaused, sender, secrets, logger, registry });
  return { allowsPrivate, isPaused, secrets, sender, delivery };
}
