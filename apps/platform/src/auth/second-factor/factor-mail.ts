import type { Tx } from '../../database/transaction.ts';
import type { MailBudget } from '../../mail/mail-budget.ts';
import { createLoginMails, type LoginMailOptions } from '../login-mails.ts';
import type { Person } from '../person.ts';
import { factorMessage, type SignInChange } from './factor-message.ts';

type FactorMailRequest = Person & { change: SignInChange };

export type FactorMail = ReturnType<typeof createFactorMail>;

type Options = LoginMailOptions & { mailBudget: MailBudget };

/**
 * Mails people each change of their password and second factors, so that nobody changes them
 * unnoticed. What others do to them as often as they like has its budget.
 */
export function createFactorMail({ mailBudget, ...options }: Options) {
  const mails = createLoginMails<FactorMailRequest>(
    options,
    'second-factor-mail',
    async (_tx, { change }, { account, theme }) => factorMessage(change, account, theme),
  );
  const enqueue = async (tx: Tx, request: FactorMailRequest) => {
    if (request.change !== 'RESET' || (await mailBudget(tx, request)))
      await mails.enqueue(tx, request);
  };
  return { job: mails.job, enqueue };
}
