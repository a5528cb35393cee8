import type { JobData } from '../background/jobs.ts';
import { type AdministratorMailOptions, createAdministratorMails } from './administrator-mails.ts';

/** Mails the administrators of a tenant that the day's mails are spent, and that the others wait. */
export function createMailsWaitingMail(options: AdministratorMailOptions) {
  const kind = { queue: 'mails-waiting-mail', kind: 'MAILS_WAITING' } as const;
  return createAdministratorMails<JobData & { perDay: number }>(
    options,
    kind,
    async (_tx, { perDay }) => wordsOf(perDay),
  );
}

const wordsOf = (perDay: number) => ({
  SPANISH: {
    subject: 'Algunas invitaciones saldrán mañana',
    lead: `Hoy ya salieron ${perDay.toLocaleString('es-CL')} invitaciones y primeros enlaces de su firma, que es el máximo de un día (UTC).`,
    ask: 'Los demás esperan y salen mañana por sí solos. Si no los esperaba, revise quién los envía.',
  },
  ENGLISH: {
    subject: 'Some invitations will go out tomorrow',
    lead: `Today ${perDay.toLocaleString('en-US')} invitations and first links of your firm have gone out, which is the most of one day (UTC).`,
    ask: 'The others wait and go out tomorrow by themselves. If you did not expect them, look who sends them.',
  },
});
