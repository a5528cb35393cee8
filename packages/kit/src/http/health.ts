import { fastifyPlugin } from 'fastify-plugin';
import { inTime } from './in-time.ts';
import { watchRefusals } from './refusals.ts';

/** The services that a server depends on: each check resolves when it works and rejects when it does not. */
export type ReadyChecks = Readonly<Record<string, () => Promise<unknown>>>;

/** Says more in `/health/ready`, which changes nothing about its status. */
export type ReadyNotes = () => Promise<Record<string, unknown>>;

/**
 * `/health/live`: the process answers. `/health/ready`: everything it needs answers too, within
 * two seconds, the server is not stopping and does not refuse many for want of capacity; else 503
 * that names what does not, so that a balancer sends requests elsewhere.
 */
export const health = fastifyPlugin<{ checks: ReadyChecks; notes?: ReadyNotes | undefined }>(
  async (app, { checks, notes = async () => ({}) }) => {
    const hidden = {
      schema: { hide: true },
      logLevel: 'silent' as const,
      config: { rateLimit: false as const, alwaysServed: true },
    };

    const refusesMany = watchRefusals(app);
    app.get('/health/live', hidden, async () => ({ status: 'UP' }));

    app.get('/health/ready', hidden, async (_request, reply) => {
      const [noted, ...checked] = await Promise.all([
        inTime(notes()).catch(() => ({})),
        ...Object.entries(checks).map(async ([name, check]) => [name, await works(check)] as const),
      ]);
      const results = [...checked, ['capacity', !refusesMany()] as const];
      if (app.isDraining()) results.push(['server', false]);
      const up = results.every(([, ok]) => ok);
      const components = Object.fromEntries(
        results.map(([name, ok]) => [name, ok ? 'UP' : 'DOWN']),
      );
      return reply.code(up ? 200 : 503).send({ status: up ? 'UP' : 'DOWN', components, ...noted });
    });
  },
);

const works = (check: () => Promise<unknown>): Promise<boolean> =>
  inTime(check()).then(
    () => true,
    () => false,
  );
