import type { KeyObject } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { StartError } from '../start-error.ts';
import { nameOfFile, readWhole } from './entries.ts';
import { type Piece, readLsn, readPiece } from './lsn.ts';
import { type About, aboutPart, untilFile } from './take-backup.ts';

/** A base with the log that follows it without a gap, in order. */
export type Chosen = { home: string; about: About; log: Piece[] };

/**
 * Returns the newest base of an archive that ended by a time, or the newest at all. Throws a StartError
 * when there is none, when it is not followed up to that time, or when its log has a gap.
 */
export async function chooseBase(
  folder: string,
  key: KeyObject | undefined,
  to: Temporal.Instant | undefined,
): Promise<Chosen> {
  const bases = [];
  for (const home of listHomes(folder))
    bases.push({ home, about: JSON.parse(String(await readWhole(home, aboutPart, key))) as About });
  bases.sort((a, b) => Date.parse(b.about.endedAt) - Date.parse(a.about.endedAt));
  const isBefore = ({ about }: { about: About }) =>
    !to || Date.parse(about.endedAt) <= to.epochMilliseconds;
  const chosen = bases.find(isBefore);
  if (!chosen)
    throw new StartError(
      bases[0]
        ? `No backup in ${folder} was whole by ${to}: the first is of ${bases.at(-1)?.about.endedAt}`
        : `${folder} holds no whole backup of "npx atrium backup DIR"`,
    );
  const until = readUntil(chosen.home) ?? chosen.about.endedAt;
  if (to && Date.parse(until) < to.epochMilliseconds)
    throw new StartError(
      `The backup of ${chosen.about.madeAt} was followed up to ${until}, not to ${to}`,
    );
  return { ...chosen, log: listLog(chosen) };
}

/** Returns whether a folder is an archive of backups. */
export const isArchive = (folder: string): boolean => listHomes(folder).length > 0;

function listHomes(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('base-'))
    .map((name) => join(folder, name))
    .filter((home) => listNames(home).includes(aboutPart));
}

/** Lists the entries below a folder by their names. */
export function listNames(folder: string, under = ''): string[] {
  const from = join(folder, under);
  if (!existsSync(from)) return [];
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
      return nameOfFile(file) ?? [];
    });
}

function readUntil(home: string): string | undefined {
  const file = join(home, untilFile);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function listLog({ home, about }: { home: string; about: About }): Piece[] {
  const pieces = listNames(home, 'wal')
    .flatMap((name) => readPiece(name) ?? [])
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const gap = pieces.findIndex((piece, at) => at > 0 && pieces[at - 1]?.to !== piece.from);
  const first = pieces[0];
  if (gap > 0 || (first && first.from > readLsn(about.startLsn)))
    throw new StartError(`The log of ${home} has a gap: a file of its folder wal is missing`);
  return pieces;
}
