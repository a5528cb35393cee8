import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/db.ts';
import { normalizeDomain } from './normalize-domain.ts';
import { findTenantAt } from './queries.ts';

const Query = Type.Object({ domain: Type.Optional(Type.String({ maxLength: 1_000 })) });

/**
 * Tells a proxy whether it may get a certificate for a name: 200 for the platform's own host and for domains
 * that are active, proven and lead to a tenant, 404 for all else. The shipped proxies do not pass it on.
 */
export async function tlsAskRoute(app: Server, { config, db }: { config: Config; db: Db }) {
  const own = config.publicUrl && URL.parse(config.publicUrl)?.hostname;
  app.get(
    '/internal/tls/ask',
    {
      config: { public: true, rateLimit: false as const },
      schema: { hide: true, querystring: Query },
    },
    async (request, reply) => {
      const { domain = '' } = request.query;
      const isKnown = (own !== null && domain.toLowerCase() === own) || (await leadsHere(domain));
      return reply.code(isKnown ? 200 : 404).send({ isKnown });
    },
  );

  async function leadsHere(text: string): Promise<boolean> {
    const domain = normalizeDomain(text);
    if (domain === undefined) return false;
    return (await db.asPlatform((tx) => findTenantAt(tx, domain))) !== undefined;
  }
}
