import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withSettings } from '@atrium/kit/env.ts';
import { type Config as PlatformConfig, toConfig } from '@atrium/platform/config.ts';
import { analyticsHost, platformEnvironment } from '../child-environment.ts';
import type { Config } from '../config.ts';
import { openSecrets } from '../secrets.ts';

const usualAnalyticsPort = 8081;

/**
 * Returns the settings of the platform of a start, whose database is at `url`, as it reads them itself; of
 * one that runs by itself those of the environment. Throws a ConfigError.
 */
export async function readPlatformConfig(config: Config, url: string): Promise<PlatformConfig> {
  const { environment, dataDir, host, port } = config;
  if (config.databaseUrl) return toConfig(withSettings(environment, { DATA_DIR: dataDir }));
  const secretsFile = join(dataDir, 'secrets.json');
  if (!existsSync(secretsFile)) throw new Error(`There is no start in DATA_DIR ${dataDir}`);
  const addresses = {
    host,
    port,
    analyticsHost,
    analyticsPort: config.analyticsPort ?? usualAnalyticsPort,
    calendarPorts: { a: 0, b: 0 },
  };
  const secrets = await openSecrets(secretsFile);
  const database = { DATABASE_URL: url };
  return toConfig(platformEnvironment(config, addresses, { database, secrets, simulated: {} }));
}
