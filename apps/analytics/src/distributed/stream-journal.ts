import { setTimeout as pause } from 'node:timers/promises';
import { JetStreamApiError } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import type { Journal, Stretch } from '../ingest/journal.ts';
import { Problem } from '../problems.ts';
import { names, type Wake } from './names.ts';
import type { Log } from './open-log.ts';
import { readStream } from './read-stream.ts';

/** Names who waits for what becomes of lines: the subject to answer at, and the name of a message's lines. */
export type Asker = { subject: string; id: string };

export type StreamStretch = Stretch<number> & { asker: Asker | undefined };

/** A shard's stream. Its places are sequences. */
export type StreamJournal = Omit<Journal<number>, 'append' | 'read'> & {
  /** Also names who waits: the lines of each message as the asker's id, a full stop and the first one's index. */
  append(lines: readonly string[], asker?: Asker): Promise<number>;
  read(from?: number): AsyncIterable<StreamStretch>;
};

// A killed leader costs some seven seconds; who waits longer had better try again.
const [patienceMs, retryMs] = [9_000, 200];
// A server takes messages of a mebibyte.
const messageBytes = 768 * 1_024;
const codes = { maximumBytes: 10_077, storageFull: 10_023, streamStorage: 10_047 };

const refused = (detail: string, cause?: unknown) =>
  new Problem('OVERLOADED', detail, { cause, headers: { 'retry-after': '2' } });

/** Returns the journal of a shard: a stream that every process appends to and its writer reads. */
export function streamJournal({ nc, js, jsm }: Log, shard: number): StreamJournal {
  const stream = names.eventsOf(shard);
  const subject = names.eventSubject(shard);
  let settledTo = 0;

  /** Publishes one message under a name, so that of several tries one counts. */
  async function publish(text: string, id: string, asker?: Asker): Promise<number> {
    const head = headers();
    if (asker) head.set(names.askerHeader, asker.subject);
    for (const untilMs = performance.now() + patienceMs; ; await pause(retryMs)) {
      try {
        return (await js.publish(subject, text, { msgID: id, headers: head })).seq;
      } catch (error) {
        const code = error instanceof JetStreamApiError ? error.code : 0;
        if (Object.values(codes).includes(code))
          throw refused('More events are waiting than can be taken now', error);
        if (performance.now() > untilMs) throw refused('The log of events does not answer', error);
      }
    }
  }

  return {
    async append(lines, asker) {
      const id = asker?.id ?? crypto.randomUUID();
      const sequences = await Promise.all(
        messagesOf(lines).map(({ text, first }) => publish(text, `${id}.${first}`, asker)),
      );
      const sequence = Math.max(...sequences);
      const wake: Wake = { lines: lines.length, sequence, hurry: asker !== undefined };
      nc.publish(names.wake(shard), JSON.stringify(wake));
      return sequence;
    },

    async *read(from = settledTo + 1) {
      for (let next = from; ; ) {
        const page = await readStream(nc, stream, next);
        if (page.length === 0) return;
        for (const { sequence, msg } of page) {
          const answerAt = msg.headers?.get(names.askerHeader);
          const id = msg.headers?.get('Nats-Msg-Id') ?? '';
          const asker = answerAt ? { subject: answerAt, id } : undefined;
          yield { place: sequence, lines: msg.string().split('\n'), asker };
          next = sequence + 1;
        }
      }
    },

    /** Says that all up to a place is stored. */
    async settle(place) {
      settledTo = place;
    },

    async trim() {
      if (settledTo > 0) await jsm.streams.purge(stream, { seq: settledTo + 1 });
    },

    close: () => nc.flush(),
  };
}

/** Returns lines as the texts of messages. */
function messagesOf(lines: readonly string[]): { text: string; first: number }[] {
  const messages: { text: string; first: number }[] = [];
  let [first, bytes] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const more = Buffer.byteLength(line) + 1;
    if (index > first && bytes + more > messageBytes) {
      messages.push({ first, text: lines.slice(first, index).join('\n') });
      [first, bytes] = [index, 0];
    }
    bytes += more;
  }
  return [...messages, { first, text: lines.slice(first).join('\n') }];
}
