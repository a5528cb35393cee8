import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { orNotFound } from '../problems.ts';
import { createEndpoint } from './create-endpoint.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { checkTarget, checkUrl } from './endpoint-url.ts';
import { findSealedSecret, listEndpoints, readEndpoint } from './queries.ts';
import { rotateSecret } from './rotate-secret.ts';
import {
  Endpoint,
  EndpointInput,
  EndpointSecret,
  EndpointUpdate,
  EndpointWithSecret,
} from './schemas.ts';
import type { EndpointSecrets } from './secrets.ts';
import { updateEndpoint } from './update-endpoint.ts';

const tags = ['Webhooks'];
const admins = { area: 'webhooks', roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const };
const base = '/api/webhook-endpoints';
const one = `${base}/:endpointUuid`;
const ByUuid = Type.Object({ endpointUuid: Uuid });

type Means = { secrets: EndpointSecrets; allowsPrivate: boolean };

/** Serves the endpoints of other systems that are told of the tenant's events. */
export async function webhookEndpointRoutes(app: Server, { secrets, allowsPrivate }: Means) {
  app.post(
    base,
    {
      config: { ...admins, creates: true, shownOnce: ['secret'] },
      schema: {
        operationId: 'createWebhookEndpoint',
        tags,
        summary: 'Let an address, or a program that reads, be told of events',
        description:
          'No event types means all. The answer has the secret that signs messages. A tenant has 20 at most; the address must be https and public. With `delivery` POLL there is no address: the messages are read. A person has 2 of these, and each ends an hour after it was last read.',
        body: EndpointInput,
        response: { 201: EndpointWithSecret, ...problems(400, 401, 403, 409, 422) },
      },
    },
    async (request) => {
      checkTarget(request.body, allowsPrivate);
      return request.inTenant((tx) => createEndpoint(tx, secrets, request.body));
    },
  );

  app.get(
    base,
    {
      config: admins,
      schema: {
        operationId: 'listWebhookEndpoints',
        tags,
        summary: 'The webhook endpoints of the tenant',
        description: 'An array, without their secrets.',
        response: { 200: Type.Array(Endpoint), ...problems(401, 403) },
      },
    },
    (request) => request.readTenant(listEndpoints),
  );

  app.get(
    one,
    {
      config: admins,
      schema: {
        operationId: 'getWebhookEndpoint',
        tags,
        summary: 'One webhook endpoint',
        description: 'With the reason if it was disabled.',
        params: ByUuid,
        response: { 200: Endpoint, ...problems(401, 403, 404) },
      },
    },
    (request) => request.readTenant((tx) => readEndpoint(tx, request.params.endpointUuid)),
  );

  app.put(
    one,
    {
      config: admins,
      schema: {
        operationId: 'updateWebhookEndpoint',
        tags,
        summary: 'Change a webhook endpoint, or enable one that was disabled',
        description:
          'What is absent stays. isActive true enables it again; events of the time between make no messages.',
        params: ByUuid,
        body: EndpointUpdate,
        response: { 200: Endpoint, ...problems(400, 401, 403, 404) },
      },
    },
    (request) => {
      const { params, body } = request;
      if (body.url !== undefined) checkUrl(body.url, allowsPrivate);
      return request.inTenant((tx) => updateEndpoint(tx, params.endpointUuid, body));
    },
  );

  app.delete(
    one,
    {
      config: admins,
      schema: {
        operationId: 'deleteWebhookEndpoint',
        tags,
        summary: 'Delete a webhook endpoint and its messages',
        description: 'Nothing more is sent to it.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) => request.inTenant((tx) => deleteEndpoint(tx, request.params.endpointUuid)),
  );

  app.get(
    `${one}/secret`,
    {
      config: { ...admins, personOnly: true },
      schema: {
        operationId: 'getWebhookSecret',
        tags,
        summary: 'The secret that signs the messages to an endpoint',
        description: 'Verify messages with it as Standard Webhooks describes.',
        params: ByUuid,
        response: { 200: EndpointSecret, ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      const { endpointUuid } = request.params;
      const sealed = await request.readTenant((tx) =>
        orNotFound(findSealedSecret(tx, endpointUuid), 'webhook endpoint'),
      );
      return { secret: secrets.open(sealed, endpointUuid) };
    },
  );

  app.post(
    `${one}/rotate-secret`,
    {
      config: { ...admins, personOnly: true },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Give an endpoint a new secret; for 24 hours both sign',
        description:
          'Answers the record with the new secret. For 24 hours each message bears a signature by either.',
        params: ByUuid,
        response: { 200: EndpointWithSecret, ...problems(401, 403, 404) },
      },
    },
    (request) => request.inTenant((tx) => rotateSecret(tx, secrets, request.params.endpointUuid)),
  );
}
