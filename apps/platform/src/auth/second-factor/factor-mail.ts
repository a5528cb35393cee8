import { createLoginMails, type LoginMailOptions } from '../login-mails.ts';
import type { Person } from '../person.ts';
import { factorMessage, type SignInChange } from './factor-message.ts';

type FactorMailRequest = Person & { change: SignInChange };

export type FactorMail = ReturnType<typeof createFactorMail>;

/** Mails people each change of their password and second factors, so that nobody changes them unnoticed. */
export function createFactorMail(options: LoginMailOptions) {
  return createLoginMails<FactorMailRequest>(
    options,
    'second-factor-mail',
    async (_tx, { change }, { account, letterhead }) => ({
      kind: 'SIGN_IN_CHANGED',
      ...factorMessage(change, account, letterhead.theme),
    }),
  );
}
