import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type Log, silentLog } from '../log.ts';
import { type Connections, connectionsTo } from '../postgres/connections.ts';
import { findCluster } from '../postgres/placement.ts';
import type { Endpoint } from '../postgres/settings.ts';
import { startPostgres } from '../postgres.ts';
import { openSecrets } from '../secrets.ts';
import { StartError } from '../start-error.ts';
import { whileStopped } from './stopped.ts';

/**
 * Does something with the database of a start, by its URL, whether Atrium runs or not. A database
 * that does not run is started for it and stopped again. Throws a StartError when there is none, and a
 * ConfigError where DATABASE_URL leads nowhere.
 */
export async function withDatabase<T>(
  config: Config,
  command: string,
  log: Log,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl) {
    // Loaded here because only who has a server of their own needs it.
    const { checkDatabase } = await import('@atrium/platform/database/check-database.ts');
    await checkDatabase(config.databaseUrl, 0);
    return work(config.databaseUrl);
  }
  return withServer(config, command, log, (server) => work(server.url()));
}

/** The same with all logins of the embedded server. */
export async function withServer<T>(
  config: Config,
  command: string,
  log: Log,
  work: (server: Connections) => Promise<T>,
): Promise<T> {
  const running = await findServer(config);
  if (running) return work(running);
  return whileStopped(config, command, log, ({ dataDir }) => whileStarted(dataDir, work));
}

/** The same for who keeps others off DATA_DIR already. */
export async function whileStarted<T>(
  dataDir: string,
  work: (server: Connections) => Promise<T>,
): Promise<T> {
  const { passwords } = await passwordsOf({ dataDir });
  const postgres = await startPostgres({ dataDir, passwords, log: silentLog });
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}

/** Finds the embedded server of a start that runs. Throws a StartError when DATA_DIR has none at all. */
export async function findServer(config: Config): Promise<Connections | undefined> {
  const { passwords } = await passwordsOf(config);
  const endpoint = findEndpoint(config.dataDir);
  return endpoint && (await answers(endpoint)) ? connectionsTo(endpoint, passwords) : undefined;
}

async function passwordsOf(config: Pick<Config, 'dataDir'>) {
  const secretsFile = join(config.dataDir, 'secrets.json');
  if (!existsSync(secretsFile))
    throw new StartError(`There is no database in DATA_DIR ${config.dataDir}`);
  const secrets = await openSecrets(secretsFile);
  return {
    passwords: { admin: secrets.databaseAdminPassword, owner: secrets.databasePassword },
  };
}

/** Returns where the server listens, by the file that PostgreSQL keeps while it runs: its fourth and fifth lines. */
function findEndpoint(dataDir: string): Endpoint | undefined {
  const home = findCluster(dataDir);
  const file = home && join(home, '18', 'postmaster.pid');
  if (!file || !existsSync(file)) return undefined;
  const [, , , port = '', folder = ''] = readFileSync(file, 'utf8').split('\n');
  return folder ? { folder } : { port: Number(port) };
}

async function answers(endpoint: Endpoint): Promise<boolean> {
  const socket =
    'folder' in endpoint
      ? connect(join(endpoint.folder, '.s.PGSQL.5432'))
      : connect(endpoint.port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
