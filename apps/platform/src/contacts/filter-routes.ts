import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { Filters, filterWhere } from '@atrium/kit/lists/filter.ts';
import { FilterValues, FilterValuesBody } from '@atrium/kit/lists/filter-values.ts';
import { PageBody, PageOf } from '@atrium/kit/lists/page.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { visibleTo } from './contact-access.ts';
import { contactFields } from './contact-fields.ts';
import { listContacts, listContactValues } from './queries.ts';
import { Contact } from './schemas.ts';

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
        body: Type.Object({ filters: Type.Optional(Filters), ...PageBody.properties }),
        response: { 200: PageOf(Contact), ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) => {
        const { filters = [], ...page } = request.body;
        const met = filterWhere(tx, filters, contactFields);
        return listContacts(tx, tx`${visibleTo(tx, request.caller)} and ${met}`, page);
      }),
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
}
