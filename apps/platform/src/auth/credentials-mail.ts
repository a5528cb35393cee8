import type { Job, Jobs } from '../background/jobs.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import type { Mailer } from '../mail/mailer.ts';
import { findLook } from '../tenants/branding/theme.ts';
import { credentialsMessage } from './credentials-message.ts';
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts';
import { findAccount, insertPasswordToken } from './queries.ts';

/** How long a link that sets a password works. */
export const linkMinutes = 60;

const queue = 'credentials-mail';

/** Asks for a mail with a link to set a password: the first one, or a new one. */
export type CredentialsRequest = {
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
  const job: Job<CredentialsRequest> = { name: queue, run: send };

  async function send(
    { tenantUuid, userUuid, kind }: CredentialsRequest,
    jobId: string,
  ): Promise<void> {
    const token = newOpaqueToken();
    const letter = await db.asTenant(tenantUuid, system, async (tx) => {
      const account = await findAccount(tx, tenantUuid, userUuid);
      const look = await findLook(tx, tenantUuid, publicUrl);
      if (!account?.isActive || !look) return null;
      await insertPasswordToken(tx, {
        tenantUuid,
        userUuid,
        tokenHash: hashOpaqueToken(token),
        requestUuid: jobId,
        minutes: linkMinutes,
      });
      return { account, look };
    });
    if (!letter) return;
    const link = `${publicUrl}/set-password?token=${token}`;
    const message = credentialsMessage(kind, letter.account, letter.look, link, linkMinutes);
    await mailer.send({ tenantUuid, ...message, messageId: `<${jobId}@atrium>` });
  }

  const enqueue = (tx: Tx, request: CredentialsRequest) => jobs.enqueue(tx, queue, request);
  return { job, enqueue };
}
