import type { Config } from '../src/config.ts';
import { openDb } from '../src/database/db.ts';
import { smtpMailer } from '../src/mail/mailer.ts';
import type { InvitationJob } from '../src/meetings/invitations/queue-invitations.ts';
import { invitationMailJob } from '../src/meetings/invitations/send-invitations.ts';
import { createFirmAddresses } from '../src/tenants/domains/firm-addresses.ts';
import { unlimitedMails } from './unlimited-mails.ts';

type Order = { config: Config; job: InvitationJob; smtpUrl: string };

/** A process that sends the mails of one meeting, to be killed while it does. */
process.once('message', async ({ config, job, smtpUrl }: Order) => {
  const db = openDb({ url: config.databaseUrl, max: 4 });
  const mailer = smtpMailer(smtpUrl, config.mail.from);
  const addresses = createFirmAddresses(config, 'http://atrium.test');
  await invitationMailJob({ db, config, mailer, addresses, firmMails: unlimitedMails }).run(
    job,
    'job',
  );
  await db.close();
  process.exit(0);
});
