import { Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { orNotFound } from '../../problems.ts';
import type { Attributes } from '../attributes.ts';
import { baseOf, type WithAddresses } from '../base-of.ts';
import { parseFilter } from '../filter.ts';
import { ListQuery, OneQuery, project, rangeOf, toList } from '../list.ts';
import { applyPatch } from '../patch.ts';
import { Patch } from '../schemas.ts';
import { scimAnswers, scimRoute, scimType, tags, takes } from '../scim-form.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { findUser, listUsers, type UserRow, userFilters } from './queries.ts';
import { keptOfUsers, readUser, type WantedUser } from './read-user.ts';
import { User, UserInput, UserList } from './schemas.ts';
import { toUser } from './to-user.ts';
import { updateUser } from './update-user.ts';

const path = '/scim/v2/Users';
const onePath = `${path}/:staffUuid`;
const ById = Type.Object({ staffUuid: Uuid });
type OneRequest = FastifyRequest<{ Params: { staffUuid: string } }>;

/** Serves the live staff of a tenant to its identity provider (RFC 7644). */
export async function scimUserRoutes(app: Server, services: WithAddresses) {
  const base = baseOf(services);

  app.get(
    path,
    {
      config: scimRoute,
      schema: {
        operationId: 'listScimUsers',
        tags,
        summary: 'The live staff as SCIM users, by filter and page',
        description:
          'Those switched off too, the eldest first. Filters compare userName, externalId, id or emails.value by eq.',
        querystring: ListQuery,
        response: scimAnswers(200, UserList),
      },
    },
    async (request, reply) => {
      const { query } = request;
      const filter = parseFilter(query.filter, userFilters);
      const range = rangeOf(query);
      const list = await request.readTenant(async (tx) => {
        const [{ users, total }, at] = [await listUsers(tx, filter, range), await base(tx)];
        const shown = users.map((each) => project(toUser(each, at), query));
        return toList(shown, total, range.first);
      });
      return reply.type(scimType).send(list);
    },
  );

  app.get(
    onePath,
    {
      config: scimRoute,
      schema: {
        operationId: 'getScimUser',
        tags,
        summary: 'One of the live staff as a SCIM user',
        description: 'Somebody who was deleted is not found.',
        params: ById,
        querystring: OneQuery,
        response: scimAnswers(200, User),
      },
    },
    async (request, reply) => {
      const user = await request.readTenant(async (tx) => {
        const row = await orNotFound(findUser(tx, request.params.staffUuid), 'user');
        return project(toUser(row, await base(tx)), request.query);
      });
      return reply.type(scimType).send(user);
    },
  );

  app.post(
    path,
    {
      config: scimRoute,
      schema: {
        operationId: 'createScimUser',
        tags,
        summary: 'Create a staff member with a login that has no password',
        description:
          'Nobody is mailed. A password that is sent is passed over, and so are attributes that are not kept.',
        consumes: takes,
        querystring: OneQuery,
        body: UserInput,
        response: scimAnswers(201, User),
      },
    },
    async (request, reply) => {
      const user = await request.inTenant(async (tx) =>
        toUser(await createUser(tx, request.body as Attributes), await base(tx)),
      );
      const { location } = user.meta;
      return reply.header('location', location).type(scimType).send(project(user, request.query));
    },
  );

  /** Changes a user and returns the user as it is then. */
  const change = (request: OneRequest, wantedOf: (before: UserRow) => WantedUser) =>
    request.inTenant(async (tx) => {
      const { staffUuid } = request.params;
      return toUser(await updateUser(tx, request.caller, staffUuid, wantedOf), await base(tx));
    });

  app.put(
    onePath,
    {
      config: scimRoute,
      schema: {
        operationId: 'replaceScimUser',
        tags,
        summary: 'Change a staff member to what the provider has',
        description:
          'What is absent stays. userName changes into e-mail domains that the firm has proved; active false ends sessions at once.',
        consumes: takes,
        params: ById,
        querystring: OneQuery,
        body: UserInput,
        response: scimAnswers(200, User),
      },
    },
    async (request, reply) => {
      const wanted = readUser(request.body as Attributes);
      const user = await change(request, () => wanted);
      return reply.type(scimType).send(project(user, request.query));
    },
  );

  app.patch(
    onePath,
    {
      config: scimRoute,
      schema: {
        operationId: 'patchScimUser',
        tags,
        summary: 'Change some attributes of a staff member',
        description:
          'All operations or none. Attributes that are not kept stay without effect; active false ends sessions at once.',
        consumes: takes,
        params: ById,
        querystring: OneQuery,
        body: Patch,
        response: scimAnswers(200, User),
      },
    },
    async (request, reply) => {
      const { Operations } = request.body;
      const user = await change(request, (before) =>
        readUser(applyPatch(toUser(before, ''), Operations, keptOfUsers), { removes: true }),
      );
      return reply.type(scimType).send(project(user, request.query));
    },
  );

  app.delete(
    onePath,
    {
      config: scimRoute,
      schema: {
        operationId: 'deleteScimUser',
        tags,
        summary: 'Delete a staff member softly',
        description: 'The login ends at once; what the person led stays until it is handed over.',
        params: ById,
        response: scimAnswers(204),
      },
    },
    (request) => request.inTenant((tx) => deleteUser(tx, request.caller, request.params.staffUuid)),
  );
}
