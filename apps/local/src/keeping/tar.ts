import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, statfsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, Parser, type ReadEntry } from 'tar';
import { StartError } from '../start-error.ts';

/** Names in a folder that go into an archive. */
type Part = { folder: string; names: string[] };

/** Writes files and folders to a packed archive that only its owner may read. */
export async function pack(file: string, parts: Part[]): Promise<void> {
  const places = parts.flatMap(({ folder, names }) => ['-C', folder, ...names]);
  const { tar, ended } = run(['-czf', '-', ...places]);
  await Promise.all([pipeline(tar.stdout, createWriteStream(file, { mode: 0o600 })), ended]);
}

/**
 * Unpacks an archive into a folder; all of it belongs to us then, and is closed to others. Throws a
 * StartError, before anything is written, for an archive that cannot be read to its end, that holds
 * links or special files, names other than the given ones at its top, or more than the disk has room
 * for: an archive may come from anybody.
 */
export async function unpack(file: string, folder: string, names: string[]): Promise<void> {
  const fault = await findFault(file, folder, names);
  if (fault) throw new StartError(`tar failed: ${fault}`);
  const closed = (entry: ReadEntry) => {
    entry.mode = entry.type === 'Directory' ? 0o700 : 0o600;
  };
  // `dmode` is for folders that the archive leaves out.
  const how = { strict: true, preserveOwner: false, dmode: 0o700, onReadEntry: closed };
  await extract({ file, cwd: folder, ...how });
}

const plainTypes: readonly string[] = ['Directory', 'File', 'OldFile', 'ContiguousFile'];

/** Reads an archive to its end, or to its first fault, and tells it. */
async function findFault(file: string, folder: string, names: string[]) {
  const { bavail, bsize } = statfsSync(folder);
  let room = bavail * bsize;
  let fault: string | undefined;
  const stop = new AbortController();
  function check({ type, path, size }: ReadEntry): string | undefined {
    const shown = JSON.stringify(path);
    if (!plainTypes.includes(type)) return `it holds a link or a special file, ${shown}`;
    const [top] = path.split('/').filter((part) => part !== '.' && part !== '');
    if (top && !names.includes(top)) return `it is not a backup of Atrium: it holds ${shown}`;
    room -= size;
    return room < 0 ? 'what it holds is larger than the room on this disk' : undefined;
  }
  const onReadEntry = (entry: ReadEntry) => {
    fault ??= check(entry);
    if (fault) stop.abort();
    entry.resume();
  };
  const parser = new Parser({ strict: true, onReadEntry });
  await pipeline(createReadStream(file), parser, { signal: stop.signal }).catch((error: Error) => {
    fault ??= error.message;
  });
  return fault;
}

function run(parameters: string[]) {
  const tar = spawn('tar', parameters, { windowsHide: true });
  const complaint = text(tar.stderr);
  const ended = (async () => {
    const [status] = await once(tar, 'close').catch((error) => {
      throw new StartError(`The program tar cannot be started: ${error.message}`);
    });
    if (status !== 0) throw new StartError(`tar failed: ${(await complaint).trim()}`);
  })();
  return { tar, ended };
}
