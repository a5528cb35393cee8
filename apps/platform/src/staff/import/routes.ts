import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { Jobs } from '../../background/jobs.ts';
import { platformTenantUuid } from '../../database/platform-tenant.ts';
import { importRoutes } from '../../imports/import-routes.ts';
import { StaffImportQuery, StaffRowOutcome } from '../../imports/schemas.ts';
import { inStatedTenant } from '../in-stated-tenant.ts';
import { importedStaff } from './imported-staff.ts';

export const staffImportRoutes = (app: Server, jobs: Jobs) =>
  importRoutes(app, jobs, {
    what: importedStaff,
    paths: ['/api/tenant-staff/import', '/api/tenant-staff/imports'],
    area: 'staff',
    tags: ['Staff'],
    operationIds: {
      import: 'importStaff',
      get: 'getStaffImport',
      listRefused: 'listRefusedStaffImportRows',
      mend: 'mendStaffImportRow',
      pause: 'pauseStaffImport',
      resume: 'resumeStaffImport',
    },
    summary:
      'Create staff and their logins from CSV, up to 50,000 rows; poll the import for progress',
    description:
      'As importContacts takes contacts. Nobody has a password by it; with invite each is mailed the first link. Passwords in the file are neither taken nor kept. With dryRun the answer is 200 with what would become of the first rows, and nothing is written.',
    query: StaffImportQuery,
    outcome: StaffRowOutcome,
    inTenant: async (caller, stated = caller.tenantUuid, run) => {
      if (stated.toLowerCase() === platformTenantUuid)
        throw invalid(fieldError('tenantUuid', 'REQUIRED', 'must be the tenant of the staff'));
      return inStatedTenant(caller, stated, run);
    },
  });
