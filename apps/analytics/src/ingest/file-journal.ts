import { constants } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  unlink,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createTurns } from '../turns.ts';
import { syncDirectory } from './sync-directory.ts';

/** A file of the journal. It goes when all that it holds is stored. */
export type Segment = {
  readonly number: number;
  readonly path: string;
  size: number;
  pending: number;
  open: boolean;
};

/** The lines of a segment. */
type Stretch = { place: Segment; lines: string[] };

const segmentBytes = 16 * 1024 * 1024;

// On Linux a write can wait for the disk itself (open(2), O_DSYNC): one turn on a thread and not
// two. Elsewhere only an fdatasync is known to get past the disk's cache.
const syncedWrites = process.platform === 'linux';
const writing = constants.O_CREAT | constants.O_WRONLY | (syncedWrites ? constants.O_DSYNC : 0);

/**
 * Opens the journal of a directory: accepted events wait in it until the store has them, so
 * that accepting costs one small synced write. What is read of it is what an earlier process left.
 * Its operations wait for each other.
 *
 * One segment that is through is kept and written over: the disk then has its blocks already, and
 * a synced write takes half the time of one that makes the file longer.
 */
export async function openFileJournal(directory: string) {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const spare = join(directory, 'spare');
  await rm(spare, { force: true });
  const left = (await readdir(directory)).filter((name) => name.endsWith('.journal')).sort();
  let next = Number.parseInt(left.at(-1) ?? '0', 10) + 1;
  let active: { segment: Segment; file: FileHandle } | undefined;
  let hasSpare = false;
  const inTurn = createTurns();
  // Only segments from this number on are kept: those of this process, since it was told to let go.
  let keptFrom = next;

  async function begin() {
    const number = next++;
    const path = join(directory, `${String(number).padStart(12, '0')}.journal`);
    if (hasSpare) await rename(spare, path);
    hasSpare = false;
    const file = await open(path, writing, 0o600);
    await syncDirectory(directory);
    active = { segment: { number, path, size: 0, pending: 0, open: true }, file };
    return active;
  }

  /** Removes a segment whose rows are all stored. */
  async function discard({ number, path }: Segment): Promise<void> {
    if (hasSpare || number < keptFrom) return unlink(path);
    await rename(path, spare);
    hasSpare = true;
  }

  async function rotate() {
    const ended = active;
    active = undefined;
    if (!ended) return;
    ended.segment.open = false;
    await ended.file.close();
    if (ended.segment.pending === 0) await discard(ended.segment);
  }

  async function letGo() {
    keptFrom = next;
    await rotate();
    if (hasSpare) await unlink(spare);
    hasSpare = false;
  }

  async function append(lines: readonly string[]) {
    if (active && active.segment.size >= segmentBytes) await rotate();
    const { segment, file } = active ?? (await begin());
    const frame = frameOf(segment.number, lines);
    segment.pending += lines.length;
    try {
      await writeAll(file, frame, segment.size);
      if (!syncedWrites) await file.datasync();
    } catch (error) {
      // The tail may be torn: nothing may follow it in this segment.
      segment.pending -= lines.length;
      await letGo().catch(() => {});
      throw error;
    }
    segment.size += frame.length;
    return segment;
  }

  async function settle(segment: Segment, count: number) {
    segment.pending -= count;
    if (segment.pending > 0) return;
    if (!segment.open) return discard(segment);
    if (active?.segment === segment && segment.size >= segmentBytes / 4) await rotate();
  }

  return {
    /** Appends lines and resolves with their segment when they are durable; until they are settled they stay. */
    append: (lines: readonly string[]) => inTurn(() => append(lines)),
    /** Reads what was there before this process, in order, a segment at a time. */
    async *read() {
      for (const name of left) {
        const stretch = await recover(join(directory, name));
        if (stretch.lines.length > 0) yield stretch;
      }
    },
    /** Says that so many lines of a segment are stored. */
    settle: (segment: Segment, count: number) => inTurn(() => settle(segment, count)),
    /** Lets go of all that is settled, also where it would stay for a while. */
    trim: () => inTurn(letGo),
    close: () => inTurn(letGo),
  };
}

/**
 * A frame is a line with the checksum and the length in bytes, then the lines themselves. The
 * checksum goes on from the segment's number: what an earlier segment left in the file is no frame.
 */
function frameOf(number: number, lines: readonly string[]): Buffer {
  const body = Buffer.from(`${lines.join('\n')}\n`);
  const head = `${crc32(body, number).toString(16).padStart(8, '0')} ${body.length}\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** Writes all bytes. A disk that fills up takes a part of them and says how many (write(2)). */
async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const rest = bytes.length - done;
    const { bytesWritten } = await file.write(bytes, done, rest, position + done);
    if (bytesWritten === 0) throw new Error('The journal could not be written');
    done += bytesWritten;
  }
}

/** Reads the whole frames of a segment. What follows them was never acknowledged. */
async function recover(path: string): Promise<Stretch> {
  const bytes = await readFile(path);
  const number = Number.parseInt(basename(path), 10);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const headEnd = bytes.indexOf(10, at);
    const head = /^([0-9a-f]{8}) (\d+)$/.exec(bytes.toString('latin1', at, Math.max(headEnd, at)));
    if (!head) break;
    const body = bytes.subarray(headEnd + 1, headEnd + 1 + Number(head[2]));
    const checksum = Number.parseInt(head[1] ?? '', 16);
    // Without the number: written by a version that wrote no segment over.
    const isWhole = crc32(body, number) === checksum || crc32(body) === checksum;
    if (body.length !== Number(head[2]) || !isWhole) break;
    for (const line of body.toString().split('\n')) if (line) lines.push(line);
    at = headEnd + 1 + body.length;
  }
  if (lines.length === 0) await unlink(path);
  return {
    place: { number, path, size: bytes.length, pending: lines.length, open: false },
    lines,
  };
}
