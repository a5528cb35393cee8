import { credentialsMessage } from './credentials-message.ts';
import { createLoginMails, type LoginMailOptions } from './login-mails.ts';
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts';
import type { Person } from './person.ts';
import { insertPasswordToken } from './queries.ts';

/** The time for which a link that sets a password works. */
const linkMinutes = 60;

/** Asks for a mail with a link to set a password: the first one, or a new one. */
type CredentialsRequest = Person & { kind: 'welcome' | 'reset' };

export type CredentialsMail = ReturnType<typeof createCredentialsMail>;

/**
 * Mails the links that set passwords. The job carries no secret: its worker makes the token,
 * stores its hash and sends, so that the token exists in the mail alone.
 */
export function createCredentialsMail(options: LoginMailOptions) {
  return createLoginMails<CredentialsRequest>(
    options,
    'credentials-mail',
    async (tx, { kind }, { account, theme, jobId }) => {
      const token = newOpaqueToken();
      const kept = { tokenHash: hashOpaqueToken(token), requestUuid: jobId, minutes: linkMinutes };
      await insertPasswordToken(tx, account, kept);
      const link = `${options.publicUrl}/set-password?token=${token}`;
      return credentialsMessage(kind, account, theme, link, linkMinutes);
    },
  );
}
