import { escapeHtml } from '@atrium/kit/pages/page.ts';
import { button, layout } from '../mail/layout.ts';
import type { Theme } from '../tenants/branding/theme.ts';
import type { LinkKind } from './password-links.ts';

type Reader = { email: string; displayName: string; language: string };

const messages = {
  SPANISH: {
    lang: 'es',
    FIRST: {
      subject: 'Su acceso a',
      lead: 'Ya puede entrar. Elija su contraseña para comenzar.',
      button: 'Elegir contraseña',
      validity: 'El enlace sirve una sola vez y vence en 7 días.',
    },
    RESET: {
      subject: 'Nueva contraseña para',
      lead: 'Recibimos una solicitud para cambiar su contraseña.',
      button: 'Cambiar contraseña',
      validity: 'El enlace sirve una sola vez y vence en 60 minutos.',
    },
    hello: 'Hola',
    ignore: 'Si no lo esperaba, ignore este mensaje: nada cambia.',
  },
  ENGLISH: {
    lang: 'en',
    FIRST: {
      subject: 'Your access to',
      lead: 'You can sign in now. Choose your password to begin.',
      button: 'Choose password',
      validity: 'The link works once and expires in 7 days.',
    },
    RESET: {
      subject: 'A new password for',
      lead: 'We were asked to change your password.',
      button: 'Change password',
      validity: 'The link works once and expires in 60 minutes.',
    },
    hello: 'Hello',
    ignore: 'If you did not expect this, ignore it: nothing changes.',
  },
};

/** Returns the mail with the link that sets a password, in the reader's language, as text and HTML. */
export function credentialsMessage(kind: LinkKind, reader: Reader, theme: Theme, link: string) {
  const text = reader.language === 'ENGLISH' ? messages.ENGLISH : messages.SPANISH;
  const { subject: about, lead, button: label, validity } = text[kind];
  const subject = `${about} ${theme.tenantName}`;
  const greeting = `${text.hello} ${reader.displayName},`;
  const lines = [greeting, lead, link, validity, text.ignore, theme.tenantName];
  return {
    to: reader.email,
    subject,
    text: lines.join('\n\n'),
    html: layout({ lang: text.lang, subject, preview: lead, theme }, [
      `<p style="margin:0 0 4px">${escapeHtml(greeting)}</p><p style="margin:0 0 24px">${lead}</p>`,
      button(link, label, theme, 'full'),
      `<p class="soft" style="margin:16px 0 0;font-size:14px;line-height:1.5;color:#5b6775">${validity}<br>${text.ignore}</p>`,
    ]),
  };
}
