import { createLogger } from '@atrium/kit/logging.ts';
import { Registry } from '@prometheus-io/client';
import type { Config } from '../src/config.ts';
import { openDb } from '../src/database/db.ts';
import { createBounceAddresses } from '../src/mail/bounces/bounce-addresses.ts';
import { createFirmMails } from '../src/mail/firm-mails.ts';
import { smtpMailer } from '../src/mail/mailer.ts';
import { createMailSender } from '../src/mail/outbox/send-mails.ts';
import { allMails } from '../src/mails.ts';
import { createFirmAddresses } from '../src/tenants/domains/firm-addresses.ts';

type Order = { config: Config; smtpUrl: string };

/** A process that sends the mails that are due, to be killed while it does. */
process.once('message', async ({ config, smtpUrl }: Order) => {
  const db = openDb({ url: config.databaseUrl, max: 4 });
  createMailSender({
    db,
    mailer: smtpMailer(smtpUrl, config.mail.from),
    addresses: createFirmAddresses(config, 'http://atrium.test'),
    firmMails: createFirmMails({ perDay: 1_000 }),
    mailBudget: async () => true,
    definitions: allMails(config),
    logger: createLogger('test', 'silent'),
    registry: new Registry(),
    bounces: createBounceAddresses(null, config.secretKeys),
  }).start();
});
