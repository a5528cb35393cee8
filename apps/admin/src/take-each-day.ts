import { setTimeout as pause } from 'node:timers/promises';
import type { BackupSettings } from '@atrium/local/backup/settings.ts';
import { type Source, takeBackup } from '@atrium/local/backup/take-backup.ts';
import {
  type Noted,
  noteBackupOnMachine,
} from '@atrium/platform/backups/note-backup-on-machine.ts';
import { showProgress } from './progress.ts';

const noteEveryMs = 30_000;
const dayMs = 86_400_000;
const usualAgainMs = 300_000;

/** The database that is copied, and where the platform's own is. */
export type From = { source: Source; databaseUrl: string };

type Means = {
  publicKey: BackupSettings['publicKey'];
  follow: boolean;
  stopping: AbortSignal;
  /** Does what belongs to a backup and comes before it, once the database is reached. */
  before?: (stopping: AbortSignal) => Promise<void>;
  onTaken: () => void;
  /** Told once a base is verified and told of. */
  afterwards?: () => void;
};

/**
 * Takes a base and follows it. A day later another one is begun, until which the former is followed: so what
 * comes before the other one is tried again when it fails.
 */
export async function takeEachDay(
  from: From,
  folder: string,
  means: Means,
  { everyMs = dayMs, againMs = usualAgainMs } = {},
): Promise<void> {
  const over = new AbortController();
  const stopping = AbortSignal.any([means.stopping, over.signal]);
  const takings: ReturnType<typeof takeOne>[] = [];
  try {
    do {
      const former = takings.at(-1);
      const before = former ? () => persist(means.before, stopping, againMs) : means.before;
      const next = takeOne(from, folder, { ...means, stopping, ...(before && { before }) });
      takings.push(next);
      await Promise.race([next.verified, next.done, ...(former ? [former.done] : [])]);
      former?.relieve();
      await former?.done;
      const day = pause(everyMs, undefined, { signal: stopping }).catch(() => undefined);
      await Promise.race([next.done, day]);
    } while (means.follow && !stopping.aborted);
  } finally {
    over.abort();
    await Promise.allSettled(takings.map(({ done }) => done));
  }
}

/** Begins to take a base, and to follow it until it is relieved. */
export function takeOne({ source, databaseUrl }: From, folder: string, means: Means) {
  const { publicKey, follow, stopping, before, onTaken, afterwards } = means;
  const progress = showProgress('the database');
  const relieved = new AbortController();
  const verified = Promise.withResolvers<void>();
  let takenAt = new Date();
  let notedAt = Number.NEGATIVE_INFINITY;
  const done = takeBackup(source, folder, {
    publicKey,
    follow,
    stopping,
    relieved: relieved.signal,
    before,
    tell: progress.tell,
    onVerified: async (home) => {
      progress.end();
      onTaken();
      takenAt = new Date();
      await note(databaseUrl, { takenAt, coversUntil: takenAt });
      process.stdout.write(`verified ${home}\n`);
      afterwards?.();
      verified.resolve();
    },
    onFollowed: async (coversUntil) => {
      if (performance.now() - notedAt < noteEveryMs) return;
      notedAt = performance.now();
      await note(databaseUrl, { takenAt, coversUntil });
    },
  });
  done.catch(() => undefined);
  return { done, verified: verified.promise, relieve: () => relieved.abort() };
}

/** Notes the age of a backup. Where that fails, as while its place is locked, the backup goes on. */
async function note(databaseUrl: string, noted: Noted): Promise<void> {
  await noteBackupOnMachine(databaseUrl, noted).catch(({ message }: Error) =>
    say(`The age of the backup could not be noted: ${message}; the backup goes on`),
  );
}

/** Does something until it succeeds, and says each time why it did not. */
async function persist(
  work: Means['before'],
  stopping: AbortSignal,
  againMs: number,
): Promise<void> {
  for (;;) {
    try {
      return await work?.(stopping);
    } catch (error) {
      stopping.throwIfAborted();
      say(`${(error as Error).message}; the former copy is followed, trying again`);
      await pause(againMs, undefined, { signal: stopping });
    }
  }
}

const say = (line: string): boolean => process.stderr.write(`${line}\n`);
