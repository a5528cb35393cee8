import type { Job, Jobs } from '../background/jobs.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import type { Mailer } from '../mail/mailer.ts';
import { findTheme } from '../tenants/branding/theme.ts';
import { credentialsMessage } from './credentials-message.ts';
import { dropLoginMail, insertLoginMail, type LoginMail, sendLoginMail } from './login-mails.ts';
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts';
import { findAccount, insertPasswordToken } from './queries.ts';

/** The time for which a link that sets a password works. */
const linkMinutes = 60;

const queue = 'credentials-mail';

/** Asks for a mail with a link to set a password: the first one, or a new one. */
type CredentialsRequest = {
  tenantUuid: string;
  userUuid: string;
  kind: 'welcome' | 'reset';
};

export type CredentialsMail = ReturnType<typeof createCredentialsMail>;

type Options = { db: Db; jobs: Jobs; mailer: Mailer; publicUrl: string };

/**
 * Mails the links that set passwords. The job carries no secret: its worker makes the token,
 * stores its hash and sends, so that the token exists in the mail alone.
 */
export function createCredentialsMail({ db, jobs, mailer, publicUrl }: Options) {
  const job: Job<CredentialsRequest & LoginMail> = { name: queue, run: send };

  async function send(
    { kind, ...mail }: CredentialsRequest & LoginMail,
    jobId: string,
    isLastTry?: boolean,
  ): Promise<void> {
    const { tenantUuid, userUuid } = mail;
    const token = newOpaqueToken();
    const found = await db.asTenant(tenantUuid, system, async (tx) => {
      const account = await findAccount(tx, tenantUuid, userUuid);
      const theme = await findTheme(tx, tenantUuid, publicUrl);
      if (!account?.isActive || !theme) {
        await dropLoginMail(tx, mail);
        return null;
      }
      await insertPasswordToken(tx, {
        tenantUuid,
        userUuid,
        tokenHash: hashOpaqueToken(token),
        requestUuid: jobId,
        minutes: linkMinutes,
      });
      return { account, theme };
    });
    if (!found) return;
    const link = `${publicUrl}/set-password?token=${token}`;
    const message = credentialsMessage(kind, found.account, found.theme, link, linkMinutes);
    const whole = { tenantUuid, ...message, messageId: `<${jobId}@atrium>` };
    await sendLoginMail({ db, mailer }, mail, whole, isLastTry);
  }

  const enqueue = async (tx: Tx, request: CredentialsRequest) => {
    const mailUuid = await insertLoginMail(tx, request);
    await jobs.enqueue(tx, queue, { ...request, mailUuid });
  };
  return { job, enqueue };
}
