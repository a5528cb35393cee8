import { readText } from '@atrium/kit/http/body-text.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderSettings } from '../../calendar-providers.ts';
import { providerTitles } from '../../calendar-providers.ts';
import type { CalendarConfig } from '../../calendar-settings.ts';
import type { Db } from '../../database/db.ts';
import { Problem } from '../../problems.ts';
import { providers } from '../providers/registry.ts';
import type { Notification, WebhookReader } from '../providers/webhook.ts';
import { createNoticeLimits } from './notice-limits.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { receiveNotifications } from './receive-notifications.ts';

const mostBytes = 1_048_576;

/**
 * Takes the providers' notifications of changes. The answer is 200 once a notification is stored,
 * whatever the sync does then and however many come: a provider would only repeat it.
 */
export async function webhookRoutes(
  app: Server,
  { db, config }: { db: Db; config: CalendarConfig },
) {
  const limits = createNoticeLimits(config);
  // A scope of its own: bodies are taken as they come, and read only where a provider sends one.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: mostBytes },
      async ({ headers }: FastifyRequest, body: string | Buffer) =>
        readText(body as Buffer, headers['content-type']),
    );
    for (const provider of config.calendar.providers) {
      const { webhook } = providers[provider.name];
      const receive = receiver(provider, webhook);
      for (const path of new Set([provider.name.toLowerCase(), provider.alias])) {
        scope.post(
          `/api/v1/webhooks/${path}`,
          {
            config: { public: true, rateLimit: false, takesAnyNumber: true },
            // Checked by the provider's reader.
            validatorCompiler: () => () => true,
            schema: {
              operationId: `receiveNoticeOf${provider.name === 'PROVIDER_A' ? 'ProviderA' : 'ProviderB'}`,
              hide: path !== provider.name.toLowerCase(),
              tags: ['Calendar'],
              summary: `Push notifications of the ${providerTitles[provider.name]} calendar`,
              description:
                'For the provider alone: a notification is kept and answered before anything is synchronised.',
              ...webhook.schema,
              response: {
                ...webhook.answers,
                ...(webhook.refusesUnknown ? problems(403) : {}),
              },
            },
            onRequest: answerHandshake(webhook),
          },
          async (request, reply) => {
            await receive(request);
            return reply.code(200).send();
          },
        );
      }
    }
  });

  /** Returns what takes the notifications of one provider. */
  function receiver({ name, alias }: ProviderSettings, webhook: WebhookReader) {
    const store = (notifications: readonly Notification[], folds: boolean) =>
      db.asPlatform((tx) => receiveNotifications(tx, name, notifications, { folds }));
    const storeLate = oneAtATime<Notification, string[]>(
      ({ kind, channelUuid, secret = '' }) => `${kind} ${channelUuid} ${secret}`,
      (notifications) => store(notifications, true),
    );

    return async (request: FastifyRequest): Promise<void> => {
      const { received, malformed } = webhook.read(request, alias);
      const parted = limits.part(received, request.ip);
      const known = parted.received.length > 0 ? await store(parted.received, false) : [];
      const knownLate = new Set(parted.late.length > 0 ? await storeLate(parted.late) : []);
      const unheard =
        parted.received.length -
        known.length +
        parted.late.filter(({ channelUuid }) => !knownLate.has(channelUuid)).length;
      parted.settle(unheard);
      const unknown = parted.dropped + unheard;
      if (unknown > 0 && webhook.refusesUnknown) throw new Problem('UNKNOWN_CHANNEL');
      // Counts only: nothing that an unknown caller wrote reaches the log.
      if (unknown > 0 || malformed > 0)
        request.log.warn({ known: received.length - unknown, unknown, malformed }, 'notifications');
    };
  }
}

/** Answers a check of the address before the body is read: it has none that matters. */
function answerHandshake({ readHandshake }: WebhookReader) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = readHandshake?.(request.query as Record<string, unknown>);
    if (answer !== undefined) return reply.type('text/plain; charset=utf-8').send(answer);
  };
}
