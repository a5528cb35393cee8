import { roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { authorize } from './authorize.ts';
import { Authorization, Authorized } from './schemas.ts';

/** Serves the consent of a signed-in person to a program on their own machine. */
export async function authorizationRoutes(app: Server) {
  app.post(
    '/api/auth/authorize',
    {
      config: { roles, bearerOnly: true, setsUpFactor: true, needsProof: true },
      schema: {
        operationId: 'authorizeProgram',
        tags: ['Authentication'],
        summary: 'Let the command line on the own machine begin a session',
        description:
          'The console’s page /authorize calls it when the person agrees. Answers where the browser takes a code, which POST /api/auth/token takes once within 60 seconds from whoever has the verifier. The session that begins by it counts from the sign-in of this one, which must have been proven of late.',
        body: Authorization,
        response: { 200: Authorized, ...problems(400, 401, 403) },
      },
    },
    async (request, reply) => {
      const answer = await request.inTenant(
        (tx) => authorize(tx, request.caller, request.body),
        request.caller.homeTenantUuid,
      );
      return reply.header('cache-control', 'no-store').send(answer);
    },
  );
}
