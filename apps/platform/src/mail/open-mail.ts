import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { isLoopback } from '../http/own-hosts.ts';
import { folderMailbox, type Mailbox } from './mailbox.ts';
import { type Mailer, smtpMailer, unconfiguredMailer } from './mailer.ts';

/** Opens SMTP, or a mailbox on this machine for development; without either, mail waits. */
export function openMail(config: Config, logger: Logger): { mailer: Mailer; mailbox?: Mailbox } {
  const { mail, development, dataDir, host } = config;
  if (mail.smtpUrl) return { mailer: smtpMailer(mail.smtpUrl, mail.from, mail.dkim) };
  if (!development) logger.warn('SMTP_URL is not set: mail waits');
  else if (!isLoopback(host))
    logger.warn(
      `The mailbox is off and mail waits, because HOST ${host} lets others read it: set SMTP_URL, or HOST=127.0.0.1`,
    );
  if (!development || !isLoopback(host)) return { mailer: unconfiguredMailer };
  const mailbox = folderMailbox(join(dataDir, 'mail'), mail.from);
  return { mailer: mailbox, mailbox };
}
