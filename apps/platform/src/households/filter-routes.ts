import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { fetchPage } from '@atrium/kit/lists/fetch-page.ts';
import { Filters, filterWhere } from '@atrium/kit/lists/filter.ts';
import { FilterValues, FilterValuesBody } from '@atrium/kit/lists/filter-values.ts';
import { PageBody, PageOf } from '@atrium/kit/lists/page.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { type Static, Type } from 'typebox';
import { visibleTo } from '../auth/visible-households.ts';
import { HouseholdSummary, householdFields } from './fields.ts';
import { householdsList, listHouseholdValues, shown } from './queries.ts';
import type { HouseholdSummaryRow } from './schemas.ts';

const tags = ['Households'];
const config = { roles: staffRoles };
const includeInactive = Type.Optional(Type.Boolean());

export async function householdFilterRoutes(app: Server) {
  app.post(
    '/api/v2/households',
    {
      config,
      schema: {
        operationId: 'filterHouseholds',
        tags,
        summary:
          'Households that meet every condition, by page; active ones unless asked otherwise',
        body: Type.Object({
          filters: Type.Optional(Filters),
          ...PageBody.properties,
          includeInactive,
        }),
        response: { 200: PageOf(HouseholdSummary), ...problems(400, 401, 403) },
      },
    },
    (request) => {
      const { filters = [], includeInactive: all, ...page } = request.body;
      const { caller } = request;
      const any = all || asksActivity(filters);
      return request.readTenant((tx) => {
        const met = filterWhere(tx, filters, householdFields);
        const where = tx`${visibleTo(tx, caller)} and ${shown(tx, any)} and ${met}`;
        const totals = request.totalsOf(tx, 'HOUSEHOLD');
        return fetchPage<HouseholdSummaryRow>(tx, householdsList(tx, where), page, totals);
      });
    },
  );

  app.post(
    '/api/v2/households/filter-values',
    {
      config,
      schema: {
        operationId: 'listHouseholdFilterValues',
        tags,
        summary: 'The distinct values of a field of households',
        body: Type.Object({ ...FilterValuesBody.properties, includeInactive }),
        response: { 200: FilterValues, ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) => {
        const { field, filters = [], includeInactive: all } = request.body;
        const active = shown(tx, all || field === 'isActive' || asksActivity(filters));
        const where = tx`${visibleTo(tx, request.caller)} and ${active}`;
        return listHouseholdValues(tx, where, request.body);
      }),
  );
}

function asksActivity(filters: Static<typeof Filters>): boolean {
  return filters.some((condition) => condition.field === 'isActive');
}
