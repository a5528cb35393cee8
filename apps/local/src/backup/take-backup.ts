import type { KeyObject } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openReplication, type Replication } from '@atrium/platform/database/replication.ts';
import { StartError } from '../start-error.ts';
import { type Base, takeBase } from './base.ts';
import { createAnalyticsCopies } from './copy-analytics.ts';
import { createObjectCopies } from './copy-objects.ts';
import { openArchive } from './entries.ts';
import { followLog } from './follow-log.ts';
import { readLsn } from './lsn.ts';
import { noteReached } from './reached.ts';
import { homeOfObjects } from './stored-objects.ts';

/** What a base says of itself, in the part of that name. */
export type About = Base & {
  version: 2;
  kind: 'embedded' | 'server';
  /** The login and the database of the platform: `atrium@localhost/atrium`. */
  login: string;
  /** The server's major version, and the size of a file of its log. */
  major: number;
  segmentBytes: number;
  /** Whether the log that comes after it was taken, too. */
  isFollowed: boolean;
  madeAt: string;
  endedAt: string;
};

export const aboutPart = 'about.json';
const tickMs = 1_000;

export type Source = Pick<About, 'kind' | 'login'> & {
  url: string;
  dataDir: string;
  /** Where the embedded engine of analytics keeps its files; undefined: a server has them. */
  analyticsDir: string | undefined;
};
type Means = {
  publicKey: KeyObject | undefined;
  follow: boolean;
  /** Aborts what is under way: a base that is not verified yet is removed. */
  stopping: AbortSignal;
  /** Ends the following, once a newer base is verified. */
  relieved: AbortSignal;
  /** Does what belongs to a backup and comes before it, once the server is reached. */
  before?: ((stopping: AbortSignal) => Promise<void>) | undefined;
  /** Told of the bytes that came so far. */
  tell: (bytes: number) => void;
  /** Told once the base is verified, with its folder. */
  onVerified: (name: string) => Promise<void>;
  /** Told the time up to which everything is in the archive. */
  onFollowed: (until: Date) => Promise<void>;
};

/**
 * Takes a base of a server into a new folder of `folder`, with the uploads, and with `follow` the log that
 * comes after it, until it is stopped or relieved. Throws when the server goes away. A base that did not
 * become whole is removed.
 */
export async function takeBackup(source: Source, folder: string, means: Means): Promise<void> {
  const madeAt = new Date();
  const name = `base-${madeAt.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const home = join(folder, freeName(folder, name));
  mkdirSync(home, { mode: 0o700 });
  const connections: Replication[] = [];
  const close = () => Promise.all(connections.map((each) => each.close()));
  means.stopping.addEventListener('abort', close);
  let isWhole = false;
  try {
    const control = await openReplication(source.url);
    connections.push(control);
    const streaming = await openReplication(source.url);
    connections.push(streaming);
    if (means.stopping.aborted) return;
    await means.before?.(means.stopping);
    const goOn = await takeWhole({ source, folder, home, madeAt, control, streaming }, means);
    isWhole = true;
    await means.onVerified(home);
    await goOn?.();
  } catch (error) {
    if (!means.stopping.aborted) throw error;
  } finally {
    means.stopping.removeEventListener('abort', close);
    await close();
    if (!isWhole) rmSync(home, { recursive: true, force: true });
  }
}

type Taking = {
  source: Source;
  folder: string;
  home: string;
  madeAt: Date;
  control: Replication;
  streaming: Replication;
};

/** Takes a base until it is whole on the disk, and returns what follows it, if that is asked for. */
async function takeWhole(
  { source, folder, home, madeAt, control, streaming }: Taking,
  means: Means,
): Promise<(() => Promise<void>) | undefined> {
  const archive = openArchive(home, means.publicKey);
  const objects = openArchive(homeOfObjects(folder, means.publicKey), means.publicKey);
  const copyObjects = createObjectCopies(source.dataDir, objects);
  const server = await identify(control);
  const log = means.follow
    ? await followLog(streaming, server, (piece, content) =>
        archive.write(piece, content, copyObjects),
      )
    : undefined;
  const analytics = source.analyticsDir && createAnalyticsCopies(source.analyticsDir, archive);
  // Analytics first: what it has of the trail is then in the database, which goes on to the end of its copy.
  const copyAll = async () => {
    if (analytics) await analytics.copyAll();
    return takeBase(control, archive, means.tell);
  };
  const copied = copyAll();
  if (log) await whilePending(copied, log.cut);
  const base = await copied;
  await copyObjects();
  const endedAt = new Date();
  const about: About = {
    ...base,
    version: 2,
    kind: source.kind,
    login: source.login,
    major: server.major,
    segmentBytes: Number(server.segmentBytes),
    isFollowed: log !== undefined,
    madeAt: madeAt.toISOString(),
    endedAt: endedAt.toISOString(),
  };
  if (log) await noteReached(archive, endedAt, await log.cutUpTo(readLsn(base.endLsn)));
  await archive.write(aboutPart, Buffer.from(JSON.stringify(about)));
  if (!log) return undefined;
  const ended = AbortSignal.any([means.stopping, means.relieved]);
  return async () => {
    // The last turn is one that begins after a newer base is verified, so that no moment is in neither.
    let isLast = false;
    while (!isLast && !means.stopping.aborted) {
      isLast = means.relieved.aborted;
      if (analytics) analytics.copyNew();
      const until = new Date();
      const [system] = await control.ask('IDENTIFY_SYSTEM');
      const reached = await log.cutUpTo(readLsn(system?.[2] ?? '0/0'));
      await copyObjects();
      await noteReached(archive, until, reached);
      await means.onFollowed(until);
      await pause(tickMs, undefined, { signal: ended }).catch(() => undefined);
    }
  };
}

async function identify(control: Replication) {
  const [system] = await control.ask('IDENTIFY_SYSTEM');
  const [[size = ''] = []] = await control.ask('SHOW wal_segment_size');
  const [[version = ''] = []] = await control.ask('SHOW server_version_num');
  const [, number = '', unit = ''] = /^(\d+)([kMG]?B)$/.exec(size ?? '') ?? [];
  const factor = { B: 1, kB: 1_024, MB: 1_048_576, GB: 1_073_741_824 }[unit];
  if (!system?.[1] || !factor) throw new StartError('The database does not say what it is');
  return {
    timeline: Number(system[1]),
    segmentBytes: BigInt(Number(number) * factor),
    major: Math.floor(Number(version) / 10_000),
  };
}

/** Does something again and again until a promise is settled. */
async function whilePending(pending: Promise<unknown>, work: () => Promise<void>): Promise<void> {
  let isPending = true;
  const settled = pending.then(
    () => {
      isPending = false;
    },
    () => {
      isPending = false;
    },
  );
  while (isPending) {
    await Promise.race([settled, pause(tickMs / 4)]);
    await work();
  }
}

function freeName(folder: string, name: string): string {
  const taken = new Set(readdirSync(folder));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(free)) return free;
  }
}
