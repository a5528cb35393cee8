import { Named } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '../problems.ts';
import { baseOf, type WithAddresses } from './base-of.ts';
import { mostResources, toList } from './list.ts';
import { describeProvider, describeResourceTypes, describeSchemas } from './resources.ts';
import { ListOf } from './schemas.ts';
import { scimAnswers, scimRoute, scimType, tags } from './scim-form.ts';

const Described = Object.assign(Named('ScimResourceType', { schemas: Type.Array(Type.String()) }), {
  additionalProperties: true,
  description: 'As RFC 7643 has it',
});
const path = '/scim/v2';

/** Tells identity providers what is offered and of what form people and groups are (RFC 7644, section 4). */
export async function scimConfigRoutes(app: Server, services: WithAddresses) {
  const base = baseOf(services);
  const send = (reply: FastifyReply, body: object) => reply.type(scimType).send(body);

  app.get(
    `${path}/ServiceProviderConfig`,
    {
      config: scimRoute,
      schema: {
        operationId: 'getScimConfiguration',
        tags,
        summary: 'What of SCIM 2.0 is offered',
        description: 'PATCH and filters are; bulk requests, sorting and passwords are not.',
        response: scimAnswers(200, Described),
      },
    },
    async (request, reply) =>
      send(reply, describeProvider(await request.readTenant(base), mostResources)),
  );

  const parts = [
    {
      name: 'Schemas',
      one: 'Schema',
      key: 'schemaId',
      describe: describeSchemas,
      summary: 'schemas of people and groups',
      description: 'The attributes that are kept, as RFC 7643 defines them.',
    },
    {
      name: 'ResourceTypes',
      one: 'ResourceType',
      key: 'resourceType',
      describe: describeResourceTypes,
      summary: 'types of resources',
      description: 'User and Group, with their addresses and schemas.',
    },
  ];
  for (const { name, one, key, describe, summary, description } of parts) {
    app.get(
      `${path}/${name}`,
      {
        config: scimRoute,
        schema: {
          operationId: `listScim${name}`,
          tags,
          summary: `The ${summary}`,
          description,
          response: scimAnswers(200, ListOf(Described)),
        },
      },
      async (request, reply) => {
        const all = describe(await request.readTenant(base));
        return send(reply, toList(all, all.length));
      },
    );

    app.get(
      `${path}/${name}/:${key}`,
      {
        config: scimRoute,
        schema: {
          operationId: `getScim${one}`,
          tags,
          summary: `One of the ${summary}`,
          description,
          params: Type.Object({ [key]: Type.String({ maxLength: 200 }) }),
          response: scimAnswers(200, Described),
        },
      },
      async (request, reply) => {
        const wanted = (request.params as Record<string, string>)[key] ?? '';
        const all = describe(await request.readTenant(base));
        const found = all.find(({ id }) => id.toLowerCase() === wanted.toLowerCase());
        if (!found) throw notFound(one);
        return send(reply, found);
      },
    );
  }
}
