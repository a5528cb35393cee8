import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client';
import { fastifyPlugin } from 'fastify-plugin';
import { KitProblem } from '../problem.ts';
import { inTime } from './in-time.ts';

let ofProcess: Registry | undefined;

/** Returns what is measured of the process, once however many services run in it: measuring does not end. */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}

type Options = { registry: Registry; token: string | null };

/**
 * Prometheus metrics at `/metrics`: the process, and each route's requests by status and seconds. With a token
 * they are told to whoever sends it as a bearer, else UNAUTHENTICATED.
 */
export const metrics = fastifyPlugin<Options>(async (app, { registry, token }) => {
  const isAllowed = token === null ? () => true : bearerIs(token);
  const registries = [processMetrics(), registry];
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });

  // Finding a child by its labels costs more than adding to it, so each is found once.
  const children = new Map<string, ReturnType<typeof seconds.labels>>();
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const key = `${request.method} ${reply.statusCode} ${route}`;
    let child = children.get(key);
    if (!child) {
      child = seconds.labels(request.method, route, String(reply.statusCode));
      children.set(key, child);
    }
    child.observe(reply.elapsedTime / 1000);
    done();
  });

  const options = {
    schema: { hide: true },
    logLevel: 'silent' as const,
    config: { rateLimit: false as const },
  };
  app.get('/metrics', options, async (request, reply) => {
    if (!isAllowed(request.headers.authorization)) {
      reply.header('www-authenticate', 'Bearer');
      throw new KitProblem('UNAUTHENTICATED');
    }
    return reply.type(registry.contentType).send(await knownMetrics(registries));
  });
});

/**
 * Returns all metrics that can be told now. One that asks a database which is away, or takes too long, is
 * left out: the others are needed most while something is away.
 */
async function knownMetrics(registries: readonly Registry[]): Promise<string> {
  const told = await Promise.allSettled(
    registries.flatMap((registry) =>
      registry
        .getMetricsAsArray()
        .map(({ name }) => inTime(registry.getSingleMetricAsString(name))),
    ),
  );
  return told.map((each) => (each.status === 'fulfilled' ? `${each.value}\n` : '')).join('');
}

/** Returns what compares an Authorization header with a token, in a time that tells nothing of it. */
function bearerIs(token: string): (header: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(token);
  return (header = '') => {
    const [, given] = /^bearer +(\S+)$/i.exec(header) ?? [];
    return given !== undefined && timingSafeEqual(digest(given), expected);
  };
}
