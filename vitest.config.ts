import { defineConfig } from 'vitest/config';

const limits = {
  // Limits are for what hangs: a machine with other work may take ten times as long as a free one.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

// Modules are loaded once for all of these: a quarter of the time of a run.
const inOneProcess = 'apps/{platform,console}/src/**/*.test.ts';

export default defineConfig({
  test: {
    globalSetup: ['apps/platform/test-support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      { test: { ...limits, name: 'shared', include: [inOneProcess], isolate: false } },
      {
        test: {
          ...limits,
          name: 'own',
          // A process for each file: an embedded engine holds one data folder per process.
          include: [
            '{apps,packages,tools}/*/{src,security-tests,browser-tests}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [inOneProcess, '**/node_modules/**'],
        },
      },
    ],
  },
});
