import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { createView } from './create-view.ts';
import { deleteView } from './delete-view.ts';
import { listViews } from './queries.ts';
import { View, ViewInput, ViewsQuery, ViewUpdate } from './schemas.ts';
import { updateView } from './update-view.ts';
import { findSeenView } from './view-access.ts';

const tags = ['Views'];
const config = { area: 'views', roles: staffRoles, personOnly: true };
const ByUuid = Type.Object({ viewUuid: Uuid });

export async function viewRoutes(app: Server) {
  app.get(
    '/api/views',
    {
      config,
      schema: {
        operationId: 'listViews',
        tags,
        summary: 'The caller’s own views and the shared ones, of one list or all, by name',
        description: 'An array. What somebody else shared is marked with its owner.',
        querystring: ViewsQuery,
        response: { 200: Type.Array(View), ...problems(400, 401, 403) },
      },
    },
    (request) => request.readTenant((tx) => listViews(tx, request.caller, request.query.list)),
  );

  app.post(
    '/api/views',
    {
      config: { ...config, creates: true },
      schema: {
        operationId: 'createView',
        tags,
        summary: 'Save filters, order and columns of a list, or a question to analytics',
        description:
          'Filters and order are checked as the list checks them; INSIGHTS keeps a question to analytics instead. A person keeps 100 at most.',
        body: ViewInput,
        response: { 201: View, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) => request.inTenant((tx) => createView(tx, request.caller, request.body)),
  );

  app.get(
    '/api/views/:viewUuid',
    {
      config,
      schema: {
        operationId: 'getView',
        tags,
        summary: 'One of the caller’s own views, or a shared one',
        description: 'A view that is somebody else’s and not shared is not found.',
        params: ByUuid,
        response: { 200: View, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) => findSeenView(tx, request.caller, request.params.viewUuid)),
  );

  app.put(
    '/api/views/:viewUuid',
    {
      config,
      schema: {
        operationId: 'updateView',
        tags,
        summary: 'Change an own view; an administrator also changes shared ones',
        description: 'What is absent stays. Answers the whole view.',
        params: ByUuid,
        body: ViewUpdate,
        response: { 200: View, ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        updateView(tx, request.caller, request.params.viewUuid, request.body),
      ),
  );

  app.delete(
    '/api/views/:viewUuid',
    {
      config,
      schema: {
        operationId: 'deleteView',
        tags,
        summary: 'Delete an own view; an administrator also deletes shared ones',
        description: 'For everybody, if it was shared.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) => request.inTenant((tx) => deleteView(tx, request.caller, request.params.viewUuid)),
  );
}
