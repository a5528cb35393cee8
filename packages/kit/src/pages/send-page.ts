import type { FastifyReply } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';
import { type Page, stylesheet, stylesheetPath } from './page.ts';

/** Serves the stylesheet of all pages. */
export const pageStyles = fastifyPlugin(async (app) => {
  const options = { config: { public: true, rateLimit: false as const }, schema: { hide: true } };
  app.get(stylesheetPath, options, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(stylesheet),
  );
});

/** Sends a page that is indexed nowhere; like every answer it is kept nowhere and framed nowhere. */
export function sendPage(reply: FastifyReply, status: number, { html, policy }: Page) {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-robots-tag': 'noindex, nofollow',
    })
    .serializer(String)
    .send(html);
}
