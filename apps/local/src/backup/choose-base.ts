import type { KeyObject } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { listNames, readWhole } from './entries.ts';
import { type Piece, readLsn, readPiece, writeLsn } from './lsn.ts';
import { type Reached, readReached } from './reached.ts';
import { type About, aboutPart } from './take-backup.ts';

/** A base, and how far it goes. */
type Found = { home: string; about: About; reached: Reached };

/** A base with the log that follows it without a gap, in order. */
export type Chosen = Omit<Found, 'reached'> & {
  /** The moment as of which it is restored: the one asked for, or the last that is whole in it. */
  asOf: Temporal.Instant;
  log: Piece[];
  /** The bases that the key does not open. */
  closed: string[];
};

/**
 * Returns the base of an archive whose log reaches furthest, or the newest that ended by a time and is
 * followed up to it. Throws a StartError when there is none, or when its log has a gap or lacks its end.
 */
export async function chooseBase(
  folder: string,
  key: KeyObject | undefined,
  to: Temporal.Instant | undefined,
): Promise<Chosen> {
  const { bases, closed } = await openBases(folder, key);
  const [furthest] = bases.toSorted(
    (a, b) =>
      compare(a.reached.until, b.reached.until) || compare(a.about.endedAt, b.about.endedAt),
  );
  const [first, ...later] = bases
    .filter(({ about }) => !to || Date.parse(about.endedAt) <= to.epochMilliseconds)
    .toSorted((a, b) => compare(a.about.endedAt, b.about.endedAt));
  if (!furthest) throw new StartError(`${folder} holds no whole backup of "npx atrium backup DIR"`);
  if (!to) return { ...followed(furthest, undefined), closed };
  if (!first)
    throw new StartError(
      `No backup in ${folder} was whole by ${to}: the first is of ${bases.map(({ about }) => about.endedAt).sort()[0]}`,
    );
  const chosen = [first, ...later].find(
    ({ reached }) => to.epochMilliseconds <= Date.parse(reached.until),
  );
  if (chosen) return { ...followed(chosen, to), closed };
  throw new StartError(
    `The backup of ${first.about.madeAt} was followed up to ${first.reached.until}, not to ${to}`,
  );
}

const followed = ({ home, about, reached }: Found, to: Temporal.Instant | undefined) => ({
  home,
  about,
  asOf: to ?? Temporal.Instant.from(reached.until),
  log: listLog({ home, about, reached }),
});

/** Compares two times, the later one first. */
const compare = (a: string, b: string): number => Date.parse(b) - Date.parse(a);

/**
 * Opens the bases of an archive. Those that a key does not open, as after another one was set, are left out.
 * Throws a StartError where none is left, and where a key is missing.
 */
async function openBases(folder: string, key: KeyObject | undefined) {
  const bases: Found[] = [];
  const faults: { home: string; error: StartError }[] = [];
  for (const home of listHomes(folder)) {
    const about = await readAbout(home, key).catch((error: Error) => {
      if (!key || !(error instanceof StartError)) throw error;
      faults.push({ home, error });
    });
    if (about) bases.push({ home, about, reached: await readReached(home, about, key) });
  }
  if (bases.length === 0 && faults[0]) throw faults[0].error;
  return { bases, closed: faults.map(({ home }) => home) };
}

async function readAbout(home: string, key: KeyObject | undefined): Promise<About> {
  return JSON.parse(String(await readWhole(home, aboutPart, key)));
}

/** Returns whether a folder is an archive of backups. */
export const isArchive = (folder: string): boolean => listHomes(folder).length > 0;

/** Lists the folders of an archive that hold a whole base. */
export function listHomes(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('base-'))
    .map((name) => join(folder, name))
    .filter((home) => listNames(home).includes(aboutPart));
}

function listLog({ home, about, reached }: Found): Piece[] {
  const pieces = listNames(home, 'wal')
    .flatMap((name) => readPiece(name) ?? [])
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const gap = pieces.findIndex((piece, at) => at > 0 && pieces[at - 1]?.to !== piece.from);
  const [first, last] = [pieces.at(0), pieces.at(-1)];
  const lacks = (from: bigint, to: bigint) =>
    new StartError(
      `The log of ${home} has a gap: a file of its folder wal, from ${writeLsn(from)} to ${writeLsn(to)}, is missing`,
    );
  const [before, after] = [pieces[gap - 1], pieces[gap]];
  if (before && after) throw lacks(before.to, after.from);
  if (first && first.from > readLsn(about.startLsn))
    throw lacks(readLsn(about.startLsn), first.from);
  if (about.isFollowed && (!last || last.to < readLsn(reached.lsn)))
    throw new StartError(
      `The log of ${home} ends before ${reached.until}: the last files of its folder wal are missing`,
    );
  return pieces;
}

/** Throws a StartError for an archive whose backups are encrypted: one without a key would lie open beside them. */
export function refusePlainBesideSealed(folder: string): void {
  const sealed =
    existsSync(folder) &&
    listHomes(folder).find((home) => existsSync(join(home, `${aboutPart}.sealed`)));
  if (sealed)
    throw new StartError(
      `${folder} holds encrypted backups, and BACKUP_PUBLIC_KEY is not set: set it, or take another folder`,
    );
}
