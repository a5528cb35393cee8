import swagger from '@fastify/swagger';
import { fastifyPlugin } from 'fastify-plugin';
import { type Catalogue, KitProblem } from '../problem.ts';
import { problemDocumentOf } from '../schema.ts';
import { describeRoute } from './describe-route.ts';
import { lazyReference, prefilled } from './reference.ts';
import { securitySchemes } from './security-schemes.ts';

export type OpenApiInfo = {
  title: string;
  version: string;
  description: string;
  /** Served in place of this server's own document: one that covers several servers. */
  document?: object;
  /** Values of headers that the reference begins with, for somebody to try it as. */
  prefill?: () => Promise<Record<string, string>>;
};

type Options = OpenApiInfo & { catalogue: Catalogue };

/** OpenAPI 3.1 at `/openapi.json` and a reference to browse at `/docs`, both from the routes' own schemas. */
export const openApi = fastifyPlugin<Options>(async (app, options) => {
  const { document, prefill, catalogue, ...info } = options;
  app.addSchema(problemDocumentOf(Object.keys(catalogue)));
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        ...info,
        contact: { name: 'Whoever administers this installation' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: { securitySchemes },
      security: [{ bearer: [] }],
    },
    refResolver: { buildLocalReference: (schema) => String(schema.$id) },
    transform: ({ schema = {}, url, route }) => ({ url, schema: describeRoute(schema, route) }),
  });
  const hidden = { schema: { hide: true }, config: { rateLimit: false as const } };
  app.get('/openapi.json', hidden, async () => {
    const shown = document ?? app.swagger();
    return prefill ? prefilled(shown, await prefill()) : shown;
  });
  const reference = lazyReference();
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, hidden, async (request, reply) => {
      const { statusCode, headers, body } = await reference(request.url);
      if (statusCode === 404) throw new KitProblem('NOT_FOUND', 'There is no such page');
      return reply.code(statusCode).headers(headers).send(body);
    });
  }
});
