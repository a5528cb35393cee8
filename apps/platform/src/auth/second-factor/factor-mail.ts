import type { Tx } from '../../database/transaction.ts';
import { defineMail } from '../../mail/outbox/define-mail.ts';
import { queueMail } from '../../mail/outbox/queue-mails.ts';
import type { Person } from '../person.ts';

/** Says what happened to the second factors of a person. */
export type FactorChange =
  | 'TOTP_ADDED'
  | 'TOTP_REPLACED'
  | 'TOTP_REMOVED'
  | 'PASSKEY_ADDED'
  | 'PASSKEY_REMOVED'
  | 'RECOVERY_CODES_RENEWED'
  | 'RECOVERY_CODE_USED'
  | 'RESET';

/** Says what people are told of by mail: a change of second factors or of the password, or that somebody guesses. */
export type SignInChange = FactorChange | 'PASSWORD_CHANGED' | 'FACTOR_GUESSED';

const words = {
  SPANISH: {
    subject: 'Cambio en su acceso a',
    guessed: 'Intentos de entrar a su cuenta en',
    leads: {
      TOTP_ADDED: 'Se agregó una aplicación de códigos a su acceso.',
      TOTP_REPLACED: 'Se reemplazó la aplicación de códigos de su acceso.',
      TOTP_REMOVED: 'Se quitó la aplicación de códigos de su acceso.',
      PASSKEY_ADDED: 'Se agregó una llave de acceso a su cuenta.',
      PASSKEY_REMOVED: 'Se quitó una llave de acceso de su cuenta.',
      RECOVERY_CODES_RENEWED:
        'Se crearon nuevos códigos de recuperación; los anteriores ya no sirven.',
      RECOVERY_CODE_USED: 'Se usó uno de sus códigos de recuperación.',
      FACTOR_GUESSED:
        'Alguien escribió veinte veces seguidas un segundo factor equivocado en su cuenta: es posible que conozca su contraseña.',
      PASSWORD_CHANGED: 'Se cambió su contraseña y se cerraron sus otras sesiones.',
      RESET:
        'Un administrador quitó los segundos factores de su acceso y cerró todas sus sesiones.',
    },
    warning: 'Si no fue usted, cambie su contraseña y avise a su firma de inmediato.',
  },
  ENGLISH: {
    subject: 'A change to your sign-in at',
    guessed: 'Attempts to sign in to your account at',
    leads: {
      TOTP_ADDED: 'An authenticator app was added to your sign-in.',
      TOTP_REPLACED: 'The authenticator app of your sign-in was replaced.',
      TOTP_REMOVED: 'The authenticator app was removed from your sign-in.',
      PASSKEY_ADDED: 'A passkey was added to your sign-in.',
      PASSKEY_REMOVED: 'A passkey was removed from your sign-in.',
      RECOVERY_CODES_RENEWED: 'New recovery codes were made; the earlier ones no longer work.',
      RECOVERY_CODE_USED: 'One of your recovery codes was used.',
      FACTOR_GUESSED:
        'Somebody entered a wrong second factor for your account twenty times in a row: they may know your password.',
      PASSWORD_CHANGED: 'Your password was changed, and your other sessions were ended.',
      RESET: 'An administrator removed your second factors and ended all your sessions.',
    },
    warning: 'If this was not you, change your password and tell your firm at once.',
  },
};

/**
 * Tells people each change of their password and second factors, so that nobody changes them
 * unnoticed. What others do to them as often as they like has its budget.
 */
export const factorMail = defineMail<{ change: SignInChange }>({
  isBudgeted: ({ change }) => change === 'RESET',
  write: (_tx, { about: { change }, reader, letterhead }) => {
    const text = words[reader.language];
    const subject = change === 'FACTOR_GUESSED' ? text.guessed : text.subject;
    return {
      subject: `${subject} ${letterhead.theme.tenantName}`,
      name: reader.name,
      lead: text.leads[change],
      notes: [text.warning],
    };
  },
});

/** Queues the mail of a change of somebody's sign-in, in the transaction of the change. */
export function queueSignInMail(
  tx: Tx,
  { tenantUuid, userUuid: personUuid }: Person,
  change: SignInChange,
): Promise<void> {
  return queueMail(tx, { kind: 'SIGN_IN_CHANGED', tenantUuid, personUuid, about: { change } });
}
