import { createTransport } from 'nodemailer';

export type Message = {
  /** Whose message it is. */
  tenantUuid: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stays the same when a message is sent again, so that a mail server can tell. */
  messageId: string;
};

export type Mailer = {
  send: (message: Message) => Promise<void>;
  /** Removes what is kept of a tenant's messages, and counts them. */
  removeTenant: (tenantUuid: string) => Promise<number>;
  close: () => void;
};

/** Sends mail over SMTP (RFC 5321); rejects unless the server took it. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport(smtpUrl, { from });
  return {
    send: async ({ tenantUuid: _, ...message }) => void (await transport.sendMail(message)),
    removeTenant: async () => 0,
    close: () => transport.close(),
  };
}

/** What stands in where no mail server is named: every message fails, and its job tries again later. */
export function unconfiguredMailer(): Mailer {
  return {
    send: () => Promise.reject(new Error('No mail goes out: SMTP_URL is not set')),
    removeTenant: async () => 0,
    close: () => undefined,
  };
}
