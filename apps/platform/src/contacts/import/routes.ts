import type { Server } from '@atrium/kit/server.ts';
import type { Jobs } from '../../background/jobs.ts';
import { importRoutes } from '../../imports/import-routes.ts';
import { ContactImportQuery, ContactRowOutcome } from '../../imports/schemas.ts';
import { importedContacts } from './imported-contacts.ts';

export const contactImportRoutes = (app: Server, jobs: Jobs) =>
  importRoutes(app, jobs, {
    what: importedContacts,
    paths: ['/api/contacts/import', '/api/contacts/imports'],
    area: 'contacts',
    tags: ['Contacts'],
    operationIds: {
      import: 'importContacts',
      get: 'getContactImport',
      listRefused: 'listRefusedImportRows',
      mend: 'mendImportRow',
      pause: 'pauseContactImport',
      resume: 'resumeContactImport',
    },
    summary: 'Create contacts from CSV, up to 50,000 rows; poll the import for progress',
    description:
      'The first line names the columns; mapping and defaults fill what is missing. Rows are taken in the background, each for itself. With dryRun the answer is 200 with what would become of the first rows, and nothing is written.',
    query: ContactImportQuery,
    outcome: ContactRowOutcome,
  });
