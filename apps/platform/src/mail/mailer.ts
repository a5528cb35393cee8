import { createTransport, type SendMailOptions } from 'nodemailer';
import { addressParser } from 'postal-mime';
import { refuseInTransaction } from '../database/outgoing-calls.ts';
import { isMailAddress, toHeaderText, UnusableAddress } from './headers.ts';
import type { MailKind } from './mail-kinds.ts';

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

/** Sends mail over SMTP (RFC 5321); rejects unless the server took it. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({ ...timeouts, url: smtpUrl });
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
  { tenantUuid: _, kind: _kind, fromName, to, replyTo, subject, calendar, ...message }: Message,
  from: string,
): SendMailOptions {
  if (!isMailAddress(to)) throw new UnusableAddress();
  return {
    ...message,
    to: { name: '', address: to },
    subject: toHeaderText(subject),
    from: { name: toHeaderText(fromName), address: addressOf(from) },
    ...(replyTo && isMailAddress(replyTo.address)
      ? { replyTo: { name: toHeaderText(replyTo.name), address: replyTo.address } }
      : {}),
    ...(calendar ? { icalEvent: { ...calendar, filename: 'invite.ics' } } : {}),
  };
}

/** Returns the bare address in `Atrium <no-reply@atrium.example>`. */
export function addressOf(mailbox: string): string {
  const [first] = addressParser(mailbox);
  return first?.address ?? mailbox;
}

/** Stands in where no mail server is named: mails wait. */
export const unconfiguredMailer: Mailer = {
  isMissing: true,
  ...keepsNothing,
  send: () => Promise.reject(new Error('No mail goes out: SMTP_URL is not set')),
  close: () => undefined,
};
