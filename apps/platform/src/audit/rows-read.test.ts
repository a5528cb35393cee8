import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { rowsReadBy } from '../../test-support/plans.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { findRun, listLinks } from './chain-queries.ts';
import { listEvents } from './check-queries.ts';
import { listRecorded } from './queries.ts';
import { sealEvents } from './seal-events.ts';

const w = await world({}, { own: true });
const many = 6_000;
// Rows of the same page, of the fact that others are joined, and of the place where a batch begins.
const few = 250;
const somebody = randomUUID();
let tenantUuid: string;

beforeAll(async () => {
  tenantUuid = (await w.tenant()).tenantUuid;
  await w.db.asTenant(
    tenantUuid,
    system,
    (tx) => tx`
      insert into events (tenant_uuid, event_uuid, event_type, occurred_at, actor_type, actor_id, entity_type, entity_id)
      select ${tenantUuid}, gen_random_uuid(),
             case when n % 2000 = 0 then 'contact.erased' else 'contact.updated' end,
             timestamptz '2026-01-01T00:00:00Z' + n * interval '10 minutes', 'TENANT_STAFF',
             case when n % 2000 = 1 then ${somebody}::uuid else gen_random_uuid() end, 'CONTACT', gen_random_uuid()
        from generate_series(1, ${many}::int) n`,
  );
  while ((await w.db.asPlatform((tx) => sealEvents(tx, 5_000))) > 0);
  await w.sql`analyze`;
});

const day = { from: '2026-01-20T00:00:00Z', to: '2026-01-21T00:00:00Z' };
const reads: [string, (tx: Tx) => Promise<unknown>][] = [
  ['the newest of the trail', (tx) => listRecorded(tx, {}, undefined, 51)],
  ['what somebody did, seldom', (tx) => listRecorded(tx, { actorId: somebody }, undefined, 51)],
  [
    'what seldom happened',
    (tx) => listRecorded(tx, { eventType: 'contact.erased' }, undefined, 51),
  ],
  ['the stretch of a chain that a day has', (tx) => findRun(tx, day as never)],
  [
    'a batch of an export or a check',
    (tx) => listLinks(tx, tenantUuid, { after: 3_000, last: many, limit: 50 }),
  ],
  [
    'a batch of events that are looked up in the chain',
    (tx) =>
      listEvents(
        tx,
        tenantUuid,
        { occurredAt: '2026-01-20T00:00:00Z', eventUuid: randomUUID() },
        50,
      ),
  ],
];

test.each(reads)('%s is read without the rest of the trail', async (_title, read) => {
  const rows = await w.db.asTenant(tenantUuid, system, (tx) => rowsReadBy(tx, read));
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(few);
});
