import { parseJson } from '@atrium/kit/http/json-body.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/db.ts';
import { Problem } from '../../problems.ts';
import { settingsOf } from '../calendar-settings.ts';
import { isChannelId, type Notification, receiveNotifications } from './receive-notifications.ts';

const mostBytes = 1_048_576;
const mostItems = 1_000;

/**
 * Where providers tell of changes. Whatever the sync then does, the answer is 200 once the
 * notification is stored: a provider would only repeat it.
 */
export async function webhookRoutes(app: Server, { db, config }: { db: Db; config: Config }) {
  const { enabled, webhookPerMinute: max } = config.rateLimits;
  // One limit over all webhooks: an address has so many requests, whichever provider it speaks for.
  const limits = enabled ? [app.rateLimit({ max, timeWindow: '1 minute' })] : [];
  // A scope of its own: bodies are taken as they come, and read only where a provider sends one.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: mostBytes },
      async (_request: unknown, body: unknown) => body,
    );
    for (const provider of config.calendar.providers) {
      const isGoogle = provider.name === 'PROVIDER_A';
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
            onRequest: isGoogle ? limits : [...limits, answerHandshake],
          },
          async (request, reply) => {
            if (isGoogle) await receiveFromGoogle(request);
            else await receiveFromMicrosoft(request);
            return reply.code(200).send();
          },
        );
      }
    }
  });

  /** Google says all in headers (developers.google.com/workspace/calendar/api/guides/push). */
  async function receiveFromGoogle({ headers }: FastifyRequest): Promise<void> {
    const { alias } = settingsOf(config.calendar, 'PROVIDER_A');
    const names = [alias, 'provider_a', 'provider-a', 'goog'];
    const header = (rest: string) =>
      names.map((name) => headers[`x-${name}-${rest}`]).find((value) => value !== undefined);
    const channelUuid = header('channel-id')?.toString().trim() ?? '';
    if (!channelUuid)
      throw invalid(fieldError('x-provider_a-channel-id', 'REQUIRED', 'The header is required'));
    const secret = header('channel-token')?.toString();
    if (secret === undefined || !isChannelId(channelUuid)) throw new Problem('UNKNOWN_CHANNEL');
    const kind = header('resource-state') === 'sync' ? 'HELLO' : 'CHANGED';
    const resourceId = header('resource-id')?.toString();
    const received = [{ channelUuid, secret, kind, externalId: channelUuid, resourceId } as const];
    const known = await db.asPlatform((tx) => receiveNotifications(tx, 'PROVIDER_A', received));
    if (known === 0) throw new Problem('UNKNOWN_CHANNEL');
  }

  /** Microsoft sends several at once, each with its own clientState, which each has to be right. */
  async function receiveFromMicrosoft(request: FastifyRequest): Promise<void> {
    const { received, malformed } = readNotifications(request.body);
    const known =
      received.length > 0
        ? await db.asPlatform((tx) => receiveNotifications(tx, 'PROVIDER_B', received))
        : 0;
    // Counts only: nothing that an unknown caller wrote reaches the log.
    if (known < received.length || malformed > 0)
      request.log.warn({ known, unknown: received.length - known, malformed }, 'notifications');
  }
}

/**
 * Echoes the token with which Microsoft checks an address
 * (learn.microsoft.com/graph/change-notifications-delivery-webhooks). Before the body is read: it
 * has none that matters.
 */
async function answerHandshake(request: FastifyRequest, reply: FastifyReply) {
  const { validationToken } = request.query as { validationToken?: string | string[] };
  const token = Array.isArray(validationToken) ? validationToken[0] : validationToken;
  if (token !== undefined) return reply.type('text/plain; charset=utf-8').send(token);
}

type Body = { value?: unknown };
type Item = { clientState?: unknown; lifecycleEvent?: unknown; subscriptionId?: unknown };

/**
 * Reads the notifications whose clientState can be one of ours, and counts the others. Of many with
 * the same clientState and kind one is enough.
 */
function readNotifications(body: unknown): { received: Notification[]; malformed: number } {
  const { value } = (tryParse(body) ?? {}) as Body;
  if (!Array.isArray(value)) return { received: [], malformed: 0 };
  let malformed = 0;
  const received = new Map<string, Notification>();
  for (const item of value.slice(0, mostItems) as (Item | null)[]) {
    const { clientState: secret, lifecycleEvent, subscriptionId } = item ?? {};
    const [channelUuid = ''] = typeof secret === 'string' ? secret.split('.') : [];
    if (typeof secret !== 'string' || secret.length > 200 || !isChannelId(channelUuid)) {
      malformed += 1;
      continue;
    }
    const externalId =
      typeof subscriptionId === 'string' ? subscriptionId.slice(0, 200) : undefined;
    const kind = kindOf(lifecycleEvent);
    received.set(`${kind} ${secret}`, { channelUuid, secret, kind, externalId });
  }
  return { received: [...received.values()], malformed };
}

/** `missed` and the end of a subscription both mean that something may not have been told. */
function kindOf(lifecycleEvent: unknown): Notification['kind'] {
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
