import type { Tx } from '../database/transaction.ts';
import { defineMail, type MailContext } from '../mail/outbox/define-mail.ts';
import { queueMail } from '../mail/outbox/queue-mails.ts';
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts';
import { insertPasswordToken, type LinkKind } from './password-links.ts';
import type { Person } from './person.ts';

const words = {
  SPANISH: {
    FIRST: {
      subject: 'Su acceso a',
      lead: 'Ya puede entrar. Elija su contraseña para comenzar.',
      label: 'Elegir contraseña',
      validity: 'El enlace sirve una sola vez y vence en 7 días.',
    },
    RESET: {
      subject: 'Nueva contraseña para',
      lead: 'Recibimos una solicitud para cambiar su contraseña.',
      label: 'Cambiar contraseña',
      validity: 'El enlace sirve una sola vez y vence en 60 minutos.',
    },
    ignore: 'Si no lo esperaba, ignore este mensaje: nada cambia.',
  },
  ENGLISH: {
    FIRST: {
      subject: 'Your access to',
      lead: 'You can sign in now. Choose your password to begin.',
      label: 'Choose password',
      validity: 'The link works once and expires in 7 days.',
    },
    RESET: {
      subject: 'A new password for',
      lead: 'We were asked to change your password.',
      label: 'Change password',
      validity: 'The link works once and expires in 60 minutes.',
    },
    ignore: 'If you did not expect this, ignore it: nothing changes.',
  },
};

/** The mail with the first link of a login. They count as mails of the firm, and wait for the next day when those are spent. */
export const firstLinkMail = defineMail({
  isLimited: true,
  write: (tx, context) => writeLink(tx, context, 'FIRST'),
});

/** The mail with a link that sets a new password. */
export const passwordResetMail = defineMail({
  write: (tx, context) => writeLink(tx, context, 'RESET'),
});

/**
 * Makes the token of a link and keeps its hash, so that the token exists in the mail alone. A mail that is
 * tried again bears another one.
 */
async function writeLink(tx: Tx, context: MailContext<object>, kind: LinkKind) {
  const { mail, reader, letterhead } = context;
  const { tenantUuid, mailUuid: requestUuid, personUuid: userUuid } = mail;
  if (!userUuid) return undefined;
  const { theme, origin, domain } = letterhead;
  const token = newOpaqueToken();
  const kept = { tokenHash: hashOpaqueToken(token), requestUuid, kind, domain };
  await insertPasswordToken(tx, { tenantUuid, userUuid }, kept);
  const { ignore, [kind]: text } = words[reader.language];
  return {
    subject: `${text.subject} ${theme.tenantName}`,
    name: reader.name,
    lead: text.lead,
    action: { href: `${origin}/set-password?token=${token}`, label: text.label },
    notes: [text.validity, ignore],
  };
}

/** Queues the mail with a link to set a password: the first one of a login, or a new one. */
export function queueLinkMail(
  tx: Tx,
  { tenantUuid, userUuid: personUuid }: Person,
  link: LinkKind,
): Promise<void> {
  const kind = link === 'FIRST' ? 'FIRST_LINK' : 'PASSWORD_RESET';
  return queueMail(tx, { kind, tenantUuid, personUuid });
}
