import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { create } from 'tar';
import { StartError } from '../start-error.ts';
import type { Archive } from './entries.ts';
import { type AnalyticsFiles, hasAnalytics, listAnalytics } from './list-analytics.ts';

export const folderOfAnalytics = 'analytics';
const tries = 20;
const againMs = 100;
/** What others send to analytics is so far behind at most while a base is followed, and the time a copy takes. */
export const everyMs = 60_000;

/** A copy that is older is told of, in milliseconds. */
const oldMs = 300_000;

/** What analytics held at a moment: its parts are archives of their own, which several moments share. */
export type AnalyticsNote = {
  takenAt: string;
  parts: AnalyticsFiles['parts'];
  files: { path: string; base64: string }[];
  links: AnalyticsFiles['links'];
};

/**
 * Returns what copies the embedded engine's files into an archive while it works: those that are new since the
 * last time, and a note of all that belongs together.
 */
export function createAnalyticsCopies(folder: string, archive: Archive) {
  const copied = new Set<string>();
  let last = '';

  async function writeParts(parts: AnalyticsFiles['parts']): Promise<void> {
    for (const { path, entry } of parts) {
      if (copied.has(entry)) continue;
      // Listed before it is packed: a folder that is just being removed would be packed in part.
      const names = readdirSync(join(folder, path));
      const pack = create({ cwd: join(folder, path), portable: true, strict: true }, names);
      await archive.write(entry, Readable.from(pack, { objectMode: false }));
      copied.add(entry);
    }
  }

  /** Copies what there is now; false when it changed meanwhile. */
  async function attempt(): Promise<boolean> {
    const found = listAnalytics(folder);
    // Nothing that it lists is newer than its end.
    const takenAt = new Date().toISOString();
    if (!found) return false;
    const { parts, links } = found;
    const files = found.files.map(({ path, content }) => ({
      path,
      base64: content.toString('base64'),
    }));
    const content = JSON.stringify({ parts, files, links });
    const hash = createHash('sha256').update(content).digest('hex');
    if (hash === last) return true;
    try {
      await writeParts(parts);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
    const note: AnalyticsNote = { takenAt, parts, files, links };
    const name = `${folderOfAnalytics}/at-${takenAt.replace(/[-:]/g, '')}`;
    await archive.write(name, Buffer.from(JSON.stringify(note)));
    last = hash;
    return true;
  }

  /** Copies what there is; false when it goes on changing. */
  async function copy(): Promise<boolean> {
    if (!hasAnalytics(folder)) return true;
    for (let number = 1; number <= tries; number += 1) {
      if (await attempt()) return true;
      await pause(againMs);
    }
    return false;
  }

  let copiedAt = Number.NEGATIVE_INFINITY;
  let failure: { error: unknown } | undefined;
  let isCopying = false;
  let hasTold = false;

  function tellWhenOld(): void {
    const isOld = performance.now() - copiedAt > oldMs;
    if (isOld && !hasTold)
      process.stderr.write(
        `The files of analytics in ${folder} were not copied for 5 minutes: they change too quickly; trying again\n`,
      );
    hasTold = isOld;
  }

  return {
    /** Copies all there is by now. Throws a StartError when it goes on changing. */
    async copyAll(): Promise<void> {
      if (!(await copy()))
        throw new StartError(
          `The files of analytics in ${folder} change too quickly to be copied: try again`,
        );
      copiedAt = performance.now();
    },

    /** Begins to copy what is new, at most once a minute. Throws what ended the last time. */
    copyNew(): void {
      if (failure) throw failure.error;
      tellWhenOld();
      if (isCopying || performance.now() - copiedAt < everyMs) return;
      isCopying = true;
      const beganAt = performance.now();
      copy()
        .then((isCopied) => {
          if (isCopied) copiedAt = beganAt;
        })
        .catch((error: unknown) => {
          failure = { error };
        })
        .finally(() => {
          isCopying = false;
        });
    },
  };
}
