import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Archive, readWhole } from './entries.ts';
import { writeLsn } from './lsn.ts';
import type { About } from './take-backup.ts';

/** How far an archive goes: the time up to which everything is in it, and the place in the server's log. */
export type Reached = { until: string; lsn: string };

const reachedPart = 'reached.json';
/** The time alone, for people. */
const untilFile = 'followed-until';

/** Notes how far an archive goes, sealed as the rest of it, so that a log that ends earlier is noticed. */
export async function noteReached(archive: Archive, until: Date, lsn: bigint): Promise<void> {
  const reached: Reached = { until: until.toISOString(), lsn: writeLsn(lsn) };
  await archive.write(reachedPart, Buffer.from(JSON.stringify(reached)));
  const file = join(archive.folder, untilFile);
  writeFileSync(`${file}.part`, reached.until, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** Reads how far a base goes with the log that follows it. Throws a StartError where that note is missing. */
export async function readReached(
  home: string,
  about: About,
  key: KeyObject | undefined,
): Promise<Reached> {
  if (!about.isFollowed) return { until: about.endedAt, lsn: about.endLsn };
  return JSON.parse(String(await readWhole(home, reachedPart, key)));
}

/** Reads the time up to which a base is followed, without a key; undefined for one that was not. */
export function followedUntil(home: string): string | undefined {
  const file = join(home, untilFile);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
