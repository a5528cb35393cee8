import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { fieldsWithDeletedAt, IncludeDeleted, withDeletedAt } from '../http/deleted-records.ts';
import { filterValuesSchema } from '../http/filter-values-schema.ts';
import { filterWhere } from '../lists/filter.ts';
import { FilterValuesBody } from '../lists/filter-values.ts';
import { PageOf } from '../lists/page.ts';
import { listTenants, listTenantValues, tenantFields } from './queries.ts';
import { Tenant, TenantFilter } from './schemas.ts';

const tags = ['Tenants'];
const admins = { area: 'tenant', roles: ['SYSTEM_ADMIN'] as const, listFields: tenantFields };

export async function tenantFilterRoutes(app: Server) {
  app.post(
    '/api/v2/tenants',
    {
      config: admins,
      schema: {
        operationId: 'filterTenants',
        tags,
        summary: 'Tenants that fulfil every filter, by page',
        description:
          'Conditions are joined by AND; x-filterable and x-sortable name the fields. With includeDeleted, deleted ones come too, and deletedAt is a field as well.',
        body: TenantFilter,
        response: {
          200: PageOf(withDeletedAt('FilterTenantsItem', Tenant)),
          ...problems(400, 401, 403),
        },
      },
    },
    (request) => {
      const { filters = [], ...asked } = request.body;
      const fields = fieldsWithDeletedAt(tenantFields, 't', asked.includeDeleted);
      return request.inPlatform((tx) => listTenants(tx, filterWhere(tx, filters, fields), asked));
    },
  );

  app.post(
    '/api/v2/tenants/filter-values',
    {
      config: admins,
      schema: filterValuesSchema(
        'listTenantValues',
        'Tenants',
        Type.Object({ ...FilterValuesBody.properties, includeDeleted: IncludeDeleted }),
      ),
    },
    (request) => request.inPlatform((tx) => listTenantValues(tx, request.body)),
  );
}
