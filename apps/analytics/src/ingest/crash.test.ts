import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf, tokenIssuer } from '../../test-support/world.ts';

const directory = mkdtempSync(join(tmpdir(), 'atrium-crash-'));
const tenant = crypto.randomUUID();
const rounds = Number(process.env.CRASH_ROUNDS ?? 3);
let jwks: Server;
let headers: Record<string, string>;
let child: ChildProcess;
let base: string;

beforeAll(async () => {
  const issuer = await tokenIssuer();
  headers = await issuer.headersOf(tenant, 'TENANT_STAFF');
  jwks = createServer((_, answer) => answer.end(JSON.stringify({ keys: [issuer.jwk] })));
  jwks.listen(0, '127.0.0.1');
  await once(jwks, 'listening');
});

afterAll(async () => {
  child.kill('SIGKILL');
  jwks.close();
  rmSync(directory, { recursive: true });
});

async function start() {
  const { port } = jwks.address() as AddressInfo;
  const env = {
    ...process.env,
    ANALYTICS_PORT: '0',
    ANALYTICS_DATA_DIR: directory,
    JWKS_URL: `http://127.0.0.1:${port}/jwks.json`,
    RATE_LIMITS: 'off',
    // However busy the machine is.
    ANALYTICS_QUERY_SECONDS: '60',
    LOG_LEVEL: 'silent',
  };
  child = fork(new URL('../main.ts', import.meta.url), { env, execArgv: [] });
  const [ready] = (await once(child, 'message')) as [{ address: string }];
  base = ready.address;
}

async function post(path: string, body: object): Promise<Response> {
  return fetch(`${base}/api/analytics/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const event = (round: number) => ({
  eventType: `round-${round}`,
  tenantId: tenant,
  eventId: crypto.randomUUID(),
});

type Sent = ReturnType<typeof event>;

/** Sends single events and batches side by side until the service dies; answers what was acknowledged. */
async function sendUntilDeath(round: number) {
  const [sent, acknowledged]: [Sent[], Sent[]] = [[], []];
  const sender = async (size: number) => {
    for (;;) {
      const events = Array.from({ length: size }, () => event(round));
      sent.push(...events);
      const request =
        size === 1 ? post('events', events[0] as Sent) : post('events/batch', { events });
      const answer = await request.catch(() => undefined);
      if (!answer) return;
      await answer.arrayBuffer();
      if (answer.ok) acknowledged.push(...events);
      if (acknowledged.length > 400 * (1 + (round % 5))) child.kill('SIGKILL');
    }
  };
  await Promise.all([1, 1, 1, 1, 1, 1, 1, 1, 20, 50].map(sender));
  return { sent, acknowledged };
}

async function storedIds(round: number): Promise<string[]> {
  const figures = async () => (await fetch(`${base}/metrics`)).text();
  await expect.poll(figures, { timeout: 60_000 }).toContain('analytics_backlog_events 0');
  const query = { ...countOf(`round-${round}`), groupBy: [{ field: 'eventId' }], limit: 10_000 };
  const response = await post('query', query);
  const answer = (await response.json()) as { rows: { values: [string, number] }[] };
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer.rows.flatMap(({ values: [id, count] }) => Array<string>(count).fill(id));
}

test(
  'SIGKILL in the middle of ingestion loses no acknowledged event and doubles none',
  async () => {
    await start();
    for (let round = 1; round <= rounds; round++) {
      const { sent, acknowledged } = await sendUntilDeath(round);
      await start();
      const stored = await storedIds(round);
      expect(new Set(stored).size).toBe(stored.length);
      const missing = new Set(acknowledged.map(({ eventId }) => eventId)).difference(
        new Set(stored),
      );
      expect([...missing]).toEqual([]);

      for (let at = 0; at < sent.length; at += 1000)
        expect((await post('events/batch', { events: sent.slice(at, at + 1000) })).status).toBe(
          200,
        );
      expect((await storedIds(round)).sort()).toEqual(sent.map(({ eventId }) => eventId).sort());
    }
  },
  240_000 + rounds * 30_000,
);
