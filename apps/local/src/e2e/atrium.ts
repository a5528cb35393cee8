import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from '../../test-support/child-environment.ts';
import { readConfig } from '../config.ts';
import { type Log, silentLog } from '../log.ts';
import { startAtrium } from '../start.ts';

/**
 * The whole of Atrium, as `npm start` runs it, on free ports and in a folder of its own. `lines` is
 * what its services have logged.
 */
export async function bootAtrium(settings: Record<string, string> = {}) {
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'atrium-e2e-'));
  const environment = {
    ...childEnvironment(),
    PORT: '0',
    DEMO: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  const config = readConfig({ ...environment, DATA_DIR: dataDir, ...settings });
  const lines: string[] = [];
  const note = (line: string) => void lines.push(`${Math.round(performance.now())} ${line}`);
  const log: Log = {
    ...silentLog,
    info: note,
    warn: note,
    error: note,
    childLine: (service, line) => void lines.push(`${service}: ${line}`),
  };
  const atrium = await startAtrium(config, { log });

  /** The process of a service, as it runs now. */
  function pidOf(name: 'platform' | 'analytics' | 'postgres'): number {
    if (name === 'postgres')
      return Number(readFileSync(clusterFile('postmaster.pid'), 'utf8').split('\n')[0]);
    const children = JSON.parse(readFileSync(join(dataDir, 'run/children.json'), 'utf8'));
    return children.find((each: { name: string }) => each.name === name).pid;
  }

  function clusterFile(name: string): string {
    const note = join(dataDir, 'postgres/location.json');
    const home = existsSync(note)
      ? JSON.parse(readFileSync(note, 'utf8')).home
      : join(dataDir, 'postgres');
    return join(home, '18', name);
  }

  /** Kills a service as a power cut would; the supervisor brings it back. */
  function kill(
    name: 'platform' | 'analytics' | 'postgres',
    signal: NodeJS.Signals = 'SIGKILL',
  ): void {
    process.kill(pidOf(name), signal);
  }

  async function stop(): Promise<void> {
    await atrium.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }

  const readSignIns = () =>
    JSON.parse(readFileSync(join(dataDir, 'bootstrap-credentials.json'), 'utf8'));
  const { address, addresses, database } = atrium;
  return { address, addresses, database, lines, dataDir, pidOf, kill, stop, readSignIns };
}
