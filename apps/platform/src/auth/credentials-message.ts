import { escapeHtml } from '@atrium/kit/pages/page.ts';
import { button, layout } from '../mail/layout.ts';
import type { Theme } from '../tenants/branding/theme.ts';

type Reader = { email: string; displayName: string; language: string };

const messages = {
  SPANISH: {
    lang: 'es',
    welcome: {
      subject: 'Su acceso a',
      lead: 'Ya puede entrar. Elija su contraseña para comenzar.',
      button: 'Elegir contraseña',
    },
    reset: {
      subject: 'Nueva contraseña para',
      lead: 'Recibimos una solicitud para cambiar su contraseña.',
      button: 'Cambiar contraseña',
    },
    hello: 'Hola',
    validity: (minutes: number) => `El enlace sirve una sola vez y vence en ${minutes} minutos.`,
    ignore: 'Si no lo esperaba, ignore este mensaje: nada cambia.',
  },
  ENGLISH: {
    lang: 'en',
    welcome: {
      subject: 'Your access to',
      lead: 'You can sign in now. Choose your password to begin.',
      button: 'Choose password',
    },
    reset: {
      subject: 'A new password for',
      lead: 'We were asked to change your password.',
      button: 'Change password',
    },
    hello: 'Hello',
    validity: (minutes: number) => `The link works once and expires in ${minutes} minutes.`,
    ignore: 'If you did not expect this, ignore it: nothing changes.',
  },
};

/** Returns the mail with the link that sets a password, in the reader's language, as text and HTML. */
export function credentialsMessage(
  kind: 'welcome' | 'reset',
  reader: Reader,
  theme: Theme,
  link: string,
  minutes: number,
) {
  const text = reader.language === 'ENGLISH' ? messages.ENGLISH : messages.SPANISH;
  const { subject: about, lead, button: label } = text[kind];
  const subject = `${about} ${theme.tenantName}`;
  const greeting = `${text.hello} ${reader.displayName},`;
  const lines = [greeting, lead, link, text.validity(minutes), text.ignore, theme.tenantName];
  return {
    to: reader.email,
    subject,
    text: lines.join('\n\n'),
    html: layout({ lang: text.lang, subject, preview: lead, theme }, [
      `<p style="margin:0 0 4px">${escapeHtml(greeting)}</p><p style="margin:0 0 24px">${lead}</p>`,
      button(link, label, theme, 'full'),
      `<p class="soft" style="margin:16px 0 0;font-size:14px;line-height:1.5;color:#5b6775">${text.validity(minutes)}<br>${text.ignore}</p>`,
    ]),
  };
}
