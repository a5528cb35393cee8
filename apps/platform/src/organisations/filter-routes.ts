import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import {
  checkIncludeDeleted,
  FilterBody,
  fieldsWithDeletedAt,
  showDeletedAt,
  withDeletedAt,
} from '../http/deleted-records.ts';
import { filterValuesSchema } from '../http/filter-values-schema.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import { filterWhere } from '../lists/filter.ts';
import { FilterValuesBody } from '../lists/filter-values.ts';
import { PageOf } from '../lists/page.ts';
import { listOrganisationValues, organisationFields, organisationsList } from './queries.ts';
import { Organisation, type OrganisationRow } from './schemas.ts';

const tags = ['Organisations'];
const config = { area: 'organisations', roles: staffRoles, listFields: organisationFields };

export async function organisationFilterRoutes(app: Server) {
  app.post(
    '/api/v2/organisations',
    {
      config,
      schema: {
        operationId: 'filterOrganisations',
        tags,
        summary: 'Organisations that meet every condition, by page',
        description:
          'Conditions are joined by AND; x-filterable and x-sortable name the fields. With includeDeleted, for administrators, deletedAt is a field as well.',
        body: FilterBody,
        response: {
          200: PageOf(withDeletedAt('ListedOrganisation', Organisation)),
          ...problems(400, 401, 403),
        },
      },
    },
    (request) => {
      const { filters = [], searchTerm, includeDeleted, ...page } = request.body;
      checkIncludeDeleted(request.caller, includeDeleted);
      return request.readTenant((tx) => {
        const fields = fieldsWithDeletedAt(organisationFields, 'o', includeDeleted);
        const met = filterWhere(tx, filters, fields);
        const list = organisationsList(tx, met, { searchTerm, includeDeleted });
        const shown = showDeletedAt(tx, list, 'o', includeDeleted);
        return fetchPage<OrganisationRow>(tx, shown, page, request.totalsOf(tx, 'ORGANISATION'));
      });
    },
  );

  app.post(
    '/api/v2/organisations/filter-values',
    {
      config,
      schema: filterValuesSchema('listOrganisationFilterValues', 'Organisations', FilterValuesBody),
    },
    (request) => request.readTenant((tx) => listOrganisationValues(tx, request.body)),
  );
}
