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

try {
  const first = await startInstallation(root, env);
  tour(root);
  await first.stop();
  const second = await startInstallation(root, env);
  await second.stop();
  process.stdout.write(`first start ${first.seconds} s, second start ${second.seconds} s\n`);

  const before = join(folder, 'last-release');
  mkdirSync(before);
  const laid = layOutLastRelease(before);
  if ('skipped' in laid) {
    process.stdout.write(`the last release on this schema: skipped, ${laid.skipped}\n`);
  } else {
    const old = await startInstallation(before, env);
    tour(before);
    await old.stop();
    process.stdout.write(`${laid.release} took its tour on this schema\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
