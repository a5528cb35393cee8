import { hashOpaqueToken, newOpaqueToken } from '../auth/opaque-token.ts';
import { defineMail } from '../mail/outbox/define-mail.ts';
import { findMailSettings } from '../mail/sender-queries.ts';
import { setReplyAddressToken } from './queries.ts';
import { replyAddressPath } from './reply-address-page.ts';

const linkDays = 7;

const words = {
  SPANISH: {
    subject: (firm: string) => `Confirme esta dirección para ${firm}`,
    lead: (firm: string) => `${firm} quiere que las respuestas a sus correos lleguen aquí.`,
    ask: 'Abra el enlace y confirme en los próximos 7 días. Si no lo esperaba, ignore este mensaje: nada cambia.',
    button: 'Confirmar la dirección',
  },
  ENGLISH: {
    subject: (firm: string) => `Confirm this address for ${firm}`,
    lead: (firm: string) => `${firm} would like replies to its e-mails to arrive here.`,
    ask: 'Open the link and confirm within 7 days. If you did not expect this, ignore it: nothing changes.',
    button: 'Confirm the address',
  },
};

/** The mail with the link by which the owner of a reply address confirms it, while it is still the firm's. */
export const replyAddressMail = defineMail({
  write: async (tx, { reader, letterhead }) => {
    const { replyTo, isConfirmed } = await findMailSettings(tx, tx.tenantUuid);
    if (replyTo !== reader.email || isConfirmed) return undefined;
    const token = newOpaqueToken();
    await setReplyAddressToken(tx, { tokenHash: hashOpaqueToken(token), days: linkDays });
    const { tenantName } = letterhead.theme;
    const { subject, lead, ask, button: label } = words[reader.language];
    const href = `${letterhead.origin}${replyAddressPath}?token=${token}`;
    return {
      subject: subject(tenantName),
      lead: lead(tenantName),
      action: { href, label },
      notes: [ask],
    };
  },
});
