import type { KeyObject } from 'node:crypto';
import { type Env, readEnv } from '@atrium/kit/env.ts';
import { readPublicKey } from './key-pair.ts';

/** How backups are taken. */
export type BackupSettings = {
  /** Whom a backup is encrypted to; undefined: to nobody. */
  publicKey: KeyObject | undefined;
  /** A login of the server at DATABASE_URL that may replicate. */
  databaseUrl: string | undefined;
  /** Days of which every moment stays in an archive; undefined: nothing is removed. */
  keepDays: number | undefined;
  /** A disk of the ClickHouse server that its own backups go to. */
  clickhouseDisk: string | undefined;
};

/** Reads the settings of backups. Throws a ConfigError. */
export function readBackupSettings(environment: Env): BackupSettings {
  const env = readEnv(environment);
  const publicKey = env.optional('BACKUP_PUBLIC_KEY');
  const url = env.optional('BACKUP_DATABASE_URL');
  const databaseUrl =
    url === undefined || (/^postgres(ql)?:/.test(url) && URL.canParse(url))
      ? url
      : env.fault(
          'BACKUP_DATABASE_URL is not an address such as postgres://user:password@host:5432/database',
          undefined,
        );
  const keepDays = env.int('BACKUP_KEEP', 0, { max: 36_500 }) || undefined;
  const disk = env.optional('BACKUP_CLICKHOUSE_DISK');
  const clickhouseDisk =
    disk === undefined || /^\w{1,64}$/.test(disk)
      ? disk
      : env.fault('BACKUP_CLICKHOUSE_DISK must be the name of a disk', undefined);
  env.done();
  const key = publicKey === undefined ? undefined : readPublicKey(publicKey);
  return { publicKey: key, databaseUrl, keepDays, clickhouseDisk };
}
