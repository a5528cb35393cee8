import type { KeyObject } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ReadEntry, Unpack } from 'tar';
import { StartError } from '../start-error.ts';
import { type AnalyticsNote, folderOfAnalytics } from './copy-analytics.ts';
import { listNames, readEntry, readWhole } from './entries.ts';
import { staysBelow } from './list-analytics.ts';

/** Returns what a base has of analytics, the newest as of a time at most; undefined when it has nothing of then. */
export async function findAnalytics(
  home: string,
  key: KeyObject | undefined,
  to: Temporal.Instant,
): Promise<AnalyticsNote | undefined> {
  const names = listNames(home, folderOfAnalytics)
    .filter((name) => /^analytics\/at-[^/]+$/.test(name))
    .sort()
    .reverse();
  for (const name of names) {
    const note: AnalyticsNote = JSON.parse(String(await readWhole(home, name, key)));
    if (Date.parse(note.takenAt) <= to.epochMilliseconds) return note;
  }
  return undefined;
}

/** Puts analytics of a base into a folder. Throws a StartError for what leads elsewhere, or was cut or changed. */
export async function unpackAnalytics(
  home: string,
  key: KeyObject | undefined,
  { parts, files, links }: AnalyticsNote,
  folder: string,
): Promise<void> {
  const strange = [...parts, ...files, ...links].find(({ path }) => !staysBelow(path));
  const astray = links.find(
    ({ path, target }) => target.startsWith('/') || !staysBelow(join(dirname(path), target)),
  );
  const wrong = strange ?? astray;
  if (wrong) throw new StartError(`${wrong.path} is no file of analytics`);
  for (const { path, entry } of parts) {
    const into = join(folder, path);
    mkdirSync(into, { recursive: true, mode: 0o700 });
    await pipeline(
      readEntry(home, entry, key),
      unpackInto(into) as unknown as NodeJS.WritableStream,
    );
  }
  for (const { path, base64 } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, Buffer.from(base64, 'base64'), { mode: 0o600 });
  }
  // The last, so that nothing is written through one.
  for (const { path, target } of links) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    symlinkSync(target, join(folder, path));
  }
}

/** Reads what a base has of analytics to its end. Throws a StartError for what was cut or changed. */
export async function readAnalytics(
  home: string,
  key: KeyObject | undefined,
  { parts }: AnalyticsNote,
  stopping?: AbortSignal,
): Promise<void> {
  for (const { entry } of parts) {
    stopping?.throwIfAborted();
    await pipeline(
      readEntry(home, entry, key),
      new Writable({ write: (_chunk, _encoding, done) => done() }),
    );
  }
}

function unpackInto(cwd: string): Unpack {
  return new Unpack({
    cwd,
    strict: true,
    preserveOwner: false,
    dmode: 0o700,
    filter: (_path, entry) => ['Directory', 'File', 'OldFile'].includes((entry as ReadEntry).type),
    onReadEntry: (entry) => {
      entry.mode = entry.type === 'Directory' ? 0o700 : 0o600;
    },
  });
}
