import { escapeHtml } from '@atrium/kit/pages/page.ts';
import { layout } from '../../mail/layout.ts';
import type { Theme } from '../../tenants/branding/theme.ts';
import type { LoginChange } from './note-login-change.ts';

type Told = Exclude<LoginChange, 'FIRST_LINK'>;

const messages = {
  SPANISH: {
    lang: 'es',
    subject: 'Cambio en su acceso a',
    hello: 'Hola',
    leads: {
      EMAIL_TAKEN_AWAY:
        'El correo de su acceso se cambió: ya no puede entrar con esta dirección. Sus sesiones y los enlaces que se enviaron aquí terminaron.',
      EMAIL_GIVEN: 'El correo de su acceso se cambió: desde ahora entra con esta dirección.',
      PASSWORD_SET:
        'Un administrador de su firma puso una contraseña nueva a su acceso y cerró sus sesiones.',
    },
    warning: 'Si no lo esperaba, avise a su firma de inmediato.',
  },
  ENGLISH: {
    lang: 'en',
    subject: 'A change to your sign-in at',
    hello: 'Hello',
    leads: {
      EMAIL_TAKEN_AWAY:
        'The e-mail of your sign-in was changed: you no longer sign in with this address. Your sessions and the links that were mailed here have ended.',
      EMAIL_GIVEN: 'The e-mail of your sign-in was changed: from now on you sign in with this one.',
      PASSWORD_SET:
        'An administrator of your firm set a new password for your sign-in and ended your sessions.',
    },
    warning: 'If you did not expect this, tell your firm at once.',
  },
} as const;

/** Returns the mail that tells somebody of a change of the login, in the person's language. */
export function loginChangeMessage(
  change: Told,
  reader: { email: string; displayName: string; language: string },
  theme: Theme,
) {
  const text = reader.language === 'ENGLISH' ? messages.ENGLISH : messages.SPANISH;
  const lead = text.leads[change];
  const subject = `${text.subject} ${theme.tenantName}`;
  const greeting = `${text.hello} ${reader.displayName},`;
  return {
    to: reader.email,
    subject,
    text: [greeting, lead, text.warning, theme.tenantName].join('\n\n'),
    html: layout({ lang: text.lang, subject, preview: lead, theme }, [
      `<p style="margin:0 0 4px">${escapeHtml(greeting)}</p><p style="margin:0 0 16px">${lead}</p>`,
      `<p class="soft" style="margin:0;font-size:14px;line-height:1.5;color:#5b6775">${text.warning}</p>`,
    ]),
  };
}
