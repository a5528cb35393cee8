/** The texts of the page behind a mailed link. */
export const pageMessages = {
  SPANISH: {
    lang: 'es',
    ask: '¿Asistirá a esta reunión?',
    again: 'Recibimos dos respuestas distintas casi a la vez. ¿Cuál vale?',
    accept: 'Sí, asistiré',
    decline: 'No podré',
    thanks: { ACCEPTED: 'Gracias: le esperamos.', DECLINED: 'Gracias por avisar.' },
    recorded: {
      ACCEPTED: 'Su respuesta quedó registrada: asistirá.',
      DECLINED: 'Su respuesta quedó registrada: no asistirá.',
    },
    current: {
      UNKNOWN: 'Aún no ha respondido.',
      ACCEPTED: 'Su respuesta hasta ahora: asistirá.',
      DECLINED: 'Su respuesta hasta ahora: no asistirá.',
    },
    proposed: 'Enviamos su propuesta a quien organiza.',
    noted: 'Enviamos su mensaje a quien organiza.',
    faults: {
      NO_MESSAGE: 'Escriba un mensaje antes de enviarlo.',
      SAME_TIME: 'Esa es la hora actual de la reunión. Indique otra.',
      NOT_AFTER_START: 'La hora de término debe ser posterior a la de inicio.',
    },
    note: 'Mensaje para quien organiza (opcional)',
    sendNote: 'Enviar mensaje',
    propose: 'Proponer otra hora',
    from: 'Desde',
    until: 'Hasta',
    send: 'Enviar propuesta',
    change: 'Puede cambiarla mientras la reunión no haya terminado.',
    canceled: 'Esta reunión se canceló. Ya no hace falta responder.',
    past: 'Esta reunión ya terminó. Ya no se puede responder.',
    confirmed:
      'Esta invitación ya se respondió. Para cambiar la respuesta, use el enlace del mensaje que recibió.',
  },
  ENGLISH: {
    lang: 'en',
    ask: 'Will you attend this meeting?',
    again: 'Two different answers reached us almost at once. Which one counts?',
    accept: 'Yes, I will attend',
    decline: 'No, I cannot',
    thanks: {
      ACCEPTED: 'Thank you: we look forward to it.',
      DECLINED: 'Thank you for telling us.',
    },
    recorded: {
      ACCEPTED: 'Your answer is recorded: you will attend.',
      DECLINED: 'Your answer is recorded: you will not attend.',
    },
    current: {
      UNKNOWN: 'You have not answered yet.',
      ACCEPTED: 'Your answer so far: you will attend.',
      DECLINED: 'Your answer so far: you will not attend.',
    },
    proposed: 'Your proposal has been passed on to the host.',
    noted: 'Your message has been passed on to the host.',
    faults: {
      NO_MESSAGE: 'Please write a message before you send it.',
      SAME_TIME: 'That is the time the meeting already has. Please enter another.',
      NOT_AFTER_START: 'The end must be later than the start.',
    },
    note: 'Message to the host (optional)',
    sendNote: 'Send the message',
    propose: 'Propose another time',
    from: 'From',
    until: 'Until',
    send: 'Send the proposal',
    change: 'You can change it until the meeting has ended.',
    canceled: 'This meeting was cancelled. There is no need to answer any more.',
    past: 'This meeting is over. It can no longer be answered.',
    confirmed:
      'This invitation has been answered. To change the answer, use the link in the message you received.',
  },
};

/** The page for a link that leads nowhere, in both languages since nobody is known to read it. */
export const brokenLink: Record<400 | 403 | 404 | 429, [string, string]> = {
  400: [
    'El enlace está incompleto. Ábralo de nuevo desde el mensaje.',
    'The link is incomplete. Please open it from the message again.',
  ],
  403: [
    'El enlace no es válido. Use el último mensaje que recibió.',
    'The link is not valid. Please use the latest message you received.',
  ],
  404: ['No encontramos esta invitación.', 'We cannot find this invitation.'],
  429: ['Demasiados intentos. Espere un minuto.', 'Too many attempts. Please wait a minute.'],
};
