import { defineAdministratorMail } from '../mail/outbox/administrators.ts';

/** Tells the administrators of a tenant that somebody who administers the platform entered it. */
export const tenantEnteredMail = defineAdministratorMail<{ at: string }>(
  async (_tx, { at }, { letterhead }) => {
    const { tenantName } = letterhead.theme;
    return {
      SPANISH: {
        subject: `Visita de la plataforma a ${tenantName}`,
        lead: `Una persona que administra la plataforma entró en su firma el ${at} (UTC). Se avisa una vez por hora y persona.`,
        ask: 'El registro de auditoría dice quién fue y qué cambió. Para aprobar cada visita de antemano, cambie las reglas de seguridad.',
      },
      ENGLISH: {
        subject: `A visit by the platform to ${tenantName}`,
        lead: `An administrator of the platform entered your firm on ${at} (UTC). You are told once an hour for each person.`,
        ask: 'The audit trail says who it was and what they changed. To approve each visit in advance, change the firm’s security rules.',
      },
    };
  },
);
