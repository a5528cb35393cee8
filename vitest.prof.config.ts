import { defineConfig } from 'vitest/config';
import { namesAfter, notesBefore } from './scripts/test-run/report.ts';

const limits = {
  // Limits are for what hangs: a machine with other work may take ten times as long as a free one.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 60_000 } },
};

// Modules, a platform and a browser are loaded once in a worker for all of these.
const inOneProcess = [
  'apps/{platform,console}/{src,security-tests,browser-tests}/**/*.test.ts',
  'packages/{kit,api-client}/src/**/*.test.ts',
  'tools/*/src/**/*.test.ts',
  'scripts/**/*.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['apps/platform/test-support/global-setup.ts'],
    reporters: [notesBefore(), 'default', namesAfter()],
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      { test: { ...limits, name: 'shared', include: inOneProcess, isolate: false, setupFiles: ['./zz-prof.ts'] } },
      {
        test: {
          ...limits,
          name: 'own', setupFiles: ['./zz-prof.ts'],
          // A process for each file: an embedded engine holds one data folder per process.
          include: ['{apps,packages}/*/src/**/*.test.ts'],
          exclude: [...inOneProcess, '**/node_modules/**'],
        },
      },
    ],
  },
});
