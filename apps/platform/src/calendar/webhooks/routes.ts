import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { providerTitles } from '../../calendar-providers.ts';
import type { Db } from '../../database/db.ts';
import { Problem } from '../../problems.ts';
import type { CalendarConfig } from '../calendar-settings.ts';
import type { ProviderSettings } from '../providers/provider.ts';
import { providers } from '../providers/registry.ts';
import type { WebhookReader } from '../providers/webhook.ts';
import { receiveNotifications } from './receive-notifications.ts';

const mostBytes = 1_048_576;

/**
 * Takes the providers' notifications of changes. The answer is 200 once a notification is stored,
 * whatever the sync does then: a provider would only repeat it.
 */
export async function webhookRoutes(
  app: Server,
  { db, config }: { db: Db; config: CalendarConfig },
) {
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
      const { webhook } = providers[provider.name];
      for (const path of new Set([provider.name.toLowerCase(), provider.alias])) {
        scope.post(
          `/api/v1/webhooks/${path}`,
          {
            config: { public: true, rateLimit: false },
            // Checked by the provider's reader.
            validatorCompiler: () => () => true,
            schema: {
              operationId: `receiveNotice_${path}`,
              hide: path !== provider.name.toLowerCase(),
              tags: ['Calendar'],
              summary: `Push notifications of the ${providerTitles[provider.name]} calendar`,
              description:
                'For the provider alone: a notification is kept and answered before anything is synchronised.',
              ...webhook.schema,
              response: {
                ...webhook.answers,
                ...problems(429),
                ...(webhook.refusesUnknown ? problems(403) : {}),
              },
            },
            onRequest: [...limits, answerHandshake(webhook)],
          },
          async (request, reply) => {
            await receive(request, provider, webhook);
            return reply.code(200).send();
          },
        );
      }
    }
  });

  async function receive(
    request: FastifyRequest,
    { name, alias }: ProviderSettings,
    webhook: WebhookReader,
  ): Promise<void> {
    const { received, malformed } = webhook.read(request, alias);
    const known =
      received.length > 0
        ? await db.asPlatform((tx) => receiveNotifications(tx, name, received))
        : 0;
    const unknown = received.length - known;
    if (unknown > 0 && webhook.refusesUnknown) throw new Problem('UNKNOWN_CHANNEL');
    // Counts only: nothing that an unknown caller wrote reaches the log.
    if (unknown > 0 || malformed > 0)
      request.log.warn({ known, unknown, malformed }, 'notifications');
  }
}

/** Answers a check of the address before the body is read: it has none that matters. */
function answerHandshake({ readHandshake }: WebhookReader) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = readHandshake?.(request.query as Record<string, unknown>);
    if (answer !== undefined) return reply.type('text/plain; charset=utf-8').send(answer);
  };
}
