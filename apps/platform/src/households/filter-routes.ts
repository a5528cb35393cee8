import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { namedStaff } from '../auth/names-of-staff.ts';
import { visibleTo } from '../auth/visible-households.ts';
import { csvAnswer, sendCsv } from '../exports/send-csv.ts';
import {
  checkIncludeDeleted,
  IncludeDeleted,
  showDeletedAt,
  withDeletedAt,
} from '../http/deleted-records.ts';
import { filterValuesSchema } from '../http/filter-values-schema.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import { FilterValuesBody } from '../lists/filter-values.ts';
import { PageBody, PageOf } from '../lists/page.ts';
import { exportHouseholds, HouseholdExport } from './export-households.ts';
import { householdFields } from './fields.ts';
import { asked, asksActivity, HouseholdFilter, IncludeInactive } from './household-filter.ts';
import { atAGlance, HouseholdGlance, type HouseholdGlanceRow } from './household-glance.ts';
import { householdsList, listHouseholdValues, shown } from './queries.ts';

const tags = ['Households'];
const config = { area: 'households', roles: staffRoles, listFields: householdFields };

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
        description:
          'Conditions are joined by AND; x-filterable and x-sortable name the fields. Rows have totals by currency and the last and next meeting. With includeDeleted, deletedAt is a field as well.',
        body: Type.Object({
          ...HouseholdFilter.properties,
          includeDeleted: IncludeDeleted,
          ...PageBody.properties,
        }),
        response: {
          200: PageOf(withDeletedAt('HouseholdGlance', HouseholdGlance)),
          ...problems(400, 401, 403),
        },
      },
    },
    (request) => {
      const { filters, includeInactive, includeDeleted, ...page } = request.body;
      checkIncludeDeleted(request.caller, includeDeleted);
      return request.readTenant((tx) => {
        const where = asked(tx, request.caller, request.body);
        const list = atAGlance(tx, householdsList(tx, where, { includeDeleted }));
        const shown = showDeletedAt(tx, list, 'h', includeDeleted);
        // Meetings change without an event of the household, and pass without any.
        const isSteady = !filters?.some(({ field }) => field.endsWith('MeetingAt'));
        const totals = isSteady ? request.totalsOf(tx, 'HOUSEHOLD') : undefined;
        return fetchPage<HouseholdGlanceRow>(tx, shown, page, totals);
      });
    },
  );

  app.post(
    '/api/v2/households/filter-values',
    {
      config,
      schema: filterValuesSchema(
        'listHouseholdFilterValues',
        'Households',
        Type.Object({ ...FilterValuesBody.properties, includeInactive: IncludeInactive }),
      ),
    },
    (request) =>
      request.readTenant(async (tx) => {
        const { field, filters = [], includeInactive: all } = request.body;
        const active = shown(tx, all || field === 'isActive' || asksActivity(filters));
        const where = tx`${visibleTo(tx, request.caller)} and ${active}`;
        return namedStaff(tx, await listHouseholdValues(tx, where, request.body));
      }),
  );

  app.post(
    '/api/v2/households/export',
    {
      config: { ...config, heavy: true },
      schema: {
        operationId: 'exportHouseholds',
        tags,
        summary: 'Households that meet every condition as CSV; active ones unless asked otherwise',
        description:
          'The same filters as the list, and its columns if they are asked for, in words with `language`. Cells that a spreadsheet would run as formulas are defused. The export is recorded.',
        body: HouseholdExport,
        response: { ...csvAnswer, ...problems(400, 401, 403) },
      },
    },
    (request, reply) => sendCsv(request, reply, exportHouseholds(request.caller, request.body)),
  );
}
