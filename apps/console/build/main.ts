import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildConsole, distFolder, isFresh } from './build.ts';

/** Builds the console when it is missing or older than its sources; `--always` builds in any case. */
if (process.argv.includes('--always') || !(await isFresh())) {
  // Meanwhile the platform says that the console is being built.
  await rm(join(distFolder, 'manifest.json'), { force: true });
  // Whoever starts this, React is built for production.
  process.env.NODE_ENV = 'production';
  const began = performance.now();
  await buildConsole();
  process.stdout.write(
    `The console was built in ${((performance.now() - began) / 1_000).toFixed(1)} s\n`,
  );
}
