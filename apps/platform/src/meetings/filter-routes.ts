import { roles } from '@atrium/kit/auth/caller.ts';
import { Filters, filterWhere } from '@atrium/kit/lists/filter.ts';
import { FilterValues, FilterValuesBody } from '@atrium/kit/lists/filter-values.ts';
import { PageBody, PageOf } from '@atrium/kit/lists/page.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { meetingFields } from './fields.ts';
import { shown, visibleTo } from './meeting-access.ts';
import { listMeetings, listMeetingValues } from './queries.ts';
import { MeetingSummary } from './schemas.ts';

const tags = ['Meetings'];
const config = { roles };
const includeHidden = Type.Optional(Type.Boolean());

export async function meetingFilterRoutes(app: Server) {
  app.post(
    '/api/v2/meetings',
    {
      config,
      schema: {
        operationId: 'filterMeetings',
        tags,
        summary: 'Meetings that meet every condition, by page: the caller’s, or all of the tenant',
        body: Type.Object({
          filters: Type.Optional(Filters),
          ...PageBody.properties,
          includeHidden,
        }),
        response: { 200: PageOf(MeetingSummary), ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) => {
        const { caller } = request;
        const { filters = [], includeHidden: all, ...page } = request.body;
        const met = filterWhere(tx, filters, meetingFields);
        const where = tx`${visibleTo(tx, caller)} and ${shown(tx, caller, all)} and ${met}`;
        return listMeetings(tx, caller, where, page);
      }),
  );

  app.post(
    '/api/v2/meetings/filter-values',
    {
      config,
      schema: {
        operationId: 'listMeetingFilterValues',
        tags,
        summary: 'The distinct values of a field of meetings',
        body: Type.Object({ ...FilterValuesBody.properties, includeHidden }),
        response: { 200: FilterValues, ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) => {
        const { caller, body } = request;
        const where = tx`${visibleTo(tx, caller)} and ${shown(tx, caller, body.includeHidden)}`;
        return listMeetingValues(tx, caller, where, body);
      }),
  );
}
