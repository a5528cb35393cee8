import type { FastifyRequest } from 'fastify';
import { fastifyPlugin } from 'fastify-plugin';

/**
 * Says with each 201 where what was created is: below the address that made it, where a route takes
 * the identifier of the answer, else at that address itself (RFC 9110, section 10.2.2).
 */
export const locations = fastifyPlugin(async (app) => {
  /** The name of the identifier below each address. */
  const identifiers = new Map<string, string>();
  app.addHook('onRoute', ({ url }) => {
    const [, parent, name] = /^(.+)\/:(\w+)$/.exec(url) ?? [];
    if (parent && name) identifiers.set(parent, name);
  });
  app.addHook('preSerialization', async (request, reply, answer: unknown) => {
    if (reply.statusCode === 201 && !reply.hasHeader('location'))
      reply.header('location', locationOf(request, answer, identifiers));
    return answer;
  });
});

function locationOf(
  { url, routeOptions }: FastifyRequest,
  answer: unknown,
  identifiers: ReadonlyMap<string, string>,
): string {
  const [path = ''] = url.split('?');
  const name = identifiers.get(routeOptions.url ?? '') ?? '';
  const identifier = (answer as Record<string, unknown> | null)?.[name];
  return typeof identifier === 'string' ? `${path}/${encodeURIComponent(identifier)}` : path;
}
