import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { namedStaff } from '../auth/names-of-staff.ts';
import { seenHouseholdsOf } from '../auth/visible-households.ts';
import { csvAnswer, sendCsv } from '../exports/send-csv.ts';
import {
  checkIncludeDeleted,
  FilterBody,
  fieldsWithDeletedAt,
  showDeletedAt,
  withDeletedAt,
} from '../http/deleted-records.ts';
import { filterValuesSchema } from '../http/filter-values-schema.ts';
import { filterWhere } from '../lists/filter.ts';
import { FilterValuesBody } from '../lists/filter-values.ts';
import { PageOf } from '../lists/page.ts';
import { visibleTo } from './contact-access.ts';
import { ContactExport, exportContacts } from './export/export-contacts.ts';
import { contactFields } from './fields.ts';
import { contactsList, fetchWithReadiness, listContactValues } from './queries.ts';
import { asksForStatus } from './readiness/readiness-list.ts';
import { ListedContact } from './readiness/schemas.ts';

const tags = ['Contacts'];
const config = { area: 'contacts', roles: staffRoles, listFields: contactFields };

/** The fields whose totals are not remembered. */
const unsteady: ReadonlySet<string> = new Set(['readinessStatus', 'lastMailState']);

export async function contactFilterRoutes(app: Server) {
  app.post(
    '/api/v2/contacts',
    {
      config: { ...config, heavy: asksForStatus },
      schema: {
        operationId: 'filterContacts',
        tags,
        summary: 'Contacts that meet every condition, by page',
        description:
          'Conditions are joined by AND; x-filterable and x-sortable name the fields. With includeDeleted, for administrators, deleted ones come too, and deletedAt is a field as well.',
        body: FilterBody,
        response: {
          200: PageOf(withDeletedAt('ListedContact', ListedContact)),
          ...problems(400, 401, 403),
        },
      },
    },
    (request) => {
      const { filters = [], searchTerm, includeDeleted, ...page } = request.body;
      checkIncludeDeleted(request.caller, includeDeleted);
      return request.readTenant((tx) => {
        const fields = fieldsWithDeletedAt(contactFields, 'c', includeDeleted);
        const met = filterWhere(tx, filters, fields);
        const where = tx`${visibleTo(tx, request.caller)} and ${met}`;
        const households = seenHouseholdsOf(tx, request.caller);
        const list = contactsList(tx, where, searchTerm, households, { includeDeleted });
        const shown = showDeletedAt(tx, list, 'c', includeDeleted);
        // Both also change with what has no event of a contact: households, lists of values, mails.
        const isSteady = !filters.some(({ field }) => unsteady.has(field));
        const totals = isSteady ? request.totalsOf(tx, 'CONTACT') : undefined;
        return fetchWithReadiness(tx, shown, page, { totals });
      });
    },
  );

  app.post(
    '/api/v2/contacts/filter-values',
    {
      config: { ...config, heavy: asksForStatus },
      schema: filterValuesSchema('listContactFilterValues', 'Contacts', FilterValuesBody),
    },
    (request) =>
      request.readTenant(async (tx) =>
        namedStaff(tx, await listContactValues(tx, visibleTo(tx, request.caller), request.body)),
      ),
  );

  app.post(
    '/api/v2/contacts/export',
    {
      config: { ...config, heavy: true },
      schema: {
        operationId: 'exportContacts',
        tags,
        summary: 'Contacts that meet every condition as CSV',
        description:
          'The same filters as the list, and its columns if they are asked for, in words with `language`. Cells that a spreadsheet would run as formulas are defused. The export is recorded.',
        body: ContactExport,
        response: { ...csvAnswer, ...problems(400, 401, 403) },
      },
    },
    (request, reply) => sendCsv(request, reply, exportContacts(request.caller, request.body)),
  );
}
