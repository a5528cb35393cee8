import { Readable } from 'node:stream';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Principal } from '../database/principal.ts';
import { type Place, placeAt, writePlace } from './place.ts';
import type { Change, PlacedChange } from './queries.ts';
import type { Snapshot } from './snapshot.ts';

/** The most that is held of what a reader has not taken: then it is told to read everything anew. */
const mostHeld = 64 * 1024;
/** What a reader waits before it comes again, in milliseconds. */
const retryMs = 2_000;
const pauseMs = 25_000;

export type ChangeStream = ReturnType<typeof createChangeStream>;
type Listener = { caller: Caller; principal: Principal; endsAt: number };

/**
 * Returns the stream of changes to one listener. What a slow one does not take is not kept: beyond 64
 * KiB it is told once to read everything anew.
 */
export function createChangeStream(listener: Listener, opened: Snapshot) {
  let seen = opened;
  let spokeAt = performance.now();
  let owesReload = false;
  let hasEnded = false;
  const out = new Readable({
    highWaterMark: mostHeld,
    read: () => {
      if (!owesReload) return;
      owesReload = false;
      write(reloadMessage());
    },
  });

  function write(text: string): void {
    if (hasEnded) return;
    spokeAt = performance.now();
    out.push(text);
  }

  const reloadMessage = () => `id: ${writePlace(placeAt(seen))}\nevent: reload\ndata: {}\n\n`;

  function reload(): void {
    owesReload = out.readableLength >= mostHeld;
    if (!owesReload) write(reloadMessage());
  }

  /** Tells of changes that the listener may read, of a round up to a snapshot. */
  function tell(changes: readonly PlacedChange[], reading: Snapshot): void {
    const delivered = seen;
    seen = reading;
    for (const change of changes) {
      if (owesReload) return;
      if (out.readableLength >= mostHeld) owesReload = true;
      else write(message(change, { delivered, reading }));
    }
  }

  /** Says that the line stands, with the place up to which all was told. */
  function comment(): void {
    if (out.readableLength < mostHeld && !owesReload)
      write(`retry: ${retryMs}\nid: ${writePlace(placeAt(seen))}\n:\n\n`);
  }

  return {
    ...listener,
    out,
    seen: () => seen,
    tell,
    /** Says that there was more than it is told of, so that it reads everything anew. */
    reload: (reading: Snapshot) => {
      seen = reading;
      reload();
    },
    comment,
    isQuiet: () => performance.now() - spokeAt >= pauseMs,
    end: () => {
      if (!hasEnded) out.push(null);
      hasEnded = true;
    },
  };
}

function message(change: PlacedChange, round: Pick<Place, 'delivered' | 'reading'>): string {
  const { entityType, entityUuid, eventType, actorUuid, recordedIn, eventUuid } = change;
  const told: Change = { entityType, entityUuid, eventType, actorUuid };
  const id = writePlace({ ...round, lastIn: recordedIn, lastUuid: eventUuid });
  return `id: ${id}\ndata: ${JSON.stringify(told)}\n\n`;
}
