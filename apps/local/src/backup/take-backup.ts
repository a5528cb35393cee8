import type { KeyObject } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openReplication } from '@atrium/platform/database/replication.ts';
import { StartError } from '../start-error.ts';
import { type Base, takeBase } from './base.ts';
import { createObjectCopies } from './copy-objects.ts';
import { openArchive } from './entries.ts';
import { followLog } from './follow-log.ts';
import { readLsn } from './lsn.ts';

/** What a base says of itself, in the part of that name. */
export type About = Base & {
  version: 2;
  kind: 'embedded' | 'server';
  /** The login and the database of the platform: `atrium@localhost/atrium`. */
  login: string;
  /** The server's major version, and the size of a file of its log. */
  major: number;
  segmentBytes: number;
  madeAt: string;
  endedAt: string;
};

export const aboutPart = 'about.json';
/** Says up to which time an archive is followed; outside of the parts, since it changes all the time. */
export const untilFile = 'followed-until';
const tickMs = 1_000;
const dayMs = 86_400_000;

export type Source = Pick<About, 'kind' | 'login'> & { url: string; dataDir: string };
type Means = {
  publicKey: KeyObject | undefined;
  follow: boolean;
  stopping: AbortSignal;
  /** Told of the bytes that came so far. */
  tell: (bytes: number) => void;
  /** Told once the base is verified, with its folder. */
  onVerified: (name: string) => Promise<void>;
  /** Told the time up to which everything is in the archive. */
  onFollowed: (until: Date) => Promise<void>;
};

/**
 * Takes a base of a server into a new folder of `folder`, with the uploads, and with `follow` the log that
 * comes after it, until it is stopped or a day has gone by. Throws when the server goes away.
 */
export async function takeBackup(source: Source, folder: string, means: Means): Promise<void> {
  const madeAt = new Date();
  const name = `base-${madeAt.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const home = join(folder, freeName(folder, name));
  const archive = openArchive(home, means.publicKey);
  const objects = openArchive(folder, means.publicKey);
  const copyObjects = createObjectCopies(source.dataDir, objects);
  const [control, streaming] = [
    await openReplication(source.url),
    await openReplication(source.url),
  ];
  try {
    const server = await identify(control);
    const log = means.follow
      ? await followLog(streaming, server, (piece, content) =>
          archive.write(piece, content, copyObjects),
        )
      : undefined;
    const copied = takeBase(control, archive, means.tell);
    if (log) await whilePending(copied, log.cut);
    const base = await copied;
    await copyObjects();
    const endedAt = new Date().toISOString();
    const about: About = {
      ...base,
      version: 2,
      kind: source.kind,
      login: source.login,
      major: server.major,
      segmentBytes: Number(server.segmentBytes),
      madeAt: madeAt.toISOString(),
      endedAt,
    };
    if (log) await log.cutUpTo(readLsn(base.endLsn));
    await archive.write(aboutPart, Buffer.from(JSON.stringify(about)));
    await means.onVerified(home);
    while (log && !means.stopping.aborted && Date.now() - madeAt.getTime() < dayMs) {
      const until = new Date();
      const [system] = await control.ask('IDENTIFY_SYSTEM');
      await log.cutUpTo(readLsn(system?.[2] ?? '0/0'));
      await copyObjects();
      noteUntil(home, until);
      await means.onFollowed(until);
      await pause(tickMs, undefined, { signal: means.stopping }).catch(() => undefined);
    }
  } finally {
    await Promise.all([control.close(), streaming.close()]);
  }
}

async function identify(control: Awaited<ReturnType<typeof openReplication>>) {
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

function noteUntil(home: string, until: Date): void {
  const file = join(home, untilFile);
  writeFileSync(`${file}.part`, until.toISOString(), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
