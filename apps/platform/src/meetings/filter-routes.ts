import { roles, staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { csvAnswer, sendCsv } from '../exports/send-csv.ts';
import { filterValuesSchema } from '../http/filter-values-schema.ts';
import { FilterValuesBody, fetchFilterValues } from '../lists/filter-values.ts';
import { PageBody, PageOf } from '../lists/page.ts';
import { exportMeetings, MeetingExport } from './export-meetings.ts';
import { meetingFields } from './fields.ts';
import { shown, visibleTo } from './meeting-access.ts';
import { meetingsFor } from './meeting-columns.ts';
import { asked, IncludeHidden, MeetingFilter } from './meeting-filter.ts';
import { listMeetings } from './queries.ts';
import { MeetingSummary } from './schemas.ts';

const tags = ['Meetings'];
const config = { area: 'meetings', roles, listFields: meetingFields };

export async function meetingFilterRoutes(app: Server) {
  app.post(
    '/api/v2/meetings',
    {
      config,
      schema: {
        operationId: 'filterMeetings',
        tags,
        summary: 'Meetings that meet every condition, by page: the caller’s, or all of the tenant',
        description:
          'Conditions are joined by AND; x-filterable and x-sortable name the fields. Administrators see all meetings of the tenant.',
        body: Type.Object({ ...MeetingFilter.properties, ...PageBody.properties }),
        response: { 200: PageOf(MeetingSummary), ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) => {
        const { caller } = request;
        const { filters, includeHidden, ...page } = request.body;
        return listMeetings(tx, caller, asked(tx, caller, request.body), page);
      }),
  );

  app.post(
    '/api/v2/meetings/filter-values',
    {
      config,
      schema: filterValuesSchema(
        'listMeetingFilterValues',
        'Meetings',
        Type.Object({ ...FilterValuesBody.properties, includeHidden: IncludeHidden }),
      ),
    },
    (request) =>
      request.readTenant((tx) => {
        const { caller, body } = request;
        const where = tx`${visibleTo(tx, caller)} and ${shown(tx, caller, body.includeHidden)}`;
        const list = { from: meetingsFor(tx, caller), where, fields: meetingFields };
        return fetchFilterValues(tx, list, body);
      }),
  );

  app.post(
    '/api/v2/meetings/export',
    {
      config: { ...config, roles: staffRoles, heavy: true },
      schema: {
        operationId: 'exportMeetings',
        tags,
        summary: 'Meetings that meet every condition as CSV: the caller’s, or all of the tenant',
        description:
          'The same filters as the list, and its columns if they are asked for, in words with `language`. Cells that a spreadsheet would run as formulas are defused. The export is recorded.',
        body: MeetingExport,
        response: { ...csvAnswer, ...problems(400, 401, 403) },
      },
    },
    (request, reply) => sendCsv(request, reply, exportMeetings(request.caller, request.body)),
  );
}
