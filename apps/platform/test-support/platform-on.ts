import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { readCredentials } from '../src/auth/bootstrap.ts';
import { toConfig } from '../src/config.ts';
import { startPlatform } from '../src/start.ts';

/**
 * Starts the platform itself on a database, as `npm start` does, on a free port. `credentials` are
 * the first sign-ins if this start made them; `stop()` ends it and removes its data folder.
 */
export async function platformOn(databaseUrl: string, settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-platform-'));
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const running = await startPlatform(
    toConfig({
      ATRIUM_MODE: 'development',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      PORT: '0',
      RATE_LIMITS: 'off',
      SECRET_KEY: randomBytes(32).toString('base64url'),
      TOKEN_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)),
      ...settings,
    }),
  ).catch(async (error) => {
    await remove();
    throw error;
  });
  return {
    address: running.address,
    credentials: await readCredentials(dataDir),
    stop: () => running.stop().then(remove),
  };
}
