const contacts = {
  send: 'importContacts',
  get: 'getContactImport',
  refused: 'listRefusedImportRows',
  mend: 'mendImportRow',
  pause: 'pauseContactImport',
  resume: 'resumeContactImport',
} as const;

/** Their answers are those of contacts, but for the name of a mended row's record. */
const staff = {
  send: 'importStaff',
  get: 'getStaffImport',
  refused: 'listRefusedStaffImportRows',
  mend: 'mendStaffImportRow',
  pause: 'pauseStaffImport',
  resume: 'resumeStaffImport',
} as const;

type Operations = typeof contacts;
export type Kind = 'contacts' | 'staff';

/** The operations of an import, by what its rows become. */
export const kinds: Record<Kind, Operations> = { contacts, staff: staff as never };
