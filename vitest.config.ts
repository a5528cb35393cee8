import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages,tools}/*/{src,security-tests}/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['apps/platform/test-support/global-setup.ts'],
    // A process for each file: an embedded engine holds one data folder per process.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
