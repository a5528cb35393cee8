import type { FirmMails } from '../mail/firm-mails.ts';
import { credentialsMessage } from './credentials-message.ts';
import { createLoginMails, type LoginMailOptions } from './login-mails.ts';
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts';
import { insertPasswordToken } from './password-links.ts';
import type { Person } from './person.ts';

/** Asks for a mail with a link to set a password: the first one, or a new one. */
type CredentialsRequest = Person & { kind: 'welcome' | 'reset' };

export type CredentialsMail = ReturnType<typeof createCredentialsMail>;

/**
 * Mails the links that set passwords. The job carries no secret: its worker makes the token,
 * stores its hash and sends, so that the token exists in the mail alone. First links count as mails of
 * the firm, and wait for the next day when those are spent.
 */
export function createCredentialsMail(options: LoginMailOptions & { firmMails: FirmMails }) {
  return createLoginMails<CredentialsRequest>(
    options,
    'credentials-mail',
    async (tx, { kind: occasion }, { account, letterhead, jobId }) => {
      const { theme, origin, domain } = letterhead;
      const kind = occasion === 'welcome' ? 'FIRST' : 'RESET';
      const token = newOpaqueToken();
      const kept = { tokenHash: hashOpaqueToken(token), requestUuid: jobId, kind, domain } as const;
      await insertPasswordToken(tx, account, kept);
      const link = `${origin}/set-password?token=${token}`;
      return {
        kind: kind === 'FIRST' ? 'FIRST_LINK' : 'PASSWORD_RESET',
        ...credentialsMessage(kind, account, theme, link),
      };
    },
    ({ kind }) => (kind === 'welcome' ? options.firmMails : undefined),
  );
}
