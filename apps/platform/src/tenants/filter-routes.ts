import { filterWhere } from '@atrium/kit/lists/filter.ts';
import { FilterValuesBody } from '@atrium/kit/lists/filter-values.ts';
import { PageOf } from '@atrium/kit/lists/page.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { filterValuesSchema } from '../http/filter-values-schema.ts';
import { listTenants, listTenantValues, tenantFields } from './queries.ts';
import { Tenant, TenantFilter } from './schemas.ts';

const tags = ['Tenants'];
const admins = { roles: ['SYSTEM_ADMIN'] as const, listFields: tenantFields };

export async function tenantFilterRoutes(app: Server) {
  app.post(
    '/api/v2/tenants',
    {
      config: admins,
      schema: {
        operationId: 'filterTenants',
        tags,
        summary: 'Tenants that fulfil every filter, by page',
        description: 'Conditions are joined by AND; x-filterable and x-sortable name the fields.',
        body: TenantFilter,
        response: { 200: PageOf(Tenant), ...problems(400, 401, 403) },
      },
    },
    (request) => {
      const { filters = [], ...page } = request.body;
      return request.inPlatform((tx) =>
        listTenants(tx, filterWhere(tx, filters, tenantFields), page),
      );
    },
  );

  app.post(
    '/api/v2/tenants/filter-values',
    {
      config: admins,
      schema: filterValuesSchema('listTenantValues', 'Tenants', FilterValuesBody),
    },
    (request) => request.inPlatform((tx) => listTenantValues(tx, request.body)),
  );
}
