import { preferredLanguage } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import { notFound } from '../../problems.ts';
import { findHostTheme } from '../../tenants/branding/host-theme.ts';
import { findTheme } from '../../tenants/branding/theme.ts';
import { unsubscribe } from './unsubscribe.ts';
import { type UnsubscribeLinks, unsubscribePath } from './unsubscribe-links.ts';
import { unsubscribePage } from './unsubscribe-page.ts';

const Link = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });
const htmlOf = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
});
const answers = (description: string) => ({
  200: htmlOf(description),
  ...problems(400, 429),
  404: htmlOf('A page that says that the link is none'),
});

type Means = { config: Config; db: Db; unsubscribeLinks: UnsubscribeLinks };

/** Serves the link of morning mails that ends them: at once for mail programs (RFC 8058), by a page for people. */
export async function unsubscribeRoutes(app: Server, { config, db, unsubscribeLinks }: Means) {
  const open = { public: true, rateLimit: { max: config.rateLimits.webhookPerMinute } };

  async function show(reply: FastifyReply, token: string, isPosted: boolean) {
    const { request } = reply;
    const lang = preferredLanguage(request.headers['accept-language'], ['es', 'en']);
    const person = unsubscribeLinks.personOf(token);
    if (!person) {
      if (!request.headers.accept?.includes('text/html')) throw notFound('link');
      const page = unsubscribePage(
        { token, state: 'broken' },
        lang,
        await findHostTheme(request, db),
      );
      return sendPage(reply, 404, page);
    }
    const { tenantUuid, userUuid } = person;
    const originOf = await request.originOfFirms();
    const theme = await db.asTenant(tenantUuid, system, async (tx) => {
      if (isPosted) await unsubscribe(tx, userUuid);
      return findTheme(tx, tenantUuid, originOf);
    });
    const state = isPosted ? 'done' : 'ask';
    return sendPage(reply, 200, unsubscribePage({ token, state }, lang, theme));
  }

  await app.register(async (scope: Server) => {
    // The link says it all: what mail programs post beside it is "List-Unsubscribe=One-Click", in either form.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4_096 }, async () => undefined);

    scope.get(
      unsubscribePath,
      {
        config: open,
        schema: {
          operationId: 'openUnsubscribe',
          tags: ['Tasks'],
          summary: 'The page of the link that ends morning mails',
          description: 'Answers a page whose button posts; opening the link alone changes nothing.',
          querystring: Link,
          response: answers('The page that asks'),
        },
      },
      ({ query: { token } }, reply) => show(reply, token, false),
    );

    scope.post(
      unsubscribePath,
      {
        config: open,
        schema: {
          operationId: 'unsubscribe',
          tags: ['Tasks'],
          summary: 'End somebody’s morning mails by the link of one',
          description:
            'One click (RFC 8058): needs no sign-in and no body, and works as often as it is asked. The person switches them on again by preferences.morningMail.',
          querystring: Link,
          response: answers('The page that says that no more come'),
        },
      },
      ({ query: { token } }, reply) => show(reply, token, true),
    );
  });
}
