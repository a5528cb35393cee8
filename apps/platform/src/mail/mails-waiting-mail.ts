import { defineAdministratorMail } from './outbox/administrators.ts';

/** Tells the administrators of a tenant that the day's mails are spent, and that the others wait. */
export const mailsWaitingMail = defineAdministratorMail<{ perDay: number }>(
  async (_tx, { perDay }) => ({
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
  }),
);
