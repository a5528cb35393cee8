import type { Language } from '../exports/export-look.ts';

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
  },
};

/** The kinds of records that are held of a person, by the heading of each on the page. */
export const headings = {
  contacts: { SPANISH: 'Ficha', ENGLISH: 'Record' },
  addresses: { SPANISH: 'Direcciones', ENGLISH: 'Addresses' },
  logins: { SPANISH: 'Acceso', ENGLISH: 'Access' },
  sessions: { SPANISH: 'Sesiones', ENGLISH: 'Sessions' },
  passkeys: { SPANISH: 'Llaves de acceso', ENGLISH: 'Passkeys' },
  memberships: { SPANISH: 'Grupos familiares', ENGLISH: 'Households' },
  invitations: { SPANISH: 'Invitaciones a reuniones', ENGLISH: 'Invitations to meetings' },
  guestInvitations: { SPANISH: 'Invitaciones por correo', ENGLISH: 'Invitations by e-mail' },
  invitationMails: { SPANISH: 'Correos de invitación', ENGLISH: 'Invitation e-mails' },
  mails: { SPANISH: 'Correos', ENGLISH: 'E-mails' },
  notes: { SPANISH: 'Notas', ENGLISH: 'Notes' },
  noteVersions: { SPANISH: 'Versiones anteriores de notas', ENGLISH: 'Earlier versions of notes' },
  tasks: { SPANISH: 'Tareas', ENGLISH: 'Tasks' },
  importRows: { SPANISH: 'Filas importadas', ENGLISH: 'Imported rows' },
  dismissedDuplicates: {
    SPANISH: 'Personas que no son la misma',
    ENGLISH: 'People who are not the same',
  },
  history: { SPANISH: 'Historial de cambios', ENGLISH: 'History of changes' },
  events: { SPANISH: 'Registro de actividad', ENGLISH: 'Activity log' },
} as const satisfies Record<string, Record<Language, string>>;
export type RecordKind = keyof typeof headings;
export const recordKinds = Object.keys(headings) as RecordKind[];
