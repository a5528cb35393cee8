import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { createPlatformAdmin } from './create-platform-admin.ts';
import { deletePlatformAdmin } from './delete-platform-admin.ts';
import { listPlatformAdmins } from './queries.ts';
import { PlatformAdmin, PlatformAdminInput } from './schemas.ts';

const tags = ['Platform administrators'];
const admins = { roles: ['SYSTEM_ADMIN'] as const };
const changers = { ...admins, needsProof: true, personOnly: true } as const;

/** Serves the administrators of the platform, who belong to its own tenant. */
export async function platformAdminRoutes(app: Server) {
  app.get(
    '/api/platform-admins',
    {
      config: admins,
      schema: {
        operationId: 'listPlatformAdmins',
        tags,
        summary: 'The administrators of the platform',
        description: 'An array of everybody who administers the whole installation.',
        response: { 200: Type.Array(PlatformAdmin), ...problems(401, 403) },
      },
    },
    (request) => request.inPlatform(listPlatformAdmins),
  );

  app.post(
    '/api/platform-admins',
    {
      config: { ...changers, creates: true },
      schema: {
        operationId: 'createPlatformAdmin',
        tags,
        summary:
          'Make somebody an administrator of the platform, who gets a link to set a password',
        description:
          'The address must not sign in anywhere yet. The link to set the password is mailed.',
        body: PlatformAdminInput,
        response: { 201: PlatformAdmin, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) => request.inPlatform((tx) => createPlatformAdmin(tx, request.body)),
  );

  app.delete(
    '/api/platform-admins/:userUuid',
    {
      config: changers,
      schema: {
        operationId: 'deletePlatformAdmin',
        tags,
        summary: 'Take an administrator of the platform away; the last one stays',
        description: 'The sessions end at once.',
        params: Type.Object({ userUuid: Uuid }),
        response: { 204: Type.Null(), ...problems(401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inPlatform((tx) => deletePlatformAdmin(tx, request.params.userUuid.toLowerCase())),
  );
}
