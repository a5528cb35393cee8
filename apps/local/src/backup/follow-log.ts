import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LostConnection, type Replication } from '@atrium/platform/database/replication.ts';
import { pieceName, readLsn, writeLsn } from './lsn.ts';

// Bytes that wait to be written, at most: then the server waits.
const mostWaiting = 8 * 1_048_576;
const [data, keepalive, standbyStatus] = [0x77, 0x6b, 0x72];
// PostgreSQL counts from the year 2000.
const epochMs = Date.UTC(2000, 0, 1);

type Server = { timeline: number; segmentBytes: bigint };
type Write = (name: string, content: Buffer) => Promise<unknown>;

export type LogFollower = Awaited<ReturnType<typeof followLog>>;

/**
 * Receives the log of a server from the beginning of the file that it writes now. `cut` hands on what
 * came up to now; the server is told of it when that is on the disk, and keeps the rest while this
 * connection lasts.
 */
export async function followLog(replication: Replication, server: Server, write: Write) {
  // Its name is its own, since another one may follow at the same time.
  const slot = `atrium_backup_${randomBytes(4).toString('hex')}`;
  await replication.ask(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`);
  const [system] = await replication.ask('IDENTIFY_SYSTEM');
  const now = readLsn(system?.[2] ?? '0/0');
  const begin = now - (now % server.segmentBytes);
  let [received, written] = [begin, begin];
  let waiting: Buffer[] = [];

  const copy = replication.copyBoth(
    `START_REPLICATION SLOT ${slot} PHYSICAL ${writeLsn(begin)} TIMELINE ${server.timeline}`,
    take,
  );
  let failure: Error | undefined;
  copy.ended.then(
    () => {
      failure = new LostConnection('The database ended its log');
    },
    (error: Error) => {
      failure = error;
    },
  );

  function take(message: Buffer, send: (answer: Buffer) => void): void {
    const [kind] = message;
    if (kind === data) {
      const body = message.subarray(25);
      waiting.push(body);
      received += BigInt(body.length);
      if (received - written > mostWaiting) copy.pause();
    } else if (kind === keepalive && message.at(17) === 1) send(status());
  }

  function status(): Buffer {
    const answer = Buffer.alloc(34);
    answer.writeUInt8(standbyStatus, 0);
    for (const at of [1, 9, 17]) answer.writeBigUInt64BE(written, at);
    answer.writeBigUInt64BE(BigInt(Date.now() - epochMs) * 1_000n, 25);
    return answer;
  }

  /** Writes what came, if anything did, as a piece of the log. */
  async function cut(): Promise<void> {
    const [from, to] = [written, received];
    const content = Buffer.concat(waiting);
    waiting = [];
    if (to > from) await write(pieceName({ timeline: server.timeline, from, to }), content);
    written = to;
    copy.resume();
    if (!failure) copy.send(status());
  }

  /** Writes all up to a place that the server has reached, or further, and returns up to where. Throws when the connection ends before. */
  async function cutUpTo(lsn: bigint): Promise<bigint> {
    while (received < lsn) {
      if (failure) throw failure;
      if (received - written > mostWaiting) await cut();
      else await pause(20);
    }
    await cut();
    return written;
  }

  return { begin, cut, cutUpTo };
}
