import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { world } from '@atrium/analytics/test-support/world.ts';
import { fillStore, largest, loadIdentifiers } from './analytics-data.ts';
import { askOverHttp, median, removeAtExit, settle, timed } from './analytics-query.ts';
import { attributeColumns, questions } from './analytics-questions.ts';
import type { Goals } from './goals.ts';

const [bytesNeeded, million] = [150, 1_000_000];

/** Measures the cost of 1, 10, 50 and, if the disk allows, 100 million events in one table. */
export async function measureGrowth(goals: Goals, millions: readonly number[]): Promise<void> {
  const { print } = goals;
  await using analytics = await world(attributeColumns);
  removeAtExit(analytics.directory);
  const { store, app } = analytics.running;
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = await analytics.headersOf(largest, 'TENANT_STAFF');
  let filled = 0;
  for (const size of millions) {
    const { bavail, bsize } = statfsSync(tmpdir());
    if (bavail * bsize < 2 * (size * million - filled) * bytesNeeded) {
      print(`        ${size} million: not enough disk`);
      return;
    }
    await fillStore(store.writer, filled, size * million);
    filled = size * million;
    await settle(store);
    const asked: string[] = [];
    for (const question of questions) {
      const ask = askOverHttp(address, headers, question);
      await ask();
      const times: number[] = [];
      for (let round = 0; round < 9; round++) times.push(await timed(ask));
      asked.push(median(times).toFixed(1));
    }
    const identifiers = await loadIdentifiers(store.writer);
    const batches: number[] = [];
    for (let round = 0; round < 9; round++)
      batches.push(await timed(() => sendBatch(address, headers)));
    const [events, ids] = await Promise.all([bytesOf('events'), bytesOf('identifiers')]);
    print(
      `        ${size} million: questions ${asked.join(', ')} ms; batch of 1,000 in ${median(batches).toFixed(0)} ms; ` +
        `${((events + ids) / filled).toFixed(1)} bytes an event (${(ids / filled).toFixed(1)} its identifier); ` +
        `known identifiers ${(identifiers.bytes / million).toFixed(0)} MB, read in ${identifiers.seconds.toFixed(1)} s; ` +
        `resident ${residentMb().toFixed(0)} MB`,
    );
  }

  async function bytesOf(table: string): Promise<number> {
    const [row] = await store.control.select(
      `select sum(bytes_on_disk) from system.parts where active and table = '${table}'`,
    );
    return Number(row?.[0]);
  }
}

async function sendBatch(address: string, headers: Record<string, string>): Promise<void> {
  const events = Array.from({ length: 1_000 }, (_, index) => ({
    eventType: 'growth.batch',
    tenantId: largest,
    eventId: crypto.randomUUID(),
    attributes: { channel: 'WEB', amount: String(index) },
  }));
  const response = await fetch(`${address}/api/analytics/events/batch`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  const { accepted } = (await response.json()) as { accepted: number };
  if (accepted !== events.length) throw new Error(`${accepted} of a batch were accepted`);
}

function residentMb(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
