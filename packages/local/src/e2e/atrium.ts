import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { silentLog } from '../log.ts';
import { startAtrium } from '../start.ts';

/** The whole of Atrium, as `npm start` runs it, on free ports and in a folder of its own. */
export async function bootAtrium(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-e2e-'));
  const environment = {
    PATH: '/usr/bin:/bin',
    PORT: '0',
    DEMO: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  const config = readConfig({ ...environment, DATA_DIR: dataDir, ...settings });
  const atrium = await startAtrium(config, { log: silentLog });

  /** Kills a service as a power cut would; the supervisor brings it back. */
  function kill(name: 'platform' | 'analytics'): void {
    const children = JSON.parse(readFileSync(join(dataDir, 'run/children.json'), 'utf8'));
    const child = children.find((each: { name: string }) => each.name === name);
    process.kill(child.pid, 'SIGKILL');
  }

  async function stop(): Promise<void> {
    await atrium.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }

  const readSignIns = () =>
    JSON.parse(readFileSync(join(dataDir, 'bootstrap-credentials.json'), 'utf8'));
  return { address: atrium.address, dataDir, kill, stop, readSignIns };
}
