import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { filterWhere } from '@atrium/kit/lists/filter.ts';
import { FilterValues, FilterValuesBody } from '@atrium/kit/lists/filter-values.ts';
import { PageBody, PageOf } from '@atrium/kit/lists/page.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { seenHouseholdsOf } from '../auth/visible-households.ts';
import { sendCsv } from '../exports/send-csv.ts';
import { visibleTo } from './contact-access.ts';
import { exportContacts } from './export/export-contacts.ts';
import { contactFields } from './fields.ts';
import { contactsList, fetchWithReadiness, listContactValues } from './queries.ts';
import { ListedContact } from './readiness/schemas.ts';
import { ContactFilter } from './schemas.ts';

const tags = ['Contacts'];
const config = { roles: staffRoles };

export async function contactFilterRoutes(app: Server) {
  app.post(
    '/api/v2/contacts',
    {
      config,
      schema: {
        operationId: 'filterContacts',
        tags,
        summary: 'Contacts that meet every condition, by page',
        body: Type.Object({ ...ContactFilter.properties, ...PageBody.properties }),
        response: { 200: PageOf(ListedContact), ...problems(400, 401, 403) },
      },
    },
    (request) => {
      const { filters = [], searchTerm, ...page } = request.body;
      return request.readTenant((tx) => {
        const met = filterWhere(tx, filters, contactFields);
        const where = tx`${visibleTo(tx, request.caller)} and ${met}`;
        const households = seenHouseholdsOf(tx, request.caller);
        const list = contactsList(tx, where, searchTerm, households);
        // The status also changes with households and lists of values, whose events are not a contact's.
        const isSteady = !filters.some(({ field }) => field === 'readinessStatus');
        const totals = isSteady ? request.totalsOf(tx, 'CONTACT') : undefined;
        return fetchWithReadiness(tx, list, page, { totals });
      });
    },
  );

  app.post(
    '/api/v2/contacts/filter-values',
    {
      config,
      schema: {
        operationId: 'listContactFilterValues',
        tags,
        summary: 'The distinct values of a field of contacts',
        body: FilterValuesBody,
        response: { 200: FilterValues, ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) =>
        listContactValues(tx, visibleTo(tx, request.caller), request.body),
      ),
  );

  app.post(
    '/api/v2/contacts/export',
    {
      config,
      schema: {
        operationId: 'exportContacts',
        tags,
        summary: 'Contacts that meet every condition as CSV',
        body: ContactFilter,
        produces: ['text/csv'],
        response: problems(400, 401, 403),
      },
    },
    (request, reply) => sendCsv(request, reply, exportContacts(request.caller, request.body)),
  );
}
