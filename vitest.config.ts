import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{apps,packages,tools}/*/{src,security-tests,browser-tests}/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    globalSetup: ['apps/platform/test-support/global-setup.ts'],
    // A process for each file: an embedded engine holds one data folder per process.
    pool: 'forks',
    maxWorkers: 2,
    // Limits are for what hangs: a machine with other work may take ten times as long as a free one.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
