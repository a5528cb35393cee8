import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { silentLog } from '../log.ts';
import { chooseServerUser } from '../postgres/server-user.ts';
import { chooseBase } from './choose-base.ts';
import { readEntry } from './entries.ts';
import { readPrivateKey } from './key-pair.ts';
import { openClusterFolder, recover } from './recover.ts';
import { folderOfObjects, listObjects } from './stored-objects.ts';
import { findAnalytics, readAnalytics } from './unpack-analytics.ts';

/** Returns an object of a backup by the key that it has in object storage, null when there is none. */
export type ReadObject = (key: string) => Promise<Buffer | null>;

/** What a backup has beside its database; `closed` are the copies that the key does not open. */
type Drilled = {
  home: string;
  madeAt: string;
  objects: number;
  analyticsAt: string | undefined;
  closed: string[];
};

/**
 * Restores a backup into a scratch folder, lets `look` see its database and read its objects by key, reads every
 * upload and analytics to their end, and throws all of it away, also when it is stopped by the signal.
 */
export async function drill(
  archive: string,
  keyFile: string | undefined,
  look: (url: string, readObject: ReadObject) => Promise<void>,
  stopping?: AbortSignal,
): Promise<Drilled> {
  const key = keyFile ? readPrivateKey(keyFile) : undefined;
  const chosen = await chooseBase(archive, key, undefined);
  const scratch = mkdtempSync(join(tmpdir(), 'atrium-drill-'));
  try {
    chmodSync(scratch, 0o711);
    const user = chooseServerUser(undefined);
    const cluster = openClusterFolder(join(scratch, 'cluster'), user);
    const objects = listObjects(archive, key);
    const readObject = async (wanted: string) => {
      const stored = objects.find(({ name }) => name === `${folderOfObjects}/${wanted}`);
      return stored ? await buffer(readEntry(stored.home, stored.name, key)) : null;
    };
    const work = (url: (login: string) => string) => look(url(chosen.about.login), readObject);
    await recover({ chosen, key, cluster, user, to: undefined, log: silentLog, work, stopping });
    for (const { home, name } of objects) {
      stopping?.throwIfAborted();
      await pipeline(readEntry(home, name, key), new Writable({ write: (_c, _e, done) => done() }));
    }
    const analytics = await findAnalytics(chosen.home, key, chosen.asOf);
    if (analytics) await readAnalytics(chosen.home, key, analytics, stopping);
    return {
      home: chosen.home,
      madeAt: chosen.about.madeAt,
      objects: objects.length,
      analyticsAt: analytics?.takenAt,
      closed: chosen.closed,
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
