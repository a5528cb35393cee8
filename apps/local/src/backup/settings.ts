import type { KeyObject } from 'node:crypto';
import { type Env, readEnv } from '@atrium/kit/env.ts';
import { readPublicKey } from './key-pair.ts';

/** How backups are taken. */
export type BackupSettings = {
  /** Whom a backup is encrypted to; undefined: to nobody. */
  publicKey: KeyObject | undefined;
  /** A login of the server at DATABASE_URL that may replicate. */
  databaseUrl: string | undefined;
};

/** Reads the settings of backups. Throws a ConfigError. */
export function readBackupSettings(environment: Env): BackupSettings {
  const env = readEnv(environment);
  const publicKey = env.optional('BACKUP_PUBLIC_KEY');
  const databaseUrl = env.optional('BACKUP_DATABASE_URL');
  env.done();
  return { publicKey: publicKey === undefined ? undefined : readPublicKey(publicKey), databaseUrl };
}
