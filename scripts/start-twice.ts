import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOutLastRelease } from './releases/last-release.ts';
import { freePort, startInstallation } from './start-installation.ts';

/**
 * Does as a newcomer does: `npm start`, the tour, Ctrl-C; and again. Prints how long each start took. Then the
 * last release is started on the schema that this version made, and takes its own tour, as the replicas
 * that are not exchanged yet serve on during an update.
 */
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'atrium-start-'));
const env = {
  ...process.env,
  PORT: String(await freePort()),
  DATA_DIR: join(folder, 'data'),
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
};
const tour = (cwd: string) =>
  execFileSync('npm', ['run', '--silent', 'tour'], { cwd, env, stdio: 'inherit' });

/** Starts an installation, does something with it and stops it, also when that fails. Returns how long its start took. */
async function during(cwd: string, work: () => void): Promise<string> {
  const { seconds, stop } = await startInstallation(cwd, env);
  try {
    work();
  } finally {
    await stop();
  }
  return seconds;
}

try {
  const first = await during(root, () => tour(root));
  const second = await during(root, () => undefined);
  process.stdout.write(`first start ${first} s, second start ${second} s\n`);

  const before = join(folder, 'last-release');
  mkdirSync(before);
  const laid = layOutLastRelease(before);
  if ('skipped' in laid) {
    process.stdout.write(`the last release on this schema: skipped, ${laid.skipped}\n`);
  } else {
    await during(before, () => tour(before));
    process.stdout.write(`${laid.release} took its tour on this schema\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
