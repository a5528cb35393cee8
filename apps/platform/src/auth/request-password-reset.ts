import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Job, Jobs } from '../background/jobs.ts';
import type { Db } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import { recordEvent } from '../events.ts';
import type { MailBudget } from '../mail/mail-budget.ts';
import { queueLinkMail } from './link-mails.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { findPasswordLink, insertRenewal, type LinkKind } from './password-links.ts';
import { findAccount, findAccountByEmail } from './queries.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const queue = 'password-reset';

/**
 * A request for a link to set a password; `userUuid` is null when it named no account. `renews` says
 * what the link was that expired.
 */
type ResetRequest = { tenantUuid: string; userUuid: string | null; renews?: LinkKind };

export type PasswordResets = ReturnType<typeof createPasswordResets>;

/**
 * Takes requests for a link to set a new password. Each leaves a job before it is answered, whether
 * it names an account or not: what was answered is not lost, and neither the answer nor its time
 * tells whether there is an account. The job asks for the mail.
 */
export function createPasswordResets({
  db,
  jobs,
  mailBudget,
}: {
  db: Db;
  jobs: Jobs;
  mailBudget: MailBudget;
}) {
  const job: Job<ResetRequest> = { name: queue, run: askForMail };

  /** Throws RATE_LIMITED. */
  async function request(email: string, address: string, limits: SignInLimits): Promise<void> {
    await db.asPlatform(async (tx) => {
      const account = await findAccountByEmail(tx, email.trim());
      await limits.attempt(tx, { address, account: plainEmail(email.trim()) }, 'LINK');
      const owner = account?.isActive && account.tenantIsActive ? account : undefined;
      const { tenantUuid, userUuid } = owner ?? { tenantUuid: platformTenantUuid, userUuid: null };
      await jobs.enqueue(tx, queue, { tenantUuid, userUuid });
    });
  }

  /** Asks for a new link in place of an expired one of somebody who has never signed in. */
  async function renew(token: string): Promise<void> {
    await db.asPlatform(async (tx) => {
      const link = await findPasswordLink(tx, hashOpaqueToken(token));
      const { tenantUuid, userUuid, kind } =
        link?.state === 'EXPIRED'
          ? link
          : { tenantUuid: platformTenantUuid, userUuid: null, kind: 'FIRST' as const };
      await jobs.enqueue(tx, queue, { tenantUuid, userUuid, renews: kind });
    });
  }

  async function askForMail({ tenantUuid, userUuid, renews }: ResetRequest): Promise<void> {
    if (userUuid === null) return;
    await db.asPlatform(async (tx) => {
      const account = await findAccount(tx, { tenantUuid, userUuid });
      if (!account?.isActive) return;
      if (renews && (account.hasSignedIn || !(await insertRenewal(tx, account)))) return;
      // A mail beyond the budget would end the link of the one before it.
      if (!(await mailBudget(tx, account))) return;
      await queueLinkMail(tx, { tenantUuid, userUuid }, renews ?? 'RESET');
      if (account.roles.includes('CLIENT')) return;
      await recordEvent(tx, {
        eventType: 'staff.password_reset_requested',
        tenantUuid,
        entityType: 'STAFF',
        entityId: userUuid,
      });
    });
  }

  return { job, request, renew };
}
