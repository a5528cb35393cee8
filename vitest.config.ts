import { defineConfig } from 'vitest/config';
import { namesAfter, notesBefore } from './scripts/test-run/report.ts';

const limits = {
  // Limits are for what hangs: a machine with other work may take ten times as long as a free one.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ['apps/platform/test-support/global-setup.ts'],
    setupFiles: ['apps/platform/test-support/each-file.ts'],
    reporters: [notesBefore(), 'default', namesAfter()],
    pool: 'forks',
    // One more than the two cores of a small machine: a worker often waits for PostgreSQL.
    maxWorkers: 3,
    // Modules, a platform, a browser and analytics' engine are loaded once in a worker for all of its files.
    isolate: false,
    execArgv: [
      // Else each 64 MB of buffers have V8 look through the whole heap, which grows with the files of a worker.
      '--external-memory-accounted-in-global-limit',
      '--initial-old-space-size=512',
      // Of what is new little is still in use after 64 MB; of 16 MB so much is that copying it took a tenth of the time.
      '--min-semi-space-size=64',
      '--max-semi-space-size=64',
    ],
    include: [
      '{apps,packages,tools}/*/{src,security-tests,browser-tests}/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    ...limits,
  },
});
