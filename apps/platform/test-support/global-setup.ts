import { join } from 'node:path';
import { createLogger } from '@atrium/kit/logging.ts';
import { openRunFolder } from '@atrium/local/test-support/run-folder.ts';
import { startThrowawayPostgres } from '@atrium/local/throwaway-postgres.ts';
import type { TestProject } from 'vitest/node';
import { createJobs } from '../src/background/jobs.ts';
import { migrate } from '../src/database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's URL of the migrated database that every world clones. */
    templateUrl: string;
    /** The superuser's URL, to clone with. */
    adminUrl: string;
  }
}

/** One throwaway server for the whole run, with a migrated database that each world clones. */
export default async function setup(project: TestProject) {
  const folder = await openRunFolder();
  // What Node compiles is kept for the programs that tests start, and for the next run.
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../../node_modules/.cache/node');
  // A statement costs less over a socket, and databases that live for a minute need no vacuum, of which
  // one would begin several times a second, and change plans in the middle of a test.
  const listen = process.platform === 'win32' ? 'tcp' : 'socket';
  const postgres = await startThrowawayPostgres(
    { max_connections: '300', autovacuum: 'off' },
    listen,
  );
  const url = postgres.url('atrium');
  await migrate(url);
  const jobs = createJobs({ url, logger: createLogger('setup', 'silent') });
  await jobs.start([]);
  await jobs.stop();
  project.provide('templateUrl', url);
  project.provide('adminUrl', postgres.adminUrl);
  return () => postgres.stop().finally(folder.close);
}
