import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { Registry } from '@prometheus-io/client';
import { findLastFailures } from './last-failures.ts';
import { findServer, readHealth } from './read-health.ts';
import { PlatformHealth } from './schemas.ts';

/** Serves what the operator of the platform looks at when something is late. */
export async function platformHealthRoute(app: Server, { registry }: { registry: Registry }) {
  app.get(
    '/api/platform/health',
    {
      config: { roles: ['SYSTEM_ADMIN'] as const },
      schema: {
        operationId: 'getPlatformHealth',
        tags: ['Platform administrators'],
        summary: 'What waits and what failed, how old the backup is, and what the platform runs on',
        description:
          'The figures of `/metrics` for people: of each queue what is due, tried again or failed and how long the oldest has waited, and what failed last, the age of the newest backup, and whether outgoing work is paused. A count is null where a queue is read by position.',
        response: { 200: PlatformHealth, ...problems(401, 403) },
      },
    },
    // The transaction checks that who asks may still come: the figures themselves know no caller.
    async (request) => {
      const [server, failures] = await request.inPlatform(async (tx) => [
        await findServer(tx),
        await findLastFailures(tx),
      ]);
      return readHealth(registry, server, failures);
    },
  );
}
