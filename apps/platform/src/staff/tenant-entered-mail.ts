import { defineAdministratorMail } from '../mail/outbox/administrators.ts';

/** Tells the administrators of a tenant that somebody who administers the platform entered it. */
export const tenantEnteredMail = defineAdministratorMail<{ at: string }>(
  async (_tx, { at }, { letterhead }) => {
    const { tenantName } = letterhead.theme;
    return {
      SPANISH: {
        subject: `Una visita de la plataforma en ${tenantName}`,
        lead: `Una persona que administra la plataforma entró a su firma el ${at} (UTC). Se avisa una vez por hora y persona.`,
        ask: 'El registro de auditoría dice quién fue y qué cambió. Si quiere aprobar cada visita antes, cámbielo en las reglas de seguridad.',
      },
      ENGLISH: {
        subject: `A visit of the platform at ${tenantName}`,
        lead: `Somebody who administers the platform entered your firm on ${at} (UTC). You are told once an hour of a person.`,
        ask: 'The audit trail says who it was and what they changed. To approve each visit before, change the firm’s rules for security.',
      },
    };
  },
);
