import { createTransport, type SendMailOptions } from 'nodemailer';
import { refuseInTransaction } from '../database/outgoing-calls.ts';
import { addressOf, isMailAddress, toHeaderText, UnusableAddress } from './headers.ts';
import type { MailKind } from './mail-kinds.ts';
import type { Dkim } from './mail-settings.ts';

export type Message = {
  kind: MailKind;
  /** The tenant that the message belongs to. */
  tenantUuid: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stays the same when a message is sent again, so that a mail server can tell. */
  messageId: string;
  /** The firm's name as sender; the address is always the platform's own. */
  fromName: string;
  replyTo?: { name: string; address: string };
  /** The envelope sender, to which other servers send what became of the mail; without it the sender. */
  returnPath?: string;
  /** Where the reader ends mails of this kind with one click (RFC 8058). */
  unsubscribeUrl?: string;
  /** An iCalendar text: a part of the message beside text and HTML, and an attached file. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
};

export type Mailer = {
  /** True where no mail server is named. */
  isMissing?: boolean;
  send: (message: Message) => Promise<void>;
  /** Runs what composes and sends messages, so that whoever removes kept ones finds these too. */
  composing: <T>(work: () => Promise<T>) => Promise<T>;
  /** Removes what is kept of a tenant's messages, and counts them. */
  removeTenant: (tenantUuid: string) => Promise<number>;
  /**
   * Removes the kept messages of a tenant that are to, or mention, one of some values, once those are
   * kept that are being composed by now; counts them.
   */
  removeNaming: (tenantUuid: string, values: readonly string[]) => Promise<number>;
  close: () => void;
};

const keepsNothing: Pick<Mailer, 'composing' | 'removeTenant' | 'removeNaming'> = {
  composing: (work) => work(),
  removeTenant: async () => 0,
  removeNaming: async () => 0,
};
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

// What List-Unsubscribe leads to is done by whoever the signature covers (RFC 8058, section 4).
const signedHeaders =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';

/** Sends mail over SMTP (RFC 5321), signed where there is a key; rejects unless the server took it. */
export function smtpMailer(smtpUrl: string, from: string, dkim: Dkim | null = null): Mailer {
  const transport = createTransport({
    ...timeouts,
    url: smtpUrl,
    ...(dkim ? { dkim: { ...dkim, headerFieldNames: signedHeaders } } : {}),
  });
  return {
    ...keepsNothing,
    send: async (message) => {
      refuseInTransaction('the mail server');
      await transport.sendMail(toMail(message, from));
    },
    close: () => transport.close(),
  };
}

/**
 * Returns a message as nodemailer takes it. Addresses are given apart from names, since nodemailer finds
 * several in a text. Throws UnusableAddress.
 */
export function toMail(
  {
    kind: _,
    tenantUuid: _tenant,
    fromName,
    to,
    replyTo,
    subject,
    calendar,
    returnPath,
    unsubscribeUrl,
    ...message
  }: Message,
  from: string,
): SendMailOptions {
  if (!isMailAddress(to)) throw new UnusableAddress();
  return {
    ...message,
    to: { name: '', address: to },
    subject: toHeaderText(subject),
    from: { name: toHeaderText(fromName), address: addressOf(from) },
    envelope: { from: returnPath ?? addressOf(from), to },
    headers: {
      // RFC 3834: whoever is away need not answer.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl
        ? {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    ...(replyTo && isMailAddress(replyTo.address)
      ? { replyTo: { name: toHeaderText(replyTo.name), address: replyTo.address } }
      : {}),
    ...(calendar ? { icalEvent: { ...calendar, filename: 'invite.ics' } } : {}),
  };
}

/** Stands in where no mail server is named: mails wait. */
export const unconfiguredMailer: Mailer = {
  isMissing: true,
  ...keepsNothing,
  send: () => Promise.reject(new Error('No mail goes out: SMTP_URL is not set')),
  close: () => undefined,
};
