import { createLogger } from '@atrium/kit/logging.ts';
import { Registry } from '@prometheus-io/client';
import { expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';
import { endOutgoingPause } from '../background/outgoing-pause.ts';
import type { Db } from '../database/db.ts';
import { noticeCopy } from './notice-copy.ts';
import { takePosition } from './position.ts';
import { startRelay } from './relay.ts';
import { renumberEvents } from './renumber-events.ts';

const w = await world({}, { own: true });
const lines: Record<string, unknown>[] = [];
const logger = createLogger('test', 'info', { write: (line) => lines.push(JSON.parse(line)) });

test('events of a restored dump are renumbered in batches, also after a cut, and delivered once', async () => {
  const { tenantUuid } = await w.tenant();
  // Numbered by a server that was far ahead of this one; analytics has the first 2,000 of 3,500.
  await w.db.asPlatform(async (tx) => {
    await tx`delete from events`;
    await tx`
      insert into events (tenant_uuid, recorded_in, event_uuid, event_type, actor_type, recorded_at)
      select ${tenantUuid}, (9000000000000 + n)::text::xid8, gen_random_uuid(),
             case when n <= 2000 then 'contact.updated' else 'contact.created' end, 'SYSTEM',
             now() - interval '1 day'
        from generate_series(1, 3500) n`;
    await tx`update outbox_position set delivered = '9000000002001:9000000002001:'`;
  });

  let transactions = 0;
  const asPlatform: Db['asPlatform'] = (work) => {
    transactions += 1;
    return transactions > 3 ? Promise.reject(new Error('cut off')) : w.db.asPlatform(work);
  };
  await expect(renumberEvents({ asPlatform }, logger, 1000)).rejects.toThrow('cut off');
  expect(await restoredLeft()).toBe(1500);
  for (const reader of ['outbox_position', 'audit_position'] as const)
    expect(await w.db.asPlatform((tx) => takePosition(tx, reader))).toBeUndefined();

  await renumberEvents(w.db, logger, 1000);
  expect(await restoredLeft()).toBe(0);
  expect(await w.db.asPlatform((tx) => tx`select from outgoing_pauses`)).toHaveLength(1);
  const told = lines.filter(({ msg }) => msg === 'renumbering events');
  expect(told.map(({ renumbered }) => renumbered)).toEqual([1000, 2000, 1000, 1500]);
  const said = lines.length;
  await renumberEvents(w.db, logger, 1000);
  expect(lines).toHaveLength(said);

  await w.db.asPlatform(endOutgoingPause);
  const types: string[] = [];
  const relay = startRelay({
    db: w.db,
    logger,
    registry: new Registry(),
    deliver: async (events) => {
      types.push(
        ...events.filter((each) => each.tenantId === tenantUuid).map((each) => each.eventType),
      );
      return events.map(() => ({ refusal: null }));
    },
  });
  await expect.poll(() => types.length).toBe(1500);
  await relay.stop();
  expect(new Set(types)).toEqual(new Set(['contact.created']));
});

test('a dump that was restored into the same server starts paused, and only once', async () => {
  const paused = () => w.db.asPlatform((tx) => tx`select from outgoing_pauses`);
  await w.db.asPlatform(endOutgoingPause);
  await noticeCopy(w.db, logger);
  await noticeCopy(w.db, logger);
  expect(await paused()).toHaveLength(0);
  const [{ place = '' } = {}] = await w.db.asPlatform(
    (tx) => tx<{ place: string }[]>`select place from outbox_position`,
  );
  const [database, table] = place.split('/');
  for (const other of [`1/${table}`, `${database}/1`]) {
    await w.db.asPlatform((tx) => tx`update outbox_position set place = ${other}`);
    await noticeCopy(w.db, logger);
    expect(await paused()).toHaveLength(1);
    await w.db.asPlatform(endOutgoingPause);
    await noticeCopy(w.db, logger);
    expect(await paused()).toHaveLength(0);
  }
});

/** Counts the events that still have the number of the other server. */
async function restoredLeft(): Promise<number> {
  const [row] = await w.db.asPlatform(
    (tx) => tx<[{ count: number }]>`
      select count(*)::int from events where recorded_in >= '9000000000000'`,
  );
  return row.count;
}
