import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The files of analytics at one moment; paths are those in its folder, with slashes. */
export type AnalyticsFiles = {
  /** Folders of the engine whose files never change, each with the entry of an archive that it becomes. */
  parts: Part[];
  /** Small files as they were. */
  files: { path: string; content: Buffer }[];
  /** Links of the engine to its own folders. */
  links: { path: string; target: string }[];
};

type Part = { path: string; entry: string };

const store = 'store';
const identifiers = join(store, 'data', 'default', 'identifiers');
const isPart = (name: string) => /^all_\d+_\d+_\d+(_\d+)?$/.test(name);
/** What only a running process needs, what it has not finished, and what is gone already. */
const passedOver = /^(tmp|tmp[_-].*|delete_tmp.*|detached|metadata_dropped|status|lock.*|spare)$/;

/**
 * Lists what analytics holds while it works; undefined when it changed meanwhile. Whatever was accepted by
 * then is in it. An event waits in the journal until it is stored together with its identifier, and its
 * identifier is stored last: so the identifiers are looked at first, then everything else, the journal at the
 * end, and the identifiers must still be the same. An event that is stored without its identifier is in the
 * journal then, by which a start completes it.
 */
export function listAnalytics(folder: string): AnalyticsFiles | undefined {
  try {
    const before = partsOfIdentifiers(folder);
    const found: AnalyticsFiles = { parts: [], files: [], links: [] };
    walk(folder, store, found);
    const known = new Set(found.parts.map(({ path }) => path));
    if (before.some((part) => !known.has(part))) return undefined;
    for (const name of readdirSync(folder))
      if (/^(refused-events\.|writer$)/.test(name)) addFile(folder, name, found);
    for (const name of readdirSync(join(folder, 'journal')).sort())
      if (name.endsWith('.journal')) addFile(folder, join('journal', name), found);
    return String(partsOfIdentifiers(folder)) === String(before) ? found : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns whether a folder is one of the embedded engine. */
export const hasAnalytics = (folder: string): boolean =>
  lstatSync(join(folder, identifiers), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

function partsOfIdentifiers(folder: string): string[] {
  const table = join(dirname(identifiers), readlinkSync(join(folder, identifiers)));
  return readdirSync(join(folder, table))
    .filter(isPart)
    .sort()
    .map((name) => toPath(join(table, name)));
}

function walk(folder: string, under: string, found: AnalyticsFiles): void {
  for (const entry of readdirSync(join(folder, under), { withFileTypes: true })) {
    const path = join(under, entry.name);
    if (passedOver.test(entry.name)) continue;
    if (entry.isSymbolicLink())
      found.links.push({ path: toPath(path), target: readlinkSync(join(folder, path)) });
    else if (entry.isDirectory() && isPart(entry.name)) found.parts.push(partOf(folder, path));
    else if (entry.isDirectory()) walk(folder, path, found);
    else if (entry.isFile()) addFile(folder, path, found);
  }
}

/** A name may come again once all of a table was deleted, so the time when a part was written is in its entry. */
function partOf(folder: string, path: string): Part {
  const writtenMs = Math.floor(statSync(join(folder, path, 'checksums.txt')).mtimeMs);
  return { path: toPath(path), entry: `analytics/${toPath(path)}-${writtenMs}.tar` };
}

function addFile(folder: string, path: string, { files }: AnalyticsFiles): void {
  files.push({ path: toPath(path), content: readFileSync(join(folder, path)) });
}

const toPath = (path: string): string => path.split(sep).join('/');

/** Returns whether a path of an archive stays below the folder that it is put into. */
export const staysBelow = (path: string): boolean => {
  const way = relative('/a/b', join('/a/b', path));
  return path !== '' && !path.startsWith('/') && way !== '' && way.split(sep)[0] !== '..';
};
