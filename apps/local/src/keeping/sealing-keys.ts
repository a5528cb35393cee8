import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readEnv } from '@atrium/kit/env.ts';
import { noSecretKey, readKeyRing } from '@atrium/platform/database/key-ring.ts';
import type { Config } from '../config.ts';
import { openSecrets } from '../secrets.ts';

/** Returns the keys by which the platform of a start seals. Throws a ConfigError when there are none. */
export async function readSealingKeys({ environment, dataDir, databaseUrl }: Config) {
  const env = readEnv(environment);
  const given = env.optional('SECRET_KEY');
  const tokenKeys = env.optional('CALENDAR_TOKEN_KEYS');
  env.done();
  const file = join(dataDir, 'secrets.json');
  const isEmbedded = databaseUrl === undefined && existsSync(file);
  const made = !given && isEmbedded ? (await openSecrets(file)).secretKey : undefined;
  const secretKeys = readKeyRing(given ?? made ?? '');
  if (!secretKeys) throw new ConfigError(noSecretKey);
  return { secretKeys, tokenKeys };
}
