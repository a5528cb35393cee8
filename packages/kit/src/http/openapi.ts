import swagger from '@fastify/swagger';
import { fastifyPlugin } from 'fastify-plugin';
import { KitProblem } from '../problem.ts';
import { ProblemDocument } from '../schema.ts';
import { describeRoute } from './describe-route.ts';
import { lazyReference, prefilled } from './reference.ts';

export type OpenApiInfo = {
  title: string;
  version: string;
  description: string;
  /** Served in place of this server's own document: one that covers several servers. */
  document?: object;
  /** Values of headers that the reference begins with, for somebody to try it as. */
  prefill?: () => Promise<Record<string, string>>;
};

/** OpenAPI 3.1 at `/openapi.json` and a reference to browse at `/docs`, both from the routes' own schemas. */
export const openApi = fastifyPlugin<OpenApiInfo>(async (app, { document, prefill, ...info }) => {
  app.addSchema(ProblemDocument);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        ...info,
        contact: { name: 'Whoever administers this installation' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
      security: [{ bearer: [] }],
    },
    refResolver: { buildLocalReference: (schema) => String(schema.$id) },
    transform: ({ schema = {}, url, route }) => ({ url, schema: describeRoute(schema, route) }),
  });
  const options = { schema: { hide: true }, config: { rateLimit: false as const } };
  app.get('/openapi.json', options, async () => {
    const shown = document ?? app.swagger();
    return prefill ? prefilled(shown, await prefill()) : shown;
  });
  const reference = lazyReference();
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, options, async (request, reply) => {
      const { statusCode, headers, body } = await reference(request.url);
      if (statusCode === 404) throw new KitProblem('NOT_FOUND', 'There is no such page');
      return reply.code(statusCode).headers(headers).send(body);
    });
  }
});
