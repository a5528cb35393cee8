import { startFleet } from '@atrium/analytics/test-support/fleet.ts';
import { proveLog } from '@atrium/analytics/test-support/proof.ts';
import type { Goals } from './goals.ts';

const [forMs, stopMs] = [3_600_000, 30_000];

/**
 * An hour of the distributed form of analytics, in which one process at a time is killed: of three servers of the
 * log, three processes that take events in, two that write and two that answer. Wants nats-server.
 */
export async function measureSharedLog({ check, print }: Goals, dataDir: string): Promise<void> {
  const tell = (line: string) => print(`        ${line}`);
  await using fleet = await startFleet(dataDir);
  const found = await proveLog(fleet, { forMs, stopMs, tell });
  tell(
    `${found.kills} kills, ${found.acknowledged} events acknowledged, ${found.refusals} refusals`,
  );
  check('acknowledged events that are not stored', found.lost, 'events', { atMost: 0 });
  check('events that are stored twice', found.doubled, 'events', { atMost: 0 });
  check('stored events that nobody sent', found.unknown, 'events', { atMost: 0 });
  const uncounted = Math.abs(found.stored - found.counted);
  check('stored events that readers do not count', uncounted, 'events', { atMost: 0 });
  check('processes that ended by themselves', fleet.unexpected.length, 'processes', { atMost: 0 });
  check('longest time without an acknowledgement', found.longestRefusalMs / 1_000, 's', {
    atMost: 10,
  });
}
