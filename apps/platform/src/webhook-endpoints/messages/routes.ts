import { createTurns } from '@atrium/kit/http/turns.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { PageOf } from '../../lists/page.ts';
import { notFound } from '../../problems.ts';
import type { Webhooks } from '../create-webhooks.ts';
import { findEndpoint, readEndpoint } from '../queries.ts';
import { handOut } from './hand-out.ts';
import { findMessage, listMessages } from './queries.ts';
import { replayEvents } from './replay-events.ts';
import { resendMessage } from './resend-message.ts';
import { Message, MessageDetail, MessagesQuery, Replayed, ReplayInput, Tested } from './schemas.ts';
import { testEndpoint } from './test-endpoint.ts';

const tags = ['Webhooks'];
const config = { area: 'webhooks', roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const };
const one = '/api/webhook-endpoints/:endpointUuid';
const OfEndpoint = Type.Object({ endpointUuid: Uuid });
const OfMessage = Type.Object({ endpointUuid: Uuid, messageId: Uuid });

const notRead = () =>
  invalid(
    fieldError('after', 'NOT_ALLOWED', 'needs withPayload=true and an endpoint that is read'),
  );

/** Says what was sent to an endpoint, and sending it again. */
export async function webhookMessageRoutes(app: Server, webhooks: Webhooks) {
  const replays = createTurns({ atOnce: 1 });

  app.get(
    `${one}/messages`,
    {
      config,
      schema: {
        operationId: 'listWebhookMessages',
        tags,
        summary: 'The messages to an endpoint, the newest first, or handed out',
        description:
          'By page: its event, its state, how often it was tried, and what came back last. Kept for 30 days. Where `delivery` is POLL, `withPayload=true` hands messages out in a lasting order, from the first or behind `after`; none that was given up, and none while outgoing work is paused after a restore.',
        params: OfEndpoint,
        querystring: MessagesQuery,
        response: { 200: PageOf(Message), ...problems(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { params, query } = request;
      const found = await request.readTenant(async (tx) => {
        const { delivery } = await readEndpoint(tx, params.endpointUuid);
        if (delivery === 'POLL' && query.withPayload) return undefined;
        if (query.after !== undefined) throw notRead();
        return listMessages(tx, params.endpointUuid, query);
      });
      if (found) return found;
      const isPaused = await webhooks.isPaused();
      return request.inTenant((tx) => handOut(tx, params.endpointUuid, query, isPaused));
    },
  );

  app.get(
    `${one}/messages/:messageId`,
    {
      config,
      schema: {
        operationId: 'getWebhookMessage',
        tags,
        summary: 'One message with its body and its tries',
        description:
          'The body as it was sent, and each try with its time, status and the beginning of the response.',
        params: OfMessage,
        response: { 200: MessageDetail, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => {
        const { endpointUuid, messageId } = request.params;
        const endpoint = await findEndpoint(tx, endpointUuid);
        const message = endpoint && (await findMessage(tx, endpointUuid, messageId));
        if (!message) throw notFound('message');
        return message;
      }),
  );

  app.post(
    `${one}/messages/:messageId/resend`,
    {
      config,
      schema: {
        operationId: 'resendWebhookMessage',
        tags,
        summary: 'Send a message again',
        description:
          'The message keeps its id, so that the receiver knows a repeat. Where `delivery` is POLL, one that was handed out keeps its place and is 409 `HANDED_OUT`: reading behind the one before it gives it again.',
        params: OfMessage,
        response: { 202: Message, ...problems(401, 403, 404, 409) },
      },
    },
    (request) => {
      const { endpointUuid, messageId } = request.params;
      return request.inTenant((tx) => resendMessage(tx, endpointUuid, messageId));
    },
  );

  app.post(
    `${one}/replay`,
    {
      config,
      schema: {
        operationId: 'replayWebhookEvents',
        tags,
        summary: 'Send the events of a time again, or those that failed',
        description:
          'Makes messages of the events of [from, to), also of times when the endpoint was inactive. Answers how many. Where `delivery` is POLL, what was handed out keeps its place and is not counted: reading from before gives it again. An endpoint has one replay at a time; another waits for it, ten seconds at most.',
        params: OfEndpoint,
        body: ReplayInput,
        response: { 202: Replayed, ...problems(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { params, body } = request;
      const endTurn = await replays.take(params.endpointUuid.toLowerCase());
      try {
        const messages = await request.inTenant((tx) =>
          replayEvents(tx, params.endpointUuid, body),
        );
        return { messages };
      } finally {
        endTurn();
      }
    },
  );

  app.post(
    `${one}/test`,
    {
      config,
      schema: {
        operationId: 'testWebhookEndpoint',
        tags,
        summary: 'Send a message of type webhook.test now, and tell what came of it',
        description: 'Answers after the first try, with its status and what the receiver said.',
        params: OfEndpoint,
        response: { 200: Tested, ...problems(401, 403, 404, 409) },
      },
    },
    (request) => testEndpoint(request, webhooks, request.params.endpointUuid),
  );
}
