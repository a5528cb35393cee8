import type { Caller } from '@atrium/kit/auth/caller.ts';
import { ProblemError } from '@atrium/kit/problem.ts';
import { type Loop, type LoopMeans, startLoop } from '../background/loop.ts';
import type { Db } from '../database/db.ts';
import type { Principal } from '../database/principal.ts';
import { type ChangeStream, createChangeStream } from './change-stream.ts';
import { readPlace } from './place.ts';
import { isTokenGood, listReadable, type PlacedChange, readAfter, readSince } from './queries.ts';
import { isOlder, isVisibleIn, readSnapshot, type Snapshot } from './snapshot.ts';

/** The most streams of a person; one more ends the oldest. */
const mostOfPerson = 4;
/** The most changes of a firm that are told one by one: beyond, its listeners read everything anew. */
const mostChanges = 500;
const checkMs = 5_000;

export type Changes = ReturnType<typeof createChanges>;
type Listener = {
  caller: Caller;
  principal: Principal;
  endsAt: number;
  lastEventId: string | undefined;
};
type Opened = ChangeStream & { checkedAt: number };

/**
 * Tells listeners of changes as they are committed. Every process reads the events from its own place,
 * so each replica serves its own listeners: at a commit of its own, and once a second for those of
 * others. Nothing runs while nobody listens.
 */
export function createChanges({ db, ...means }: LoopMeans & { db: Db }) {
  const streams = new Set<Opened>();
  let loop: Loop | undefined;

  /** Opens a stream, which begins with what came after the event that the listener knows last. */
  async function open({ lastEventId, ...listener }: Listener): Promise<Opened['out']> {
    const { principal, caller } = listener;
    const place = lastEventId ? readPlace(lastEventId) : undefined;
    const { reading, changes, readable } = await db.readTenant(principal, async (tx) => {
      const missed = await readAfter(tx, principal.tenantUuid, place, mostChanges + 1);
      return { ...missed, readable: await listReadable(tx, caller, missed.changes) };
    });
    const now = snapshotOf(reading);
    const isGap = place ? place.reading.max > now.max || changes.length > mostChanges : lastEventId;
    const stream = {
      ...createChangeStream(listener, place && !isGap ? place.delivered : now),
      checkedAt: performance.now(),
    };
    if (isGap) stream.reload(now);
    else stream.tell(readable, now);
    // The answer's headers leave with its first bytes.
    stream.comment();
    enter(stream);
    return stream.out;
  }

  function enter(stream: Opened): void {
    const own = [...streams].filter((each) => isOfSame(each, stream));
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - mostOfPerson))) leave(oldest);
    streams.add(stream);
    stream.out.once('close', () => leave(stream));
    loop ??= startLoop({ ...means, name: 'changes', run: turn, gatherMs: 250 });
  }

  function leave(stream: Opened): void {
    if (!streams.delete(stream)) return;
    stream.end();
    if (streams.size > 0) return;
    void loop?.stop();
    loop = undefined;
  }

  async function turn(): Promise<boolean> {
    const listening = [...streams];
    const [first, ...others] = listening.map((stream) => stream.seen());
    if (!first) return false;
    const from = others.reduce((oldest, each) => (isOlder(each, oldest) ? each : oldest), first);
    const tenants = [...new Set(listening.map(({ principal }) => principal.tenantUuid))];
    const limit = mostChanges * 4 + 1;
    const { reading, changes } = await db.asPlatform((tx) => readSince(tx, from, tenants, limit));
    const now = snapshotOf(reading);
    const ofTenant = Map.groupBy(changes, ({ tenantUuid }) => tenantUuid);
    for (const stream of listening) {
      const own = ofTenant.get(stream.principal.tenantUuid) ?? [];
      const unseen = own.filter(
        ({ recordedIn }) => !isVisibleIn(stream.seen(), BigInt(recordedIn)),
      );
      if (unseen.length > mostChanges || changes.length === limit) stream.reload(now);
      else await serve(stream, unseen, now);
    }
    return changes.length > 0;
  }

  async function serve(stream: Opened, changes: readonly PlacedChange[], now: Snapshot) {
    if (Date.now() >= stream.endsAt) return leave(stream);
    const isCheckDue = performance.now() - stream.checkedAt >= checkMs;
    try {
      const readable = changes.length > 0 || isCheckDue ? await ask(stream, changes) : [];
      stream.tell(readable, now);
      if (stream.isQuiet()) stream.comment();
    } catch (error) {
      // Whoever is refused has ended; of another failure the listener may have missed something.
      if (error instanceof ProblemError && error.status < 500) return leave(stream);
      stream.reload(now);
      means.logger.warn({ err: error }, 'changes could not be told');
    }
  }

  /** Returns the changes that the listener may read, if its session still stands. Throws what refuses it. */
  function ask(stream: Opened, changes: readonly PlacedChange[]) {
    stream.checkedAt = performance.now();
    return db.readTenant(stream.principal, async (tx) => {
      if (!(await isTokenGood(tx, stream.caller))) leave(stream);
      return listReadable(tx, stream.caller, changes);
    });
  }

  return {
    open,
    /** Looks at once for what was committed in this process. */
    wake: () => loop?.wake(),
    /** Ends all streams: their readers go on elsewhere. */
    endAll: () => {
      for (const each of streams) leave(each);
    },
  };
}

const isOfSame = ({ caller: a }: Opened, { caller: b }: Opened) =>
  a.userUuid === b.userUuid && a.homeTenantUuid === b.homeTenantUuid;

function snapshotOf(text: string): Snapshot {
  const snapshot = readSnapshot(text);
  if (!snapshot) throw new Error(`No snapshot: ${text}`);
  return snapshot;
}
