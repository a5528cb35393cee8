import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import { readConsoleConfiguration } from './read-configuration.ts';
import { ConsoleConfiguration } from './schemas.ts';

/** Serves what the console reads before anybody has signed in. */
export async function consoleConfigurationRoutes(
  app: Server,
  { config, db }: { config: Config; db: Db },
) {
  const rateLimit = { max: config.rateLimits.publicBrandingPerMinute };

  app.get(
    '/api/public/console',
    {
      config: { public: true, rateLimit },
      schema: {
        operationId: 'getConsoleConfiguration',
        tags: ['Console'],
        summary: 'What the console shows at the host that it is asked at',
        description:
          'The tenant and branding that the host leads to, the languages, and whether passkeys work there.',
        response: { 200: ConsoleConfiguration, ...problems(429) },
      },
    },
    (request) => readConsoleConfiguration(request, db),
  );
}
