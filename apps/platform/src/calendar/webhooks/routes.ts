import { parseJson } from '@atrium/kit/http/json-body.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problems.ts';
import type { Services } from '../../services.ts';
import type { ProviderSettings } from '../providers/provider.ts';
import { type Notice, receiveNotice } from './receive-notification.ts';

const mostBytes = 1_048_576;

/**
 * Where providers tell of changes. Whatever the sync then does, the answer is 200 once the notice
 * is stored: a provider would only repeat it.
 */
export async function webhookRoutes(app: Server, services: Services) {
  const { db, config } = services;
  // A scope of its own: bodies are taken as they come, and read only where a provider sends one.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: mostBytes },
      async (_request: unknown, body: unknown) => body,
    );
    for (const provider of config.calendar.providers)
      for (const path of new Set([provider.name.toLowerCase(), provider.alias])) {
        scope.post(
          `/api/v1/webhooks/${path}`,
          {
            config: { public: true, rateLimit: false },
            schema: {
              operationId: `receiveNotice_${path}`,
              hide: path !== provider.name.toLowerCase(),
              tags: ['Calendar'],
              summary: `Push notifications of calendar provider ${provider.name.slice(-1)}`,
            },
            // Before the body is read: the handshake has none that matters.
            onRequest: async (request, reply) => {
              const token = handshakeOf(provider, request);
              if (token !== undefined) return reply.type('text/plain; charset=utf-8').send(token);
            },
          },
          async (request, reply) => {
            if (provider.name === 'PROVIDER_A') await receiveFromA(request);
            else await receiveFromB(request);
            return reply.code(200).send();
          },
        );
      }
  });

  /** Provider A says all in headers (developers.google.com/workspace/calendar/api/guides/push). */
  async function receiveFromA(request: FastifyRequest): Promise<void> {
    const { headers } = request;
    const names = [config.calendar.providers[0]?.alias, 'provider_a', 'provider-a', 'goog'];
    const header = (rest: string) =>
      names.map((name) => headers[`x-${name}-${rest}`]).find((value) => value !== undefined);
    const channelUuid = header('channel-id')?.toString().trim() ?? '';
    if (!channelUuid)
      throw invalid(fieldError('x-provider_a-channel-id', 'REQUIRED', 'The header is required'));
    const kind = header('resource-state') === 'sync' ? 'HELLO' : 'CHANGED';
    const secret = header('channel-token')?.toString();
    const resourceId = header('resource-id')?.toString();
    const notice: Notice = { channelUuid, secret, kind, externalId: channelUuid, resourceId };
    const known = await db.asPlatform((tx) => receiveNotice(tx, 'PROVIDER_A', notice));
    if (!known) throw new Problem('UNKNOWN_CHANNEL');
  }

  /** Provider B sends several at once, each with its own clientState, which each has to be right. */
  async function receiveFromB(request: FastifyRequest): Promise<void> {
    const notices = readNotices(request.body);
    await db.asPlatform(async (tx) => {
      for (const notice of notices)
        if (!(await receiveNotice(tx, 'PROVIDER_B', notice)))
          request.log.warn(
            { channelUuid: notice.channelUuid },
            'notice of an unknown subscription',
          );
    });
  }
}

/** The token with which provider B checks an address; it is echoed and nothing else is done. */
function handshakeOf({ name }: ProviderSettings, request: FastifyRequest): string | undefined {
  if (name !== 'PROVIDER_B') return undefined;
  const { validationToken } = request.query as { validationToken?: string | string[] };
  return Array.isArray(validationToken) ? validationToken[0] : validationToken;
}

type Body = { value?: unknown };
type Item = { clientState?: unknown; lifecycleEvent?: unknown; subscriptionId?: unknown };

function readNotices(body: unknown): Notice[] {
  const { value } = (tryParse(body) ?? {}) as Body;
  if (!Array.isArray(value)) return [];
  return value.slice(0, 1_000).flatMap((item: Item | null) => {
    const { clientState, lifecycleEvent, subscriptionId } = item ?? {};
    if (typeof clientState !== 'string') return [];
    const [channelUuid = ''] = clientState.split('.');
    const externalId = typeof subscriptionId === 'string' ? subscriptionId : undefined;
    return [{ channelUuid, secret: clientState, kind: kindOf(lifecycleEvent), externalId }];
  });
}

/** `missed` and the end of a subscription both mean that something may not have been told. */
function kindOf(lifecycleEvent: unknown): Notice['kind'] {
  if (lifecycleEvent === undefined || lifecycleEvent === null) return 'CHANGED';
  return lifecycleEvent === 'missed' ? 'MISSED' : 'ENDED';
}

function tryParse(body: unknown): unknown {
  try {
    return typeof body === 'string' ? parseJson(body) : undefined;
  } catch {
    return undefined;
  }
}
