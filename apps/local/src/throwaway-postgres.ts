import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from './log.ts';
import { endServerLeftBehind } from './postgres/left-behind.ts';
import type { Settings } from './postgres/settings.ts';
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts';
import { identityOf } from './process-identity.ts';
import { newSecret } from './secrets.ts';

const prefix = 'atrium-throwaway-';

/**
 * Starts a server for tests: in the temporary folder, without fsync, on a free port of the loopback
 * interface unless `listen` wants a socket. `stop()` removes it; one whose test run was killed is removed
 * by the next run.
 */
export async function startThrowawayPostgres(
  settings: Settings = {},
  listen: PostgresOptions['listen'] = 'tcp',
): Promise<Postgres> {
  await removeAbandoned();
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  const postgres = await startPostgres({
    dataDir,
    passwords: { admin: newSecret(), owner: newSecret() },
    listen,
    durable: false,
    settings,
  }).catch((error) => {
    remove();
    throw error;
  });
  return { ...postgres, stop: () => postgres.stop().then(remove) };
}

async function removeAbandoned(): Promise<void> {
  if (process.platform === 'win32') return;
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split('-')[0]);
    if (identityOf(owner) !== undefined) continue;
    const dataDir = join(tmpdir(), name);
    const cluster = join(dataDir, 'postgres/18');
    try {
      if (existsSync(cluster)) await endServerLeftBehind(cluster, silentLog);
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // Another user's, or being removed by another run.
    }
  }
}
