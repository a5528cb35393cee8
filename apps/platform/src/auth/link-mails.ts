import type { Tx } from '../database/transaction.ts';
import { defineMail, type MailContext } from '../mail/outbox/define-mail.ts';
import { queueMail } from '../mail/outbox/queue-mails.ts';
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts';
import { insertPasswordToken, type LinkKind } from './password-links.ts';
import type { Person } from './person.ts';
import { isProviderRequired } from './sso/must-use-provider.ts';

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
    bySso: {
      subject: 'Su acceso a',
      lead: 'Su firma usa su propio proveedor de identidad: no necesita elegir una contraseña.',
      validity: 'En la página de inicio de sesión, escriba su correo y continúe.',
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
    bySso: {
      subject: 'Your access to',
      lead: 'Your firm uses its own identity provider: there is no password to choose.',
      validity: 'On the sign-in page, enter your e-mail and continue.',
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
 * Writes that there is no link for who signs in by the firm's provider alone. For others it makes the token of a link and keeps its hash, so that the token exists in the mail alone. A mail that is
 * tried again bears another one.
 */
async function writeLink(tx: Tx, context: MailContext<object>, kind: LinkKind) {
  const { mail, reader, letterhead } = context;
  const { tenantUuid, mailUuid: requestUuid, personUuid: userUuid } = mail;
  if (!userUuid) return undefined;
  const { theme, origin, domain } = letterhead;
  const { ignore, bySso, [kind]: byLink } = words[reader.language];
  if (await isProviderRequired(tx, { tenantUuid, userUuid })) {
    const subject = `${bySso.subject} ${theme.tenantName}`;
    return { subject, name: reader.name, lead: bySso.lead, notes: [bySso.validity, ignore] };
  }
  const token = newOpaqueToken();
  const kept = { tokenHash: hashOpaqueToken(token), requestUuid, kind, domain };
  await insertPasswordToken(tx, { tenantUuid, userUuid }, kept);
  return {
    subject: `${byLink.subject} ${theme.tenantName}`,
    name: reader.name,
    lead: byLink.lead,
    action: { href: `${origin}/set-password?token=${token}`, label: byLink.label },
    notes: [byLink.validity, ignore],
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
