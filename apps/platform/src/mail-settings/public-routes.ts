import { formType, readFormObject } from '@atrium/kit/http/form-body.ts';
import { preferredLanguage } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { hashOpaqueToken } from '../auth/opaque-token.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { notFound } from '../problems.ts';
import { findHostTheme } from '../tenants/branding/host-theme.ts';
import { findTheme } from '../tenants/branding/theme.ts';
import { confirmReplyAddress } from './confirm-reply-address.ts';
import { findReplyAddressLink, type ReplyAddressLink } from './queries.ts';
import { brokenLinkPage, replyAddressPage, replyAddressPath } from './reply-address-page.ts';

const tags = ['Tenants'];
const Link = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });
const htmlOf = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
});
const answers = {
  200: htmlOf('The page that asks, or says that the address is confirmed'),
  ...problems(400, 429),
  404: htmlOf('A page that says that the link does not stand'),
};

/** Serves the page on which the owner of a reply address confirms it: a form, without a script. */
export async function replyAddressRoutes(app: Server, { config, db }: { config: Config; db: Db }) {
  const open = { public: true, rateLimit: { max: config.rateLimits.publicRsvpPerMinute } };

  async function show(
    reply: FastifyReply,
    token: string,
    find: (tx: Tx) => Promise<ReplyAddressLink | undefined>,
  ) {
    const { request } = reply;
    const lang = preferredLanguage(request.headers['accept-language'], ['es', 'en']);
    const originOf = await request.originOfFirms();
    const { link, theme } = await db.asPlatform(async (tx) => {
      const found = await find(tx);
      return { link: found, theme: found && (await findTheme(tx, found.tenantUuid, originOf)) };
    });
    if (!link || !theme) {
      if (!request.headers.accept?.includes('text/html')) throw notFound('reply address');
      return sendPage(reply, 404, brokenLinkPage(lang, await findHostTheme(request, db)));
    }
    const { replyTo: address, isConfirmed } = link;
    return sendPage(reply, 200, replyAddressPage({ address, isConfirmed, token }, lang, theme));
  }

  await app.register(async (scope: Server) => {
    scope.addContentTypeParser(
      formType,
      { parseAs: 'buffer', bodyLimit: 4_096 },
      async ({ headers }: FastifyRequest, body: string | Buffer) =>
        readFormObject(body as Buffer, headers['content-type']),
    );

    scope.get(
      replyAddressPath,
      {
        config: open,
        schema: {
          operationId: 'openReplyAddress',
          tags,
          summary: 'The page of the link that was mailed to a firm’s reply address',
          description:
            'Answers a page whose button confirms the address; opening the link alone changes nothing.',
          querystring: Link,
          response: answers,
        },
      },
      ({ query: { token } }, reply) =>
        show(reply, token, (tx) => findReplyAddressLink(tx, hashOpaqueToken(token))),
    );

    scope.post(
      replyAddressPath,
      {
        config: open,
        schema: {
          operationId: 'confirmReplyAddress',
          tags,
          summary: 'What the page of that link posts',
          description: 'Takes a form and answers a page. Mails name the address from then on.',
          consumes: ['application/x-www-form-urlencoded'],
          body: Link,
          response: answers,
        },
      },
      ({ body: { token } }, reply) => show(reply, token, (tx) => confirmReplyAddress(tx, token)),
    );
  });
}
