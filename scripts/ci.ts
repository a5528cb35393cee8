import { spawnSync } from 'node:child_process';

/** The checks of CI beside `npm test`, the same on a laptop: `npm run ci`. */
const steps: [string, string, string[]][] = [
  ['Format, lint, types', 'npm', ['run', '--silent', 'check']],
  ['Conventions', process.execPath, ['scripts/conventions.ts']],
  ['No breaking change of the API', process.execPath, ['scripts/openapi/check-release.ts']],
  [
    'Two starts and the tour, and the last release on this schema',
    process.execPath,
    ['scripts/start-twice.ts'],
  ],
];

for (const [title, command, args] of steps) {
  process.stdout.write(`\n== ${title}\n`);
  const began = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  process.stdout.write(
    `== ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
  );
  if (status !== 0) process.exit(1);
}
