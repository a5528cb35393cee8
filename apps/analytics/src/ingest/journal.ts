import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { syncDirectory } from './sync-directory.ts';

/** A file of the journal. It goes when all that it holds is stored. */
export type Segment = { readonly path: string; size: number; pending: number; open: boolean };

export type Journal = {
  /** Writes lines and resolves when they are on disk; they count as pending in the segment. */
  append(lines: readonly string[]): Promise<Segment>;
  /** Says that so many lines of a segment are stored. */
  settle(segment: Segment, count: number): Promise<void>;
  /** Begins a new segment, so that the ones before it can go. */
  rotate(): Promise<void>;
  close(): Promise<void>;
};

export type Recovered = { segment: Segment; lines: string[] };

const segmentBytes = 16 * 1024 * 1024;

// On Linux a write can wait for the disk itself (open(2), O_DSYNC): one turn on a thread and not
// two. Elsewhere only an fdatasync is known to get past the disk's cache.
const syncedWrites = process.platform === 'linux';
const appending = constants.O_CREAT | constants.O_EXCL | constants.O_APPEND | constants.O_WRONLY;

/**
 * Opens the journal of a directory: accepted events wait in it until the store has them, so
 * that accepting costs one small synced write. Answers also what an earlier process left.
 * Its operations wait for each other.
 */
export async function openJournal(
  directory: string,
): Promise<{ journal: Journal; recovered: Recovered[] }> {
  await mkdir(directory, { recursive: true });
  const left = (await readdir(directory)).filter((name) => name.endsWith('.journal')).sort();
  const recovered = await Promise.all(left.map((name) => recover(join(directory, name))));
  let next = Number.parseInt(left.at(-1) ?? '0', 10) + 1;
  let active: { segment: Segment; file: FileHandle } | undefined;

  async function begin() {
    const path = join(directory, `${String(next++).padStart(12, '0')}.journal`);
    const file = await open(path, syncedWrites ? appending | constants.O_DSYNC : appending, 0o600);
    await syncDirectory(directory);
    active = { segment: { path, size: 0, pending: 0, open: true }, file };
    return active;
  }

  async function rotate() {
    const ended = active;
    active = undefined;
    if (!ended) return;
    ended.segment.open = false;
    await ended.file.close();
    if (ended.segment.pending === 0) await unlink(ended.segment.path);
  }

  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  }

  async function append(lines: readonly string[]) {
    if (active && active.segment.size >= segmentBytes) await rotate();
    const { segment, file } = active ?? (await begin());
    const frame = frameOf(lines);
    segment.pending += lines.length;
    try {
      await file.writev(frame);
      if (!syncedWrites) await file.datasync();
    } catch (error) {
      // The tail may be torn: nothing may follow it in this segment.
      segment.pending -= lines.length;
      await rotate().catch(() => {});
      throw error;
    }
    segment.size += frame[0].length + frame[1].length;
    return segment;
  }

  async function settle(segment: Segment, count: number) {
    segment.pending -= count;
    if (segment.pending > 0) return;
    if (!segment.open) return unlink(segment.path);
    if (active?.segment === segment && segment.size >= segmentBytes / 4) await rotate();
  }

  const journal: Journal = {
    append: (lines) => inTurn(() => append(lines)),
    settle: (segment, count) => inTurn(() => settle(segment, count)),
    rotate: () => inTurn(rotate),
    close: () => inTurn(rotate),
  };
  return { journal, recovered: recovered.filter(({ lines }) => lines.length > 0) };
}

/** A frame is a line with the checksum and the length in bytes, then the lines themselves. */
function frameOf(lines: readonly string[]): [Buffer, Buffer] {
  const body = Buffer.from(`${lines.join('\n')}\n`);
  const head = `${crc32(body).toString(16).padStart(8, '0')} ${body.length}\n`;
  return [Buffer.from(head), body];
}

/** Reads the whole frames of a segment. What follows them was never acknowledged. */
async function recover(path: string): Promise<Recovered> {
  const bytes = await readFile(path);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf(10, at);
    const head = /^([0-9a-f]{8}) (\d+)$/.exec(bytes.toString('latin1', at, Math.max(headEnd, at)));
    if (!head) break;
    const body = bytes.subarray(headEnd + 1, headEnd + 1 + Number(head[2]));
    if (body.length !== Number(head[2]) || crc32(body) !== Number.parseInt(head[1] ?? '', 16))
      break;
    for (const line of body.toString().split('\n')) if (line) lines.push(line);
    at = headEnd + 1 + body.length;
  }
  if (lines.length === 0) await unlink(path);
  return { segment: { path, size: bytes.length, pending: lines.length, open: false }, lines };
}
