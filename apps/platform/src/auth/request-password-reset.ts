import type { Logger } from 'pino';
import type { Db } from '../database/db.ts';
import { recordEvent } from '../events.ts';
import type { CredentialsMail } from './credentials-mail.ts';
import { type AccountWithPassword, findAccountByEmail, foldEmail } from './queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';

type Means = { db: Db; mail: CredentialsMail; limits: SignInLimits; logger: Logger };

/**
 * Takes requests for a link to set a new password. A request is answered once it is known whom it
 * names, and the mail is queued after that: neither the answer nor its time tells whether there is
 * an account. `settled` resolves when every mail that was asked for is queued.
 */
export function createPasswordResets({ db, mail, limits, logger }: Means) {
  const queueing = new Set<Promise<void>>();

  /** Throws RATE_LIMITED. */
  async function request(email: string, address: string): Promise<void> {
    const [account, emailFolded] = await db.asPlatform((tx) =>
      Promise.all([findAccountByEmail(tx, email.trim()), foldEmail(tx, email.trim())]),
    );
    limits.attempt({ address, account: emailFolded });
    if (!account?.isActive || !account.tenantIsActive) return;
    const queued = queueMail(db, mail, account)
      .catch((error) => logger.error({ err: error }, 'password reset'))
      .finally(() => queueing.delete(queued));
    queueing.add(queued);
  }

  const settled = async () => void (await Promise.all(queueing));
  return { request, settled };
}

async function queueMail(db: Db, mail: CredentialsMail, account: AccountWithPassword) {
  const { tenantUuid, userUuid } = account;
  await db.asPlatform(async (tx) => {
    await mail.enqueue(tx, { tenantUuid, userUuid, kind: 'reset' });
    if (account.roles.includes('CLIENT')) return;
    await recordEvent(tx, {
      eventType: 'staff.password_reset_requested',
      tenantUuid,
      entityType: 'STAFF',
      entityId: userUuid,
    });
  });
}
