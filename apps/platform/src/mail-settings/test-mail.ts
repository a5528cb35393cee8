import { defineMail } from '../mail/outbox/define-mail.ts';

const words = {
  SPANISH: {
    subject: (firm: string) => `Correo de prueba de ${firm}`,
    lead: (firm: string) => `Así llegan los correos de ${firm}: este es su remitente y su aspecto.`,
    ask: 'Responda a este mensaje para ver adónde llegan las respuestas.',
  },
  ENGLISH: {
    subject: (firm: string) => `Test e-mail from ${firm}`,
    lead: (firm: string) =>
      `This is how e-mails from ${firm} arrive: with this sender and this look.`,
    ask: 'Reply to this message to see where replies arrive.',
  },
};

/** The mail by which somebody sees how mails of the firm arrive. */
export const testMail = defineMail({
  write: (_tx, { reader, letterhead }) => {
    const { tenantName } = letterhead.theme;
    const { subject, lead, ask } = words[reader.language];
    return { subject: subject(tenantName), lead: lead(tenantName), notes: [ask] };
  },
});
