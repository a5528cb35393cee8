import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from './analytics-service.ts';
import { freePort, startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { compare, load } from './load.ts';
import { reasons } from './reasons.ts';

type Credentials = { email: string; password: string; tenantUuid: string; userUuid: string };

/**
 * Single events and questions through the port that README names, as a share of a bare handler that
 * validates the same body, and of the analytics service's own port.
 */
export async function measureForwarding({ check, print }: Goals, dataDir: string): Promise<void> {
  const analyticsPort = await freePort();
  const atrium = await startAtrium(dataDir, {
    DEMO: 'off',
    CALENDAR_SIMULATORS: 'off',
    ANALYTICS_PORT: String(analyticsPort),
    LOG_LEVEL: 'warn',
  });
  const bare = await startProcess(join(import.meta.dirname, 'bare-events.ts'));
  const direct = `http://127.0.0.1:${analyticsPort}`;
  const { headers, tenantUuid } = await signIn(atrium.address, dataDir);
  const body = JSON.stringify(eventOf(tenantUuid));
  const events = { method: 'POST', body, headers, connections: 64 } as const;
  const path = '/api/analytics/events';
  const {
    ours,
    bare: reference,
    ratio,
  } = await compare(
    { ...events, url: `${atrium.address}${path}` },
    { ...events, headers: {}, url: `${bare.address}/events` },
  );
  const own = await load({ ...events, url: `${direct}${path}` });
  print(
    `        POST one event: forwarded ${ours.perSecond.toFixed(0)}/s, p50 ${ours.p50} ms, p99 ${ours.p99} ms; ` +
      `on its own port ${own.perSecond.toFixed(0)}/s, p99 ${own.p99} ms; bare ${reference.perSecond.toFixed(0)}/s`,
  );
  check('POST one forwarded event, share of the bare handler', ratio, '', {
    atLeast: 0.3,
    why: reasons.forwarding,
  });
  check('POST one forwarded event, p99 of 64 connections', ours.p99, 'ms', { atMost: 100 });

  const question = { method: 'POST', body: JSON.stringify(ask), headers, connections: 1 } as const;
  const asked = await compare(
    { ...question, url: `${atrium.address}/api/analytics/query` },
    { ...question, url: `${direct}/api/analytics/query` },
  );
  print(
    `        one question after another: forwarded ${asked.ours.perSecond.toFixed(0)}/s, p50 ${asked.ours.p50} ms; ` +
      `on its own port ${asked.bare.perSecond.toFixed(0)}/s, p50 ${asked.bare.p50} ms`,
  );
  check('forwarded questions, time against direct ones', 1 / asked.ratio, '', { atMost: 1.3 });
  await bare.stop();
  await atrium.stop();
}

async function signIn(address: string, dataDir: string) {
  const file = join(dataDir, 'bootstrap-credentials.json');
  const { email, password, tenantUuid, userUuid }: Credentials = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'x-tenant-uuid': tenantUuid,
    'x-user-id': userUuid,
    'x-user-email': email,
    'x-user-type': 'SYSTEM_ADMIN',
  };
  return { headers, tenantUuid };
}

const eventOf = (tenantId: string) => ({
  eventType: 'contact.viewed',
  tenantId,
  occurredAt: '2026-05-01T12:00:00Z',
  actorType: 'TENANT_STAFF',
  actorId: '4f7a0c9e-36f5-4d2a-9d6b-0a1f1f7c2b11',
  entityType: 'CONTACT',
  entityId: '4f7a0c9e-36f5-4d2a-9d6b-0a1f1f7c2b12',
  schemaVersion: 1,
  attributes: { channel: 'WEB', stage: 'LEAD', amount: '12' },
});

const ask = {
  eventType: 'contact.viewed',
  timeRange: { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
  granularity: 'DAY',
  aggregations: [{ function: 'COUNT' }],
};
