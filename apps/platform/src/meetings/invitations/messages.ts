/** The texts of the mails about meetings. */
export const mailMessages = {
  SPANISH: {
    lang: 'es',
    untitled: 'Reunión',
    subject: { invited: 'Invitación', changed: 'Cambio de reunión', canceled: 'Reunión cancelada' },
    hello: 'Hola',
    lead: {
      invited: (host: string) =>
        host ? `${host} le invita a una reunión.` : 'Tiene una invitación a una reunión.',
      changed: (host: string) =>
        host
          ? `${host} cambió esta reunión. Estos son los datos vigentes.`
          : 'Esta reunión cambió. Estos son los datos vigentes.',
      canceled: (host: string) =>
        host ? `${host} canceló esta reunión.` : 'Esta reunión se canceló.',
    },
    when: 'Cuándo',
    where: 'Dónde',
    online: 'En línea',
    host: 'Organiza',
    arrangedBy: 'Agendada por',
    hosted: {
      subject: 'Reunión agendada para usted',
      lead: (by: string) => `${by} agendó esta reunión, que usted organiza.`,
    },
    answered: {
      subject: 'Respuesta a su reunión',
      lead: (by: string) => `${by} respondió con un mensaje.`,
      declinedSubject: 'Alguien no asistirá a su reunión',
      declined: (by: string) => `${by} no asistirá.`,
      unmatched: {
        NOT_INVITED: {
          subject: 'Respuesta de alguien que no está invitado',
          lead: (by: string) =>
            `${by} respondió sin tener una invitación, así que nada cambia: quizá se la reenviaron, o escribió desde otra dirección.`,
        },
        SENDER_MISMATCH: {
          subject: 'Respuesta en nombre de otra persona',
          lead: (by: string) =>
            `${by} respondió desde una dirección que no es la de la persona por quien responde, así que nada cambia.`,
        },
        OTHER: {
          subject: 'Mensaje sobre su reunión',
          lead: (by: string) =>
            `${by} escribió sobre esta reunión. No se registró ninguna respuesta, así que nada cambia.`,
        },
      },
      somebody: 'Alguien',
      answer: 'Respuesta',
      says: {
        ACCEPTED: 'Asistirá',
        DECLINED: 'No asistirá',
        TENTATIVE: 'Quizás asista',
      } as Record<string, string>,
      note: 'Mensaje',
      proposed: 'Propone',
    },
    link: 'Enlace',
    join: 'Unirse a la reunión',
    password: 'Clave de la sala',
    about: 'Descripción',
    more: 'Más información',
    question: '¿Asistirá?',
    accept: 'Sí, asistiré',
    decline: 'No podré',
    answers: {
      UNKNOWN: null,
      ACCEPTED: 'Su respuesta hasta ahora: asistirá.',
      DECLINED: 'Su respuesta hasta ahora: no asistirá.',
    },
    personal: 'Los enlaces son personales: no reenvíe este mensaje.',
    calendar: 'El archivo adjunto agrega la reunión a su calendario.',
    gone: 'El archivo adjunto la retira de su calendario.',
  },
  ENGLISH: {
    lang: 'en',
    untitled: 'Meeting',
    subject: { invited: 'Invitation', changed: 'Meeting changed', canceled: 'Meeting cancelled' },
    hello: 'Hello',
    lead: {
      invited: (host: string) =>
        host ? `${host} invites you to a meeting.` : 'You are invited to a meeting.',
      changed: (host: string) =>
        host
          ? `${host} changed this meeting. This is how it stands now.`
          : 'This meeting has changed. This is how it stands now.',
      canceled: (host: string) =>
        host ? `${host} cancelled this meeting.` : 'This meeting was cancelled.',
    },
    when: 'When',
    where: 'Where',
    online: 'Online',
    host: 'Host',
    arrangedBy: 'Scheduled by',
    hosted: {
      subject: 'A meeting was scheduled for you',
      lead: (by: string) => `${by} scheduled this meeting, which you host.`,
    },
    answered: {
      subject: 'An answer to your meeting',
      lead: (by: string) => `${by} answered with a message.`,
      declinedSubject: 'Somebody will not attend your meeting',
      declined: (by: string) => `${by} will not attend.`,
      unmatched: {
        NOT_INVITED: {
          subject: 'An answer from somebody who is not invited',
          lead: (by: string) =>
            `${by} answered without an invitation, so nothing changes: it may have been forwarded, or the answer sent from another address.`,
        },
        SENDER_MISMATCH: {
          subject: 'An answer on behalf of somebody else',
          lead: (by: string) =>
            `${by} answered from an address that is not that of the person answered for, so nothing changes.`,
        },
        OTHER: {
          subject: 'A message about your meeting',
          lead: (by: string) =>
            `${by} wrote about this meeting. No answer was recorded, so nothing changes.`,
        },
      },
      somebody: 'Somebody',
      answer: 'Answer',
      says: {
        ACCEPTED: 'Will attend',
        DECLINED: 'Will not attend',
        TENTATIVE: 'May attend',
      } as Record<string, string>,
      note: 'Message',
      proposed: 'Proposes',
    },
    link: 'Link',
    join: 'Join the meeting',
    password: 'Passcode',
    about: 'Description',
    more: 'More information',
    question: 'Will you attend?',
    accept: 'Yes, I will',
    decline: 'No, I cannot',
    answers: {
      UNKNOWN: null,
      ACCEPTED: 'Your answer so far: you will attend.',
      DECLINED: 'Your answer so far: you will not attend.',
    },
    personal: 'The links are yours alone: please do not forward this message.',
    calendar: 'The attached file adds the meeting to your calendar.',
    gone: 'The attached file removes it from your calendar.',
  },
};
