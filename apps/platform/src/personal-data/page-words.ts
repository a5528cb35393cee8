import type { Language } from '../exports/export-look.ts';
import type { RecordKind } from './schemas.ts';

type Words = {
  lang: string;
  title: string;
  collected: string;
  nothing: string;
  when: string;
  field: string;
  before: string;
  after: string;
  long: string;
  kinds: Record<RecordKind, string>;
};

/** The words of the page that shows what is held of a person. */
export const pageWords: Record<Language, Words> = {
  SPANISH: {
    lang: 'es',
    title: 'Datos personales de',
    collected: 'Reunidos el (UTC)',
    nothing: 'Nada.',
    when: 'Cuándo',
    field: 'Dato',
    before: 'Antes',
    after: 'Después',
    long: 'texto largo',
    kinds: {
      contacts: 'Ficha',
      addresses: 'Direcciones',
      logins: 'Acceso',
      sessions: 'Sesiones',
      passkeys: 'Llaves de acceso',
      memberships: 'Grupos familiares',
      invitations: 'Invitaciones a reuniones',
      guestInvitations: 'Invitaciones por correo',
      invitationMails: 'Correos de invitación',
      mails: 'Correos',
      notes: 'Notas',
      noteVersions: 'Versiones anteriores de notas',
      tasks: 'Tareas',
      importRows: 'Filas importadas',
      dismissedDuplicates: 'Personas que no son la misma',
      history: 'Historial de cambios',
      events: 'Registro de actividad',
    },
  },
  ENGLISH: {
    lang: 'en',
    title: 'Personal data of',
    collected: 'Collected on (UTC)',
    nothing: 'Nothing.',
    when: 'When',
    field: 'Field',
    before: 'Before',
    after: 'After',
    long: 'long text',
    kinds: {
      contacts: 'Record',
      addresses: 'Addresses',
      logins: 'Access',
      sessions: 'Sessions',
      passkeys: 'Passkeys',
      memberships: 'Households',
      invitations: 'Invitations to meetings',
      guestInvitations: 'Invitations by e-mail',
      invitationMails: 'Invitation e-mails',
      mails: 'E-mails',
      notes: 'Notes',
      noteVersions: 'Earlier versions of notes',
      tasks: 'Tasks',
      importRows: 'Imported rows',
      dismissedDuplicates: 'People who are not the same',
      history: 'History of changes',
      events: 'Activity log',
    },
  },
};
