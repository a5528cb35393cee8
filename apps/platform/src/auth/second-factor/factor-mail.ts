import type { Job, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { findTheme } from '../../tenants/branding/theme.ts';
import { dropLoginMail, insertLoginMail, type LoginMail, sendLoginMail } from '../login-mails.ts';
import { findAccount } from '../queries.ts';
import { factorMessage, type SignInChange } from './factor-message.ts';

const queue = 'second-factor-mail';

type FactorMailRequest = { tenantUuid: string; userUuid: string; change: SignInChange };

export type FactorMail = ReturnType<typeof createFactorMail>;

type Options = { db: Db; jobs: Jobs; mailer: Mailer; publicUrl: string };

/** Mails people each change of their password and second factors, so that nobody changes them unnoticed. */
export function createFactorMail({ db, jobs, mailer, publicUrl }: Options) {
  const job: Job<FactorMailRequest & LoginMail> = { name: queue, run: send };

  async function send(
    { change, ...mail }: FactorMailRequest & LoginMail,
    jobId: string,
    isLastTry?: boolean,
  ): Promise<void> {
    const { tenantUuid, userUuid } = mail;
    const found = await db.asTenant(tenantUuid, system, async (tx) => {
      const account = await findAccount(tx, tenantUuid, userUuid);
      const theme = await findTheme(tx, tenantUuid, publicUrl);
      if (account && theme) return { account, theme };
      await dropLoginMail(tx, mail);
      return null;
    });
    if (!found) return;
    const message = factorMessage(change, found.account, found.theme);
    const whole = { tenantUuid, ...message, messageId: `<${jobId}@atrium>` };
    await sendLoginMail({ db, mailer }, mail, whole, isLastTry);
  }

  const enqueue = async (tx: Tx, request: FactorMailRequest) => {
    const mailUuid = await insertLoginMail(tx, request);
    await jobs.enqueue(tx, queue, { ...request, mailUuid });
  };
  return { job, enqueue };
}
