import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { requestChange } from './request-change.ts';
import { ChangeRequest, ChangeRequestTaken } from './schemas.ts';

/** Serves what clients ask to be changed of their data. */
export async function changeRequestRoutes(app: Server) {
  app.post(
    '/api/auth/me/change-requests',
    {
      config: { roles: ['CLIENT'] as const, bearerOnly: true, setsUpFactor: true, creates: true },
      schema: {
        operationId: 'requestChange',
        tags: ['Authentication'],
        summary: 'Ask for a change of the own data',
        description:
          'Makes a task for the client’s manager, or for an administrator when that one has left, due on the next working day. Up to 20 may be open.',
        body: ChangeRequest,
        response: { 201: ChangeRequestTaken, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) => request.inTenant((tx) => requestChange(tx, request.caller, request.body.text)),
  );
}
