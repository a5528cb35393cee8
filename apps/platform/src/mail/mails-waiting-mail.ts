import { defineAdministratorMail } from './outbox/administrators.ts';

/** Tells the administrators of a tenant that the day's mails are spent, and that the others wait. */
export const mailsWaitingMail = defineAdministratorMail<{ perDay: number }>(
  async (_tx, { perDay }) => ({
    SPANISH: {
      subject: 'Algunas invitaciones saldrán mañana',
      lead: `Hoy ya se enviaron ${perDay.toLocaleString('es-CL')} invitaciones y primeros enlaces de su firma, que es el máximo de un día (UTC).`,
      ask: 'Los demás esperan y se enviarán mañana por sí solos. Si no lo esperaba, revise quién los envía.',
    },
    ENGLISH: {
      subject: 'Some invitations will go out tomorrow',
      lead: `Today ${perDay.toLocaleString('en-GB')} of your firm’s invitations and first links have gone out, which is the limit for one day (UTC).`,
      ask: 'The others wait and go out tomorrow by themselves. If you did not expect this, check who is sending them.',
    },
  }),
);
