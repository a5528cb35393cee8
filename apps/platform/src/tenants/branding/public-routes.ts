import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/transaction.ts';
import { namesTag } from '../../http/entity-tags.ts';
import { orNotFound } from '../../problems.ts';
import { normalizeDomain } from '../domains/normalize-domain.ts';
import { type BrandingRow, findBrandingByDomain, findPublicBranding } from './queries.ts';
import { PublicBranding } from './schemas.ts';
import { etagOf, toPublicView, ttlSeconds } from './views.ts';

const tags = ['Branding'];
const responses = {
  200: PublicBranding,
  304: Type.Null({ description: 'Not modified' }),
};

/** Serves what a sign-in page reads before anybody has signed in. */
export async function publicBrandingRoutes(
  app: Server,
  { config, db }: { config: Config; db: Db },
) {
  const open = { public: true, rateLimit: { max: config.rateLimits.publicBrandingPerMinute } };

  /** Answers the branding, or 304 to who has it already. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    find: (tx: Tx) => Promise<BrandingRow | undefined>,
  ) {
    const originOf = await request.originOfFirms();
    const { row, origin } = await db.asPlatform(async (tx) => {
      const found = await orNotFound(find(tx), 'branding');
      return { row: found, origin: await originOf(tx, found.tenantUuid) };
    });
    const etag = etagOf(row, origin);
    reply.headers({
      etag,
      'cache-control': `public, max-age=${ttlSeconds}`,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (namesTag(request.headers['if-none-match'] ?? '', etag)) return reply.code(304).send();
    return reply.send(toPublicView(row, origin));
  }

  app.get(
    '/api/public/tenants/:tenantUuid/branding',
    {
      config: open,
      schema: {
        operationId: 'getPublicBranding',
        tags,
        summary: 'The effective branding of a tenant',
        description:
          'Needs no sign-in and is cacheable for five minutes. Colours and pictures that the tenant has not set are the defaults.',
        params: Type.Object({ tenantUuid: Uuid }),
        response: { ...responses, ...problems(404, 429) },
      },
    },
    (request, reply) =>
      answer(request, reply, (tx) => findPublicBranding(tx, request.params.tenantUuid)),
  );

  app.get(
    '/api/public/branding',
    {
      config: open,
      schema: {
        operationId: 'getPublicBrandingByDomain',
        tags,
        summary: 'The effective branding of the tenant that a domain leads to',
        description:
          'Needs no sign-in and is cacheable for five minutes. Colours and pictures that the tenant has not set are the defaults.',
        querystring: Type.Object({ domain: Type.String({ minLength: 1, maxLength: 300 }) }),
        response: { ...responses, ...problems(400, 404, 429) },
      },
    },
    (request, reply) =>
      answer(request, reply, async (tx) => {
        // A page knows itself as location.host, which has the port with it.
        const domain = normalizeDomain(request.query.domain.replace(/:\d{1,5}$/, ''));
        return domain === undefined ? undefined : findBrandingByDomain(tx, domain);
      }),
  );
}
