import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../start-error.ts';

/** Names in a folder that go into an archive. */
type Part = { folder: string; names: string[] };

/** Writes files and folders to a packed archive that only its owner may read. */
export async function pack(file: string, parts: Part[]): Promise<void> {
  const places = parts.flatMap(({ folder, names }) => ['-C', folder, ...names]);
  const { tar, ended } = run(['-czf', '-', ...places]);
  await Promise.all([pipeline(tar.stdout, createWriteStream(file, { mode: 0o600 })), ended]);
}

/** Unpacks an archive into a folder; all of it belongs to us then. */
export async function unpack(file: string, folder: string): Promise<void> {
  const { tar, ended } = run(['-xzf', '-', '-C', folder, '--no-same-owner']);
  const written = pipeline(createReadStream(file), tar.stdin).catch((error) => {
    // tar has ended before it read everything, and says why by itself.
    if (error.code !== 'EPIPE') throw error;
  });
  await Promise.all([written, ended]);
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
