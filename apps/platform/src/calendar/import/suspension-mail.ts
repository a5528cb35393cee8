import { defineMail } from '../../mail/outbox/define-mail.ts';
import { findSuspension } from '../connections/suspension.ts';

const words = {
  SPANISH: {
    subject: 'Su calendario espera una decisión',
    lead: (count: number) =>
      `De su calendario conectado desaparecieron de una vez muchos eventos. Con ellos se cancelarían ${count} reuniones futuras, por lo que nada se ha cancelado todavía.`,
    ask: 'Vea las reuniones en la página de su calendario y decida: cancelarlas, o conservarlas y escribir de nuevo sus eventos. Hasta entonces no se aplican cambios del calendario.',
  },
  ENGLISH: {
    subject: 'Your calendar is waiting for a decision',
    lead: (count: number) =>
      `Many events disappeared from your connected calendar at once. This would cancel ${count} future meetings, so nothing has been cancelled yet.`,
    ask: 'See the meetings on your calendar page and decide: cancel them, or keep them and write their events anew. Until then no changes are taken from the calendar.',
  },
};

/** Tells a person that the import was suspended; somebody who has decided meanwhile is not written to. */
export const suspensionMail = defineMail<{ connectionUuid: string }>({
  write: async (tx, { about, reader }) => {
    const suspension = await findSuspension(tx, about.connectionUuid);
    if (!suspension) return undefined;
    const { subject, lead, ask } = words[reader.language];
    return { subject, name: reader.name, lead: lead(suspension.total), notes: [ask] };
  },
});
