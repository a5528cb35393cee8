import { Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { orNotFound } from '../../problems.ts';
import type { Attributes } from '../attributes.ts';
import { baseOf, type WithAddresses } from '../base-of.ts';
import { parseFilter } from '../filter.ts';
import { ListQuery, OneQuery, project, rangeOf, shows, toList } from '../list.ts';
import { applyPatch } from '../patch.ts';
import { Patch } from '../schemas.ts';
import { scimAnswers, scimRoute, scimType, tags, takes } from '../scim-form.ts';
import { deleteGroup } from './delete-group.ts';
import { findGroup, type GroupRow, groupFilters, listGroups } from './queries.ts';
import { keptOfGroups, readGroup, type WantedGroup } from './read-group.ts';
import { createGroup, updateGroup } from './save-group.ts';
import { Group, GroupInput, GroupList } from './schemas.ts';
import { toGroup } from './to-group.ts';

const path = '/scim/v2/Groups';
const onePath = `${path}/:groupUuid`;
const ById = Type.Object({ groupUuid: Uuid });
type OneRequest = FastifyRequest<{ Params: { groupUuid: string } }>;

/** Serves the groups of a tenant to its identity provider, which keeps them (RFC 7644). */
export async function scimGroupRoutes(app: Server, services: WithAddresses) {
  const base = baseOf(services);

  app.get(
    path,
    {
      config: scimRoute,
      schema: {
        operationId: 'listScimGroups',
        tags,
        summary: 'The groups, by filter and page',
        description:
          'The eldest first. Filters compare displayName, externalId, id or members by eq; `excludedAttributes=members` leaves the members out.',
        querystring: ListQuery,
        response: scimAnswers(200, GroupList),
      },
    },
    async (request, reply) => {
      const { query } = request;
      const filter = parseFilter(query.filter, groupFilters);
      const range = { ...rangeOf(query), withMembers: shows(query, 'members') };
      const list = await request.readTenant(async (tx) => {
        const [{ groups, total }, at] = [await listGroups(tx, filter, range), await base(tx)];
        const shown = groups.map((each) => project(toGroup(each, at), query));
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
        operationId: 'getScimGroup',
        tags,
        summary: 'One group with its members',
        description: '`excludedAttributes=members` leaves the members out.',
        params: ById,
        querystring: OneQuery,
        response: scimAnswers(200, Group),
      },
    },
    async (request, reply) => {
      const { params, query } = request;
      const reading = { withMembers: shows(query, 'members') };
      const group = await request.readTenant(async (tx) => {
        const row = await orNotFound(findGroup(tx, params.groupUuid, reading), 'group');
        return project(toGroup(row, await base(tx)), query);
      });
      return reply.type(scimType).send(group);
    },
  );

  app.post(
    path,
    {
      config: scimRoute,
      schema: {
        operationId: 'createScimGroup',
        tags,
        summary: 'Create a group; its members get the roles of groupRoles',
        description:
          'A group has the roles that the firm’s connection to its provider states for its displayName or externalId.',
        consumes: takes,
        querystring: OneQuery,
        body: GroupInput,
        response: scimAnswers(201, Group),
      },
    },
    async (request, reply) => {
      const wanted = readGroup(request.body as Attributes, { isWhole: true });
      const group = await request.inTenant(async (tx) =>
        toGroup(await createGroup(tx, request.caller, wanted), await base(tx)),
      );
      const { location } = group.meta;
      return reply.header('location', location).type(scimType).send(project(group, request.query));
    },
  );

  /** Changes a group and returns it as it is then. */
  const change = (request: OneRequest, wantedOf: (before: GroupRow) => WantedGroup) =>
    request.inTenant(async (tx) => {
      const { groupUuid } = request.params;
      return toGroup(await updateGroup(tx, request.caller, groupUuid, wantedOf), await base(tx));
    });

  app.put(
    onePath,
    {
      config: scimRoute,
      schema: {
        operationId: 'replaceScimGroup',
        tags,
        summary: 'Change a group to what the provider has',
        description:
          'What is absent stays. Those who come get the roles of the group, those who go lose what only it gave them.',
        consumes: takes,
        params: ById,
        querystring: OneQuery,
        body: GroupInput,
        response: scimAnswers(200, Group),
      },
    },
    async (request, reply) => {
      const wanted = readGroup(request.body as Attributes);
      const group = await change(request, () => wanted);
      return reply.type(scimType).send(project(group, request.query));
    },
  );

  app.patch(
    onePath,
    {
      config: scimRoute,
      schema: {
        operationId: 'patchScimGroup',
        tags,
        summary: 'Add and remove members of a group, or rename it',
        description: 'All operations or none.',
        consumes: takes,
        params: ById,
        querystring: OneQuery,
        body: Patch,
        response: scimAnswers(200, Group),
      },
    },
    async (request, reply) => {
      const { Operations } = request.body;
      const group = await change(request, (before) =>
        readGroup(applyPatch(toGroup(before, ''), Operations, keptOfGroups), { isWhole: true }),
      );
      return reply.type(scimType).send(project(group, request.query));
    },
  );

  app.delete(
    onePath,
    {
      config: scimRoute,
      schema: {
        operationId: 'deleteScimGroup',
        tags,
        summary: 'Delete a group',
        description: 'Its members stay, without the roles that only it gave them.',
        params: ById,
        response: scimAnswers(204),
      },
    },
    (request) =>
      request.inTenant((tx) => deleteGroup(tx, request.caller, request.params.groupUuid)),
  );
}
