import { readFileSync } from 'node:fs';
import type { Log } from './log.ts';
import { identityOf, signalProcess } from './process-identity.ts';
import { waitUntil } from './wait-until.ts';
import { writeAtomically } from './write-atomically.ts';

type Entry = { name: string; pid: number; identity: string };

/** Remembers on disk which children run, so that a start after a `kill -9` can find them. */
export function openChildRecord(file: string, log: Log): (name: string, pid: number) => void {
  const entries = new Map<string, Entry>();
  return (name, pid) => {
    const identity = identityOf(pid);
    if (identity === undefined) return;
    entries.set(name, { name, pid, identity });
    try {
      writeAtomically(file, JSON.stringify([...entries.values()]));
    } catch (error) {
      // A full disk, say: the child runs all the same, and closes by itself when we go.
      log.warn(`${name} could not be put on record: ${(error as Error).message}`);
    }
  };
}

/**
 * Ends children that an earlier, killed start left behind. They close by themselves when their
 * supervisor goes; this waits for that, asks again, and after `patienceMs` forces. A process that
 * only happens to have the pid is never touched.
 */
export async function endStrays(file: string, log: Log, patienceMs = 8_000): Promise<void> {
  await Promise.all(
    readEntries(file).map(async ({ name, pid, identity }) => {
      const gone = () => identityOf(pid) !== identity;
      if (gone()) return;
      log.info(`${name} of an earlier start is still running (process ${pid}); stopping it`);
      signalProcess(pid, 'SIGTERM');
      if (await waitUntil(gone, patienceMs)) return;
      signalProcess(pid, 'SIGKILL');
      await waitUntil(gone, patienceMs);
    }),
  );
}

function readEntries(file: string): Entry[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}
