import { join } from 'node:path';
import { readEvent } from '@atrium/analytics/ingest/read-event.ts';
import { openChdb } from '@atrium/analytics/store/chdb.ts';
import { migrate } from '@atrium/analytics/store/migrate.ts';
import { startAnalytics, startProcess } from './analytics-service.ts';
import type { Goals } from './goals.ts';
import { compare } from './load.ts';

/** Single events over HTTP, as a share of a bare handler that validates the same body. */
export async function measureSingleEvents({ check, print }: Goals, dataDir: string) {
  const analytics = await startAnalytics(dataDir);
  const bare = await startProcess(join(import.meta.dirname, 'bare-events.ts'));
  const tenantId = crypto.randomUUID();
  const headers = await analytics.headersOf(tenantId, 'TENANT_STAFF');
  const body = JSON.stringify(eventOf(tenantId, 0));
  const load = { method: 'POST', body, connections: 64 } as const;
  const before = [analytics.cpuSeconds(), bare.cpuSeconds()] as const;
  const {
    ours,
    bare: reference,
    ratio,
  } = await compare(
    { ...load, url: `${analytics.address}/api/analytics/events`, headers },
    { ...load, url: `${bare.address}/events` },
  );
  const used = analytics.cpuSeconds() - before[0];
  const usedBare = bare.cpuSeconds() - before[1];
  print(
    `        POST one event: ${ours.perSecond.toFixed(0)}/s, p50 ${ours.p50} ms, p99 ${ours.p99} ms; ` +
      `bare ${reference.perSecond.toFixed(0)}/s, p99 ${reference.p99} ms; ` +
      `CPU of the processes ${used.toFixed(1)} s and ${usedBare.toFixed(1)} s`,
  );
  check('POST one event, share of the bare handler', ratio, '', { atLeast: 0.4 });
  check('POST one event, p99 of 64 connections', ours.p99, 'ms', { atMost: 100 });
  await bare.stop();
  await analytics.stop();
}

const [batchSize, senders] = [1_000, 32];

/** Events in batches, until all are stored, synced and counted, as a share of what the engine takes. */
export async function measureBatches({ check, print }: Goals, dataDir: string, events: number) {
  const analytics = await startAnalytics(dataDir);
  const tenants = Array.from({ length: 4 }, () => crypto.randomUUID());
  const headers = await Promise.all(
    tenants.map((tenant) => analytics.headersOf(tenant, 'TENANT_STAFF')),
  );
  let sent = 0;
  const began = performance.now();
  const cpu = analytics.cpuSeconds();

  async function sender(at: number): Promise<void> {
    const tenantId = tenants[at % tenants.length] ?? '';
    const template = linesOf(tenantId);
    while (sent < events) {
      sent += batchSize;
      const response = await fetch(`${analytics.address}/api/analytics/events/batch`, {
        method: 'POST',
        headers: {
          ...headers[at % headers.length],
          'content-type': 'application/x-ndjson',
        },
        body: template(),
      });
      const { accepted } = (await response.json()) as { accepted: number };
      if (accepted !== batchSize) throw new Error(`${response.status}: ${accepted} were accepted`);
    }
  }

  /** Returns the counts of a tenant's catalogue. */
  async function countOf(own: Record<string, string>): Promise<number> {
    const response = await fetch(`${analytics.address}/api/analytics/catalogue`, { headers: own });
    const { eventTypes } = (await response.json()) as { eventTypes: { count: number }[] };
    return eventTypes.reduce((sum, { count }) => sum + count, 0);
  }

  await Promise.all(Array.from({ length: senders }, (_, at) => sender(at)));
  for (let stored = 0; stored < sent; )
    stored = (await Promise.all(headers.map(countOf))).reduce((sum, count) => sum + count, 0);
  const seconds = (performance.now() - began) / 1000;
  const used = analytics.cpuSeconds() - cpu;
  const perSecond = sent / seconds;
  print(
    `        ${sent} events in batches of ${batchSize}, ${senders} at a time: ${seconds.toFixed(1)} s, ` +
      `${((used / sent) * 1e6).toFixed(1)} µs of CPU each`,
  );
  check('batches, durable events a second', perSecond, '/s', { atLeast: 50_000 });
  await analytics.stop();
  const engine = await engineRate(join(dataDir, 'engine'));
  print(
    `        the engine by itself takes ${engine.toFixed(0)}/s of the same rows: a share of ` +
      `${(perSecond / engine).toFixed(2)}, with parsing, checking, journal and HTTP`,
  );
}

/** Events and identifiers loaded into the engine, made and parsed beforehand, 20,000 at a time. */
async function engineRate(directory: string): Promise<number> {
  const store = await openChdb(directory, 1);
  await migrate(store);
  const [size, rounds] = [20_000, 15];
  let ms = 0;
  for (let round = 0; round < rounds; round++) {
    const rows = Array.from({ length: size }, (_, index) => {
      const event = { ...eventOf(crypto.randomUUID(), index), eventId: crypto.randomUUID() };
      const row = readEvent(event, Date.now());
      if (Array.isArray(row)) throw new Error('The event is not valid');
      return row;
    });
    const events = rows.map(({ line }) => `${line}\n`).join('');
    const identifiers = rows
      .map(({ tenantId, eventId }) => `["${tenantId}","${eventId}"]\n`)
      .join('');
    const began = performance.now();
    await store.writer.load('events', events);
    await store.writer.load('identifiers', identifiers);
    ms += performance.now() - began;
  }
  await store.close();
  return (size * rounds) / (ms / 1000);
}

/** A batch as NDJSON; making one costs the sender as little as can be. */
function linesOf(tenantId: string): () => string {
  const rest = Array.from({ length: batchSize }, (_, index) =>
    JSON.stringify(eventOf(tenantId, index)).slice(1),
  );
  return () => rest.map((each) => `{"eventId":"${crypto.randomUUID()}",${each}`).join('\n');
}

/** An event with every field. */
function eventOf(tenantId: string, index: number) {
  return {
    eventType: ['contact.updated', 'contact.viewed', 'login.success'][index % 3],
    tenantId,
    occurredAt: new Date(Date.UTC(2026, index % 10, (index % 28) + 1, index % 24)).toISOString(),
    actorType: 'TENANT_STAFF',
    actorId: '4f7a0c9e-36f5-4d2a-9d6b-0a1f1f7c2b11',
    entityType: 'CONTACT',
    entityId: crypto.randomUUID(),
    schemaVersion: 1,
    attributes: { channel: index % 2 ? 'WEB' : 'EMAIL', stage: 'LEAD', amount: String(index) },
  };
}
