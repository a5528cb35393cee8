import { roles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { personOf } from '../person.ts';
import { createPersonalToken } from './create-token.ts';
import { deletePersonalToken } from './delete-token.ts';
import { listPersonalTokens } from './queries.ts';
import { NewPersonalToken, PersonalToken, PersonalTokenInput } from './schemas.ts';

const tags = ['Authentication'];
const everyone = { roles, bearerOnly: true, setsUpFactor: true };
const path = '/api/auth/me/tokens';

/** Serves the tokens that the signed-in person makes for programs. */
export async function personalTokenRoutes(app: Server) {
  app.post(
    path,
    {
      config: { ...everyone, needsProof: true, creates: true, shownOnce: ['token'] },
      schema: {
        operationId: 'createPersonalToken',
        tags,
        summary: 'Create a token for a program of one’s own; its text is shown once',
        description:
          'A program that sends it as a bearer acts as its person, as far as its scopes reach, and needs no x- headers. It ends with its time, when it is deleted, with the password, and when an administrator ends the person’s sessions or deactivates them. A person has 20 at most.',
        body: PersonalTokenInput,
        response: { 201: NewPersonalToken, ...problems(400, 401, 403, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const token = await request.inTenant(
        (tx) => createPersonalToken(tx, personOf(caller), body),
        caller.homeTenantUuid,
      );
      return reply.header('cache-control', 'no-store').send(token);
    },
  );

  app.get(
    path,
    {
      config: everyone,
      schema: {
        operationId: 'listPersonalTokens',
        tags,
        summary: 'The own tokens, the newest first',
        description: 'Those that stand, with the time of their last use and without their texts.',
        response: { 200: Type.Array(PersonalToken), ...problems(401, 403) },
      },
    },
    (request) =>
      request.readTenant(
        (tx) => listPersonalTokens(tx, personOf(request.caller)),
        request.caller.homeTenantUuid,
      ),
  );

  app.delete(
    `${path}/:tokenUuid`,
    {
      config: everyone,
      schema: {
        operationId: 'deletePersonalToken',
        tags,
        summary: 'End one of the own tokens',
        description: 'Its next use is answered 401.',
        params: Type.Object({ tokenUuid: Uuid }),
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant(
        (tx) => deletePersonalToken(tx, personOf(request.caller), request.params.tokenUuid),
        request.caller.homeTenantUuid,
      ),
  );
}
