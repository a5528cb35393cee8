import { join } from 'node:path';
import { readEnv } from '@atrium/kit/env.ts';
import { hasAnalytics } from '@atrium/local/backup/list-analytics.ts';
import type { BackupSettings } from '@atrium/local/backup/settings.ts';
import type { Config } from '@atrium/local/config.ts';

/**
 * Returns the folder in which the embedded engine of analytics has its files; undefined where a server has them.
 * Throws a ConfigError.
 */
export function analyticsDirOf({ environment, databaseUrl, dataDir }: Config): string | undefined {
  const env = readEnv(environment);
  const server = env.optional('CLICKHOUSE_URL');
  const own = env.optional('ANALYTICS_DATA_DIR');
  env.done();
  if (server) return undefined;
  // A start on one machine says where it is; services that are started by themselves read it.
  return (databaseUrl && own) || join(dataDir, 'analytics');
}

/** Returns what a backup does not take of an installation, each with what to do about it. Throws a ConfigError. */
export function listNotTaken(config: Config, { clickhouseDisk }: BackupSettings): string[] {
  const env = readEnv(config.environment);
  const bucket = env.optional('S3_BUCKET');
  env.done();
  const folder = analyticsDirOf(config);
  const told = [
    'keys: keep copies of secrets.json, or of TOKEN_SIGNING_KEY and SECRET_KEY, elsewhere',
  ];
  if (bucket) told.push(`uploads in the bucket ${bucket}: let it keep versions`);
  if (!folder && !clickhouseDisk)
    told.push(
      'analytics of the server at CLICKHOUSE_URL: name a disk of it, BACKUP_CLICKHOUSE_DISK, or use BACKUP there',
    );
  if (folder && !hasAnalytics(folder))
    told.push(
      `analytics: there is nothing of it in ${folder} (ANALYTICS_DATA_DIR); what the trail has is delivered again`,
    );
  return told;
}
