import { setTimeout as pause } from 'node:timers/promises';
import { JetStreamApiError } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { Problem } from '../problems.ts';
import { names, type Wake } from './names.ts';
import type { Log } from './open-log.ts';
import { readStream } from './read-stream.ts';

/** Names who waits for what becomes of lines: the subject to answer at, and the name of a message's lines. */
export type Asker = { subject: string; id: string };

/** The lines of a message, which stands at a sequence. */
export type StreamStretch = { place: number; lines: string[]; asker: Asker | undefined };

/** Says who waits for what becomes of lines, and since when (`performance.now()`) they wait to be taken. */
type Waiting = { asker?: Asker; sinceMs?: number };

// A killed leader costs some seven seconds; who waits longer had better try again.
const [patienceMs, retryMs] = [9_000, 200];
// A server takes messages of a mebibyte.
const messageBytes = 768 * 1_024;
const codes = { maximumBytes: 10_077, storageFull: 10_023, streamStorage: 10_047 };

const refused = (detail: string, cause?: unknown) =>
  new Problem('OVERLOADED', detail, { cause, headers: { 'retry-after': '2' } });

/** Returns the journal of a shard: a stream that every process appends to and its writer reads. */
export function streamJournal({ nc, js, jsm }: Log, shard: number) {
  const stream = names.eventsOf(shard);
  const subject = names.eventSubject(shard);

  /** Publishes one message under a name, so that of several tries one counts. */
  async function publish(text: string, id: string, waiting: Waiting): Promise<number> {
    const { asker, sinceMs = performance.now() } = waiting;
    const head = headers();
    if (asker) head.set(names.askerHeader, asker.subject);
    for (; ; await pause(retryMs)) {
      try {
        return (await js.publish(subject, text, { msgID: id, headers: head })).seq;
      } catch (error) {
        const code = error instanceof JetStreamApiError ? error.code : 0;
        if (Object.values(codes).includes(code))
          throw refused('More events are waiting than can be taken now', error);
        if (performance.now() > sinceMs + patienceMs)
          throw refused('The log of events does not answer', error);
      }
    }
  }

  return {
    /**
     * Appends lines and resolves with their last sequence when they are durable; until they are trimmed they stay.
     * An asker gets the lines of each message as its id, a full stop and the first one's index. Throws OVERLOADED.
     */
    async append(lines: readonly string[], waiting: Waiting = {}): Promise<number> {
      const id = waiting.asker?.id ?? crypto.randomUUID();
      const sequences = await Promise.all(
        messagesOf(lines).map(({ text, first }) => publish(text, `${id}.${first}`, waiting)),
      );
      const sequence = Math.max(...sequences);
      const wake: Wake = { lines: lines.length, sequence, hurry: waiting.asker !== undefined };
      nc.publish(names.wake(shard), JSON.stringify(wake));
      return sequence;
    },

    /** Reads what stands there from a sequence on, in order, as far as the server that answers has it. */
    async *read(from: number): AsyncGenerator<StreamStretch> {
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

    /** Removes all up to a sequence, which is stored. */
    async trim(upTo: number): Promise<void> {
      if (upTo > 0) await jsm.streams.purge(stream, { seq: upTo + 1 });
    },
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
