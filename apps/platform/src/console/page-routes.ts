import { preferredLanguage } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { isLoopback, programId } from '../auth/authorization/schemas.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import { bucketOrigin } from '../files/bucket-origin.ts';
import { Problem } from '../problems.ts';
import { findHostTheme } from '../tenants/branding/host-theme.ts';
import { buildingPage } from './building-page.ts';
import { consoleFiles } from './console-files.ts';
import { consolePage } from './page.ts';
import { readConsoleConfiguration } from './read-configuration.ts';

type Options = { config: Config; db: Db };

/** Paths that are the server's: under these nothing is a page of the console. */
const serverPaths =
  /^\/(api|scim|docs|health|dev|version|metrics|mcp|llms\.txt|openapi\.json|\.well-known|assets)([/?.]|$)/;
/** A year: the name of a file changes with its content. */
const forEver = 'public, max-age=31536000, immutable';

/** Answers a navigation with the console's page: made for this answer, kept nowhere. */
export function consolePages({ config, db }: Options) {
  const files = consoleFiles(config.consoleDir);
  const filesAt = config.s3 && bucketOrigin(config.s3);

  async function send(reply: FastifyReply): Promise<FastifyReply> {
    const { request } = reply;
    const lang = preferredLanguage(request.headers['accept-language'], ['es', 'en']);
    const { pathname } = new URL(request.url, 'http://here');
    reply.header('vary', 'accept, accept-language');
    const built = await files.page(pathname, lang);
    if (!built) {
      const theme = await findHostTheme(request, db);
      return sendPage(
        reply.header('retry-after', '2'),
        503,
        buildingPage(lang, theme, config.development),
      );
    }
    const configuration = await readConsoleConfiguration(request, db, linkTokenOf(request.url));
    const status = isRefusedProgram(request.url) ? 400 : 200;
    return sendPage(reply, status, consolePage({ configuration, files: built, lang, filesAt }));
  }

  return { files, send, isPage: (url: string) => !serverPaths.test(url) };
}

/** Returns the secret of the link that sets a password, where it is that link's page. */
function linkTokenOf(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://here');
  return pathname === '/set-password' ? (searchParams.get('token') ?? undefined) : undefined;
}

/** Returns whether the page that lets a program in is asked for by another program, or one elsewhere. */
function isRefusedProgram(url: string): boolean {
  const { pathname, searchParams } = new URL(url, 'http://here');
  if (pathname !== '/authorize') return false;
  const isOurs = searchParams.get('client_id') === programId;
  return !isOurs || !isLoopback(searchParams.get('redirect_uri') ?? '');
}

/** Serves the console: its page at `/`, its scripts and styles under `/assets`. */
export async function consolePageRoutes(
  app: Server,
  { files, send }: ReturnType<typeof consolePages>,
) {
  const options = { public: true, rateLimit: false as const };

  app.get('/', { config: options, schema: { hide: true } }, async ({ headers }, reply) => {
    reply.header('vary', 'accept');
    if (headers.accept?.includes('text/html')) return send(reply);
    throw new Problem('NOT_FOUND', 'There is nothing at this address');
  });

  app.get(
    '/assets/:name',
    {
      config: options,
      schema: { hide: true, params: Type.Object({ name: Type.String({ maxLength: 200 }) }) },
    },
    async ({ params, headers }, reply) => {
      const takesBrotli = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''));
      const found = await files.asset(params.name, takesBrotli);
      if (!found) throw new Problem('NOT_FOUND', 'There is no such file');
      reply.headers({
        'cache-control': forEver,
        'content-type': found.type,
        vary: 'accept-encoding',
      });
      if (found.isBrotli) reply.header('content-encoding', 'br');
      return reply.send(found.content);
    },
  );
}
