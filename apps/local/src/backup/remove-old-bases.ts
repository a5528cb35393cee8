import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listHomes } from './choose-base.ts';
import { followedUntil } from './reached.ts';
import { folderOfObjects } from './stored-objects.ts';

const dayMs = 86_400_000;

/**
 * Removes what no moment of the last days needs, and returns the folders removed: bases that reach no further,
 * but for the newest, each with its log, and uploads that were gone before the first base that stays was begun.
 * What a copy that was killed left behind goes after the same time.
 */
export function removeOldBases(archive: string, keepDays: number, now = new Date()): string[] {
  const oldest = now.getTime() - keepDays * dayMs;
  const whole = listHomes(archive)
    .map((home) => ({ home, reachesMs: reachOf(home) }))
    .sort((a, b) => a.reachesMs - b.reachesMs);
  const isWhole = new Set(whole.map(({ home }) => home));
  const unfinished = namesOfBases(archive).filter(
    (home) =>
      !isWhole.has(home) && statSync(home).mtimeMs < Math.min(oldest, now.getTime() - dayMs),
  );
  const old = whole.slice(0, -1).filter(({ reachesMs }) => reachesMs < oldest);
  const removed = [...unfinished, ...old.map(({ home }) => home)];
  for (const home of removed) rmSync(home, { recursive: true });
  const [first] = namesOfBases(archive)
    .map(beginOf)
    .sort((a, b) => a - b);
  if (first !== undefined && old.length > 0) removeObjects(archive, first);
  return removed;
}

const namesOfBases = (archive: string): string[] =>
  readdirSync(archive)
    .filter((name) => name.startsWith('base-'))
    .map((name) => join(archive, name));

/** Returns when a base was begun, as its name tells, in milliseconds. */
function beginOf(home: string): number {
  const [, day, time] = /base-(\d{8})T(\d{6})Z/.exec(home) ?? [];
  if (!day || !time) return statSync(home).mtimeMs;
  const text = `${day.replace(/(..)(..)$/, '-$1-$2')}T${time.replace(/(..)(..)$/, ':$1:$2')}Z`;
  return Date.parse(text);
}

/** Returns up to when a base can be restored. */
function reachOf(home: string): number {
  const until = Date.parse(followedUntil(home) ?? '');
  return Number.isNaN(until) ? beginOf(home) : until;
}

/** Removes uploads that no base since a time has: each base writes anew what there is. */
function removeObjects(archive: string, sinceMs: number): void {
  const homes = readdirSync(archive).filter((name) => name.startsWith('sealed-to-'));
  for (const home of [archive, ...homes.map((name) => join(archive, name))]) {
    const folder = join(home, folderOfObjects);
    if (!existsSync(folder)) continue;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && statSync(file).mtimeMs < sinceMs) rmSync(file);
    }
  }
}
