import type { Tx } from '../../database/transaction.ts';
import type { FirmAddresses } from '../../tenants/domains/firm-addresses.ts';
import type { FirmMails } from '../firm-mails.ts';
import { toLanguage } from '../languages.ts';
import { writeLetter } from '../letter.ts';
import { findLetterhead } from '../letterhead.ts';
import type { MailBudget } from '../mail-budget.ts';
import type { Message } from '../mailer.ts';
import type { ClaimedMail, Reader } from './claimed-mail.ts';
import type { MailDefinition } from './define-mail.ts';
import {
  dropMail,
  findAccountReader,
  isStillClaimed,
  noteAddressed,
  postponeMail,
} from './queries.ts';

/** What mails are written with. */
export type MailMeans = { addresses: FirmAddresses; firmMails: FirmMails; mailBudget: MailBudget };

/** A message to be sent, and the day whose mails it was counted among, if it was. */
export type PreparedMail = { message: Message; day: string | undefined };

/**
 * Writes a mail as things stand now. Undefined when it is not to be sent now: it is dropped, because
 * nobody is to get it any more, or it waits for the next day, because the firm's mails are spent.
 */
export async function prepareMail(
  tx: Tx,
  mail: ClaimedMail,
  { definition, addresses, firmMails, mailBudget }: MailMeans & { definition: MailDefinition },
): Promise<PreparedMail | undefined> {
  const { tenantUuid, about, personUuid } = mail;
  if (!(await isStillClaimed(tx, mail))) return undefined;
  const letterhead = await findLetterhead(tx, tenantUuid, addresses);
  const reader = await findReader(tx, mail, definition);
  if (!letterhead || !reader) return void (await dropMail(tx, mail));
  const isCounted = mail.tries === 1 && personUuid && definition.isBudgeted?.(about);
  if (isCounted && !(await mailBudget(tx, { tenantUuid, userUuid: personUuid })))
    return void (await dropMail(tx, mail));

  const day = definition.isLimited ? await firmMails.take(tx) : undefined;
  if (definition.isLimited && !day) return void (await postponeMail(tx, mail));
  const content = await definition.write(tx, { about, mail, reader, letterhead });
  if (!content) {
    if (day) await firmMails.giveBack(tx, day);
    return void (await dropMail(tx, mail));
  }
  await noteAddressed(tx, mail, reader);
  const written =
    'lead' in content ? writeLetter(content, reader.language, letterhead.theme) : content;
  const { mailUuid, kind } = mail;
  const of = { kind, to: reader.email, messageId: `<${mailUuid}@atrium>` };
  return { message: { ...letterhead.sender, ...of, ...written }, day };
}

/** Finds who reads a mail: at the address that it was asked for, if one was stated. */
async function findReader(
  tx: Tx,
  mail: ClaimedMail,
  definition: MailDefinition,
): Promise<Reader | undefined> {
  const { personUuid, address, language } = mail;
  if (definition.findReader) return definition.findReader(tx, mail, mail.about);
  if (!personUuid) return address ? { email: address, language: toLanguage(language) } : undefined;
  const reader = await findAccountReader(tx, personUuid);
  return reader && address ? { ...reader, email: address } : reader;
}
