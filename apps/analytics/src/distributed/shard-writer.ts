import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type EventRow, rowOfLine } from '../ingest/event-row.ts';
import { createEntryWriter, type Outcome, type WaitingRow } from '../ingest/write-entries.ts';
import { guardWriter } from '../store/guard-writer.ts';
import { createKnownIdentifiers } from '../store/known-identifiers.ts';
import type { Store } from '../store/store.ts';
import { createBatchWriter } from '../store/write-batch.ts';
import { createTurns } from '../turns.ts';
import { names, type Position, type Wake } from './names.ts';
import type { Log } from './open-log.ts';
import type { Lease } from './shard-lease.ts';
import { type StreamStretch, streamJournal } from './stream-journal.ts';

type ShardWriterOptions = {
  log: Log;
  logger: Logger;
  store: Store;
  shard: number;
  lease: Lease;
  identifierBytes: number;
  stopping: AbortSignal;
  quarantine: (row: EventRow, error: unknown, token?: string) => Promise<void>;
  onOutcome: (outcome: Outcome, events: number) => void;
};

const [maxEvents, maxBytes] = [20_000, 16 * 1_048_576];
// Who waits says so; what gets lost of that is found by looking.
const [lingerMs, gatherMs, lookMs] = [1_000, 50, 1_000];
// Longer than an election takes: who was just elected to lead the stream may not have all of it yet.
const catchUpMs = 10_000;

export type ShardWriter = ReturnType<typeof startShardWriter>;

/**
 * Stores what stands in a shard's stream, batch by batch, for as long as the lease holds. A batch is a stretch of
 * sequences that the lease names before it is written: who takes over in the middle of one writes the
 * same one again, under the same token, and the store leaves out what it has.
 */
export function startShardWriter(options: ShardWriterOptions) {
  const { log, logger, store, shard, lease, stopping } = options;
  const { nc } = log;
  const signal = AbortSignal.any([stopping, lease.signal]);
  const journal = streamJournal(log, shard);
  const writer = guardWriter(store.writer, lease.isHeld, 'The lease of the shard has lapsed');
  const known = createKnownIdentifiers({ maxBytes: options.identifierBytes });
  const batches = createBatchWriter({ writer, mutable: store.mutable }, known);
  const writeEntries = createEntryWriter<WaitingRow>({
    write: batches.write,
    quarantine: options.quarantine,
    onRetry: (error) =>
      logger.warn({ err: error, shard }, 'the store does not take events, trying again'),
    onDone: (entries, outcome) => options.onOutcome(outcome, entries.length),
    signal,
  });
  let wake = Promise.withResolvers<void>();
  let hurry = Promise.withResolvers<void>();
  let [linesTold, told] = [0, 0];
  const inTurn = createTurns();

  const subscription = nc.subscribe(names.wake(shard), {
    callback(error, msg) {
      if (error) return;
      const news = msg.json<Wake>();
      linesTold += news.lines;
      told = Math.max(told, news.sequence);
      if (news.hurry || linesTold >= maxEvents) hurry.resolve();
      wake.resolve();
    },
  });

  /** Waits until there is something to store, and others had time to join it. */
  async function gather(lastMs: number): Promise<void> {
    await Promise.race([wake.promise, rest(lookMs, signal)]);
    if (linesTold > 0) await Promise.race([hurry.promise, rest(lingerMs, signal)]);
    await rest(lastMs + gatherMs - performance.now(), signal);
    wake = Promise.withResolvers();
    hurry = Promise.withResolvers();
    linesTold = 0;
  }

  /** Reads the next batch: from what is stored up to a sequence, or as much as goes in one. */
  async function readBatch(upTo?: number): Promise<StreamStretch[]> {
    const stretches: StreamStretch[] = [];
    let [events, bytes] = [0, 0];
    for await (const stretch of journal.read(lease.state.stored + 1)) {
      if (upTo !== undefined && stretch.place > upTo) break;
      events += stretch.lines.length;
      bytes += stretch.lines.reduce((sum, line) => sum + line.length, 0);
      if (upTo === undefined && stretches.length > 0 && (events > maxEvents || bytes > maxBytes))
        break;
      stretches.push(stretch);
    }
    return stretches;
  }

  /**
   * Returns the last sequence of the stream that the lease tells of. Where that stream was made anew, or has lost
   * what the lease knows of, it begins with the first event of what is there and returns nothing.
   */
  async function follow(): Promise<number | undefined> {
    for (const beganMs = performance.now(); ; ) {
      const { created, state } = await log.look(names.eventsOf(shard));
      if (created !== lease.state.created) return beginAnew(created, lease.state.created === '');
      if (state.last_seq >= lease.state.writing) return state.last_seq;
      if (performance.now() > beganMs + catchUpMs) return beginAnew(created, false);
      await rest(lookMs, signal);
      signal.throwIfAborted();
    }
  }

  async function beginAnew(created: string, isFirst: boolean): Promise<undefined> {
    if (!isFirst)
      logger.error(
        { shard },
        'the stream was made anew or has lost events: reading it from its beginning',
      );
    told = 0;
    await lease.put({ created, run: crypto.randomUUID(), stored: 0, writing: 0 });
    tellStored();
  }

  /** Says to whoever waits how far the shard is stored. */
  function tellStored(): void {
    const { created, run, stored } = lease.state;
    const position: Position = { created, run, stored };
    nc.publish(names.stored(shard), JSON.stringify(position));
  }

  /** Stores a batch and tells whoever waits for it. */
  async function storeBatch(stretches: readonly StreamStretch[], again: boolean): Promise<void> {
    const last = stretches.at(-1)?.place ?? lease.state.writing;
    const token = `${shard}-${lease.state.run}-${lease.state.stored + 1}-${last}`;
    await lease.put({ writing: last });
    const answers = stretches.map(({ lines }) => Array<Outcome>(lines.length).fill('accepted'));
    const entries = stretches.flatMap(({ lines }, at) =>
      lines.map((line, index) => ({
        row: rowOfLine(line),
        again,
        done: (outcome: Outcome) => {
          const own = answers[at];
          if (own) own[index] = outcome;
        },
      })),
    );
    await writeEntries(entries, token);
    await lease.put({ stored: last });
    for (const [at, { asker }] of stretches.entries())
      if (asker) nc.publish(asker.subject, JSON.stringify({ id: asker.id, outcomes: answers[at] }));
    tellStored();
    await trim().catch((error) => logger.warn({ err: error, shard }, 'the log was not trimmed'));
  }

  /** Removes what is stored from the stream, unless another stands there by now: its sequences mean other events. */
  async function trim(): Promise<void> {
    const { created } = await log.look(names.eventsOf(shard));
    if (created === lease.state.created) await journal.trim(lease.state.stored);
  }

  /** Stores the batch that another left half written: all of it, whichever server lags behind. */
  async function finishBatch(): Promise<void> {
    for (let look = 0; lease.state.writing > lease.state.stored; look++) {
      const stretches = await readBatch(lease.state.writing);
      if ((await follow()) === undefined) return;
      if (stretches.at(-1)?.place === lease.state.writing) return storeBatch(stretches, true);
      if (look % 50 === 0) logger.warn({ shard }, 'a batch that was begun cannot be read yet');
      await rest(100, signal);
      signal.throwIfAborted();
    }
  }

  /** Stores the next batch, behind one that was begun: a begun batch stays the same one. */
  async function storeNext(): Promise<void> {
    await finishBatch();
    const stretches = await readBatch();
    // Only what stands in the stream that the lease tells of is stored under its name.
    if ((await follow()) === undefined) return storeNext();
    if (stretches.length > 0) await storeBatch(stretches, false);
  }

  async function run(): Promise<void> {
    for (let lastMs = 0; !signal.aborted; lastMs = performance.now()) {
      try {
        await inTurn(finishBatch);
        await gather(lastMs);
        const upTo = told;
        await inTurn(storeNext);
        // A batch was full, or the server that was read lags behind.
        while (lease.state.stored < Math.min(upTo, told) && !signal.aborted) {
          await rest(gatherMs, signal);
          await inTurn(storeNext);
        }
      } catch (error) {
        if (signal.aborted) break;
        logger.warn({ err: error, shard }, 'a batch was not stored, trying again');
        await rest(lookMs, signal);
      }
    }
    subscription.unsubscribe();
  }
  const running = run();

  return {
    batches,
    inTurn,
    writer,
    /** Is aborted when the shard is another's, or this process stops. */
    signal,
    /** Returns whether this process is to go on with the shard. */
    isHeld: () => !signal.aborted && lease.isHeld(),
    /** Stores all that was accepted before. When it resolves the log has none of that. */
    async empty(until: AbortSignal): Promise<void> {
      const { state } = await log.look(names.eventsOf(shard));
      const last = state.messages > 0 ? state.last_seq : 0;
      for (await inTurn(storeNext); lease.state.stored < last; await inTurn(storeNext)) {
        await rest(gatherMs, until);
        until.throwIfAborted();
      }
      await inTurn(trim);
    },
    /** Resolves when the shard is another's, or this process stops. */
    ended: running.then(() => inTurn(async () => {})),
  };
}

const rest = (ms: number, signal: AbortSignal) =>
  pause(Math.max(ms, 0), undefined, { ref: false, signal }).catch(() => {});
