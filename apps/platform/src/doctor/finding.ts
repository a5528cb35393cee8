import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import type { SealingKeys } from '../database/reseal.ts';

/** What one look came to. What is not set up is SKIPPED, and no fault. */
export type Found = { status: 'OK' | 'WARN' | 'FAIL' | 'SKIPPED'; message: string };
export type Finding = Found & { name: string };

export type Certificate = {
  /** The last moment at which it counts, in milliseconds. */
  validTo: number;
  /** Why it is not believed; null of one that is. */
  distrust: string | null;
};

/** What the checks look at, and by what. */
export type Means = {
  config: Config;
  db: Pick<Db, 'asPlatform'>;
  /** Each rejects with the code of the name server's answer. */
  dns: {
    resolveTxt: (name: string) => Promise<string[][]>;
    resolve4: (name: string) => Promise<string[]>;
    resolve6: (name: string) => Promise<string[]>;
  };
  fetch: (
    url: string,
    init: { signal: AbortSignal; redirect: 'manual' },
  ) => Promise<{ status: number }>;
  readCertificate: (host: string, port: number) => Promise<Certificate>;
  /** Signs in at the mail server and leaves. */
  greetMailServer: (smtpUrl: string) => Promise<unknown>;
  readDisk: (path: string) => Promise<{ freeBytes: number; totalBytes: number }>;
  store: {
    write: (key: string, body: Buffer, contentType: string) => Promise<void>;
    read: (key: string) => Promise<Buffer | null>;
    remove: (keys: readonly string[]) => Promise<void>;
  };
  /** Returns how many kept texts the first key did not seal, and how many no key opens. */
  countSeals: (keys: SealingKeys) => Promise<{ others: number; unreadable: number }>;
  /** Returns the age of the newest backup that was verified, in seconds; null where none was made. */
  findBackupAge: () => Promise<number | null>;
  /** Rejects where the login that backups are to take cannot connect or may not replicate. */
  tryBackupLogin: () => Promise<void>;
  now: () => number;
};

export type Check = (means: Means) => Promise<Found>;

export const ok = (message: string): Found => ({ status: 'OK', message });
export const warn = (message: string): Found => ({ status: 'WARN', message });
export const fail = (message: string): Found => ({ status: 'FAIL', message });
export const skipped = (message: string): Found => ({ status: 'SKIPPED', message });

/** Returns what is told of an error: its code. Texts of errors may quote addresses and secrets. */
export function codeOf(error: unknown): string {
  const { code, name, cause } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  return cause === undefined ? name : codeOf(cause);
}

/** Returns the gravest of several findings, with the messages of all that are as grave. */
export function gravest(found: readonly Found[], otherwise: Found): Found {
  for (const status of ['FAIL', 'WARN'] as const) {
    const grave = found.filter((each) => each.status === status);
    if (grave.length > 0)
      return { status, message: grave.map(({ message }) => message).join('; ') };
  }
  return otherwise;
}
