import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../test-support/fleet.ts';
import { natsProgram } from '../../test-support/nats-server.ts';
import { proveLog, tenantOf } from '../../test-support/proof.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-fleet-'));
let fleet: Fleet | undefined;

beforeAll(async () => {
  if (natsProgram) fleet = await startFleet(folder);
});

afterAll(async () => {
  await fleet?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test('killed one at a time and stopped for a while, processes lose no acknowledged event and double none', async ({
  skip,
}) => {
  if (!fleet) return skip('nats-server is not installed');
  const found = await proveLog(fleet, { forMs: 0, stopMs: 12_000 });
  expect(found).toMatchObject({ lost: 0, doubled: 0, unknown: 0, counted: found.stored });
  expect(found.acknowledged).toBeGreaterThan(100);
  expect(fleet.unexpected).toEqual([]);
});

test('a shard whose events the store does not take holds up no other', async ({ skip }) => {
  if (!fleet) return skip('nats-server is not installed');
  const { engine, shards, ingesters } = fleet;
  const [slow, other] = [tenantOf(0, shards), tenantOf(1, shards)];
  const mended = Promise.withResolvers<void>();
  engine.letWait(async ({ searchParams }) => {
    if (searchParams.get('insert_deduplication_token')?.startsWith('0-')) await mended.promise;
  });
  const { headersOf } = fleet;
  const send = async (tenantId: string, eventId: string) => {
    const response = await fetch(`${ingesters[0]?.address}/api/analytics/events/batch`, {
      method: 'POST',
      headers: {
        ...(await headersOf(tenantId, 'TENANT_STAFF')),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ events: [{ eventType: 'held', tenantId, eventId }] }),
    });
    return (await response.json()) as { accepted: number; duplicates: number };
  };
  const [held, free] = [crypto.randomUUID(), crypto.randomUUID()];
  const holding = send(slow, held);
  expect(await send(other, free)).toMatchObject({ accepted: 1 });
  // Told apart from what is new, so it was stored.
  expect(await send(other, free)).toMatchObject({ duplicates: 1 });
  expect(await holding).toMatchObject({ accepted: 1 });
  mended.resolve();
  await expect.poll(() => send(slow, held)).toMatchObject({ duplicates: 1 });
});
