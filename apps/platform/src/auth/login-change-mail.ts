import type { Tx } from '../database/transaction.ts';
import { defineMail } from '../mail/outbox/define-mail.ts';
import { queueMail } from '../mail/outbox/queue-mails.ts';
import type { Person } from './person.ts';

/** Names what was done to a login, of which its owner is told. */
type LoginChange = 'EMAIL_TAKEN_AWAY' | 'EMAIL_GIVEN' | 'PASSWORD_SET';

const words = {
  SPANISH: {
    subject: 'Cambio en su acceso a',
    leads: {
      EMAIL_TAKEN_AWAY:
        'El correo de su acceso se cambió: ya no puede entrar con esta dirección. Sus sesiones terminaron y los enlaces enviados a esta dirección ya no son válidos.',
      EMAIL_GIVEN: 'El correo de su acceso se cambió: desde ahora entra con esta dirección.',
      PASSWORD_SET:
        'Un administrador de su firma definió una contraseña nueva para su acceso y cerró sus sesiones.',
    },
    warning: 'Si no lo esperaba, avise a su firma de inmediato.',
  },
  ENGLISH: {
    subject: 'A change to your sign-in at',
    leads: {
      EMAIL_TAKEN_AWAY:
        'The e-mail of your sign-in was changed: you no longer sign in with this address. Your sessions have ended, and links sent to this address are no longer valid.',
      EMAIL_GIVEN: 'The e-mail of your sign-in was changed: from now on you sign in with this one.',
      PASSWORD_SET:
        'An administrator of your firm set a new password for your sign-in and ended your sessions.',
    },
    warning: 'If you did not expect this, tell your firm at once.',
  },
};

/** Tells somebody of a change of the login, at the address that it is about. */
export const loginChangeMail = defineMail<{ change: LoginChange }>({
  write: (_tx, { about, reader, letterhead }) => {
    const text = words[reader.language];
    return {
      subject: `${text.subject} ${letterhead.theme.tenantName}`,
      name: reader.name,
      lead: text.leads[about.change],
      notes: [text.warning],
    };
  },
});

/** Queues the mail of a change of a login, in the change's own transaction, whoever makes it. */
export function tellLoginChange(
  tx: Tx,
  { tenantUuid, userUuid: personUuid }: Person,
  change: LoginChange,
  address: string,
): Promise<void> {
  return queueMail(tx, {
    kind: 'LOGIN_CHANGED',
    tenantUuid,
    personUuid,
    address,
    about: { change },
  });
}
