import { openDb } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { endOutgoingPause } from './outgoing-pause.ts';

/** Gives up what waits of one kind, over all tenants, and counts it. */
export type GiveUp = (tx: Tx) => Promise<number>;

/**
 * Lets outgoing work go on, for who has the machine, over a connection of its own to the database at
 * `url`; every replica notices within seconds. First it gives up the kinds given, each in a commit of its
 * own, and returns how many of each; undefined when nothing was paused, and then nothing is given up.
 */
export async function resumeOnMachine(
  url: string,
  discarded: readonly GiveUp[],
): Promise<number[] | undefined> {
  const db = openDb({ url, max: 1 });
  try {
    const isPaused = await db.asPlatform((tx) => tx`select from outgoing_pauses`);
    if (isPaused.length === 0) return undefined;
    const counts: number[] = [];
    for (const giveUp of discarded) counts.push(await db.asPlatform(giveUp));
    await db.asPlatform(endOutgoingPause);
    return counts;
  } finally {
    await db.close();
  }
}
