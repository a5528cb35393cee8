import type { Lease } from '../../background/leases.ts';
import type { Tx } from '../../database/transaction.ts';
import type { FirmAddresses } from '../../tenants/domains/firm-addresses.ts';
import type { BounceAddresses } from '../bounces/bounce-addresses.ts';
import type { FirmMails } from '../firm-mails.ts';
import { toLanguage } from '../languages.ts';
import { writeLetter } from '../letter.ts';
import { findLetterhead } from '../letterhead.ts';
import type { MailBudget } from '../mail-budget.ts';
import type { Message } from '../mailer.ts';
import type { MailDefinition } from './define-mail.ts';
import type { DueMail, Reader } from './due-mail.ts';
import { findAccountReader, holdTenant, noteTry, postponeMail, settleMail } from './queries.ts';

/** What mails are written with. */
export type MailMeans = {
  bounces: BounceAddresses;
  addresses: FirmAddresses;
  firmMails: FirmMails;
  mailBudget: MailBudget;
};

/** A message to be sent, and the day whose mails it was counted among, if it was. */
export type PreparedMail = { message: Message; day: string | undefined };

/**
 * Writes a mail as things stand now. Undefined when it is not to be sent now: it is dropped, because
 * nobody is to get it any more, or it waits for the next day, because the firm's mails are spent.
 */
export async function prepareMail(
  tx: Tx,
  mail: DueMail,
  lease: Lease,
  {
    definition,
    addresses,
    firmMails,
    mailBudget,
    bounces,
  }: MailMeans & { definition: MailDefinition },
): Promise<PreparedMail | undefined> {
  const { about, personUuid, mailUuid, kind } = mail;
  const { tenantUuid } = tx;
  await holdTenant(tx);
  const reader = await findReader(tx, mail, definition);
  const letterhead = await findLetterhead(tx, tenantUuid, addresses);
  // Behind what the reader hangs on: whoever changes that queues mails, too.
  await lease.hold(tx);
  const drop = () => settleMail(tx, mail, 'DROPPED').then(() => undefined);
  if (!letterhead || !reader) return drop();
  const isCounted = mail.tries === 0 && personUuid && definition.isBudgeted?.(about);
  if (isCounted && !(await mailBudget(tx, { tenantUuid, userUuid: personUuid }))) return drop();

  const day = definition.isLimited ? await firmMails.take(tx) : undefined;
  if (definition.isLimited && !day) return void (await postponeMail(tx, mail));
  const content = await definition.write(tx, { about, mail, reader, letterhead });
  if (!content) {
    if (day) await firmMails.giveBack(tx, day);
    return drop();
  }
  await noteTry(tx, mail, reader);
  const { language, email: to } = reader;
  const written = 'lead' in content ? writeLetter(content, language, letterhead.theme) : content;
  const returnPath = bounces.addressOf(mailUuid);
  const of = { kind, to, messageId: `<${mailUuid}@atrium>`, ...(returnPath ? { returnPath } : {}) };
  return { message: { ...letterhead.sender, ...of, ...written }, day };
}

/** Finds who reads a mail: at the address that it was asked for, if one was stated. */
async function findReader(
  tx: Tx,
  mail: DueMail,
  definition: MailDefinition,
): Promise<Reader | undefined> {
  const { personUuid, address, language } = mail;
  if (definition.findReader) return definition.findReader(tx, mail, mail.about);
  if (!personUuid) return address ? { email: address, language: toLanguage(language) } : undefined;
  const reader = await findAccountReader(tx, personUuid);
  return reader && address ? { ...reader, email: address } : reader;
}
