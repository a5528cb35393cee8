import { escapeHtml } from './html.ts';

type Reader = { email: string; displayName: string; language: string };

const words = {
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

/** The mail with the link that sets a password, in the reader's language, as text and HTML. */
export function credentialsMessage(
  kind: 'welcome' | 'reset',
  reader: Reader,
  tenantName: string,
  link: string,
  minutes: number,
) {
  const text = reader.language === 'ENGLISH' ? words.ENGLISH : words.SPANISH;
  const { subject, lead, button } = text[kind];
  const lines = [
    `${text.hello} ${reader.displayName},`,
    lead,
    link,
    text.validity(minutes),
    text.ignore,
    tenantName,
  ];
  return {
    to: reader.email,
    subject: `${subject} ${tenantName}`,
    text: lines.join('\n\n'),
    html: `<!doctype html><html lang="${text.lang}"><body style="margin:0;background:#f3f5f7;font:16px/1.55 Georgia,'Times New Roman',serif;color:#1d2733">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#fff;border:1px solid #e1e6eb;border-radius:8px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;color:#24466b">${escapeHtml(tenantName)}</p>
<p style="margin:0 0 12px">${text.hello} ${escapeHtml(reader.displayName)},</p><p style="margin:0 0 24px">${lead}</p>
<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 22px;background:#24466b;border-radius:6px;color:#fff;text-decoration:none">${button}</a></p>
<p style="margin:0 0 6px;font-size:14px;color:#5b6775">${text.validity(minutes)}</p><p style="margin:0;font-size:14px;color:#5b6775">${text.ignore}</p>
</td></tr></table></td></tr></table></body></html>`,
  };
}
