import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createLogger } from '@atrium/kit/logging.ts';
import { startTracing } from '@atrium/kit/tracing/spans.ts';
import { atTrace } from '@atrium/kit/tracing/trace-context.ts';
import { Registry } from '@prometheus-io/client';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { startReceiver } from '../../test-support/webhook-receiver.ts';
import { world } from '../../test-support/world.ts';
import { attributesOf } from '../database/statement-spans.ts';
import { deliverTo } from '../outbox/deliver.ts';
import { startRelay } from '../outbox/relay.ts';

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
};
type Attribute = { key: string; value: { stringValue?: string } };
type Resource = { attributes: Attribute[] };

/** A collector that takes spans by OTLP over HTTP, and an analytics that takes everything. */
const spans: Span[] = [];
const resources: Resource[] = [];
const analyticsCalls: { url: string; traceparent: unknown }[] = [];
const server = createServer(async (request, response) => {
  const body = request.method === 'POST' ? await json(request) : {};
  if (request.url === '/v1/traces') {
    const { resourceSpans } = body as {
      resourceSpans: { resource: Resource; scopeSpans: { spans: Span[] }[] }[];
    };
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(resource);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
  } else analyticsCalls.push({ url: request.url ?? '', traceparent: request.headers.traceparent });
  const results = ((body as { events?: object[] }).events ?? []).map(() => ({
    status: 'accepted',
  }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const endTracing = await startTracing({
  endpoint,
  service: 'platform',
  environment: 'development',
  resource: { 'cloud.region': 'scl' },
  logger: createLogger('test', 'silent'),
});
afterAll(async () => {
  await endTracing();
  server.close();
});

const lines: Record<string, unknown>[] = [];
const w = await world(
  { ANALYTICS_URL: endpoint, LOG_LEVEL: 'debug', WEBHOOKS_PRIVATE_ADDRESSES: 'on' },
  { webhooks: true, logTo: { write: (line) => void lines.push(JSON.parse(line)) } },
);
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');
const { tenantStaffUuid } = await tenant.staff();

const [traceId, callerSpan] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
const traced = admin.with({ traceparent: `00-${traceId}-${callerSpan}-01` });
const ofTrace = () => spans.filter((span) => span.traceId === traceId);
const named = (name: string) => ofTrace().find((span) => span.name === name);

test('a trace goes through a request, its mail and its events, without personal data', async () => {
  const { body } = await traced.post('/api/contacts', {
    ...contactInput(tenant.tenantUuid, tenantStaffUuid),
    firstName: 'Griselda',
  });
  const path = `/api/contacts/${body.contactUuid}`;
  await traced.put(path, { primaryEmail: 'griselda@example.com' });
  expect((await traced.post(`${path}/credentials/init`)).status).toBe(200);
  await expect.poll(() => named('send mail')).toBeDefined();
  await expect.poll(() => named('mail FIRST_LINK')).toBeDefined();
  const request = named('POST /api/contacts/:contactUuid/credentials/init');
  expect(request?.parentSpanId).toBe(callerSpan);
  expect(named('mail FIRST_LINK')?.parentSpanId).toBe(request?.spanId);
  expect(named('send mail')?.parentSpanId).toBe(named('mail FIRST_LINK')?.spanId);
  expect(JSON.stringify(spans)).not.toMatch(/griselda|@example/i);

  const events = await w.db.asPlatform(
    (tx) => tx<{ traceParent: string }[]>`
      select trace_parent from events where entity_id = ${body.contactUuid}`,
  );
  expect(events).toHaveLength(3);
  for (const { traceParent } of events)
    expect(traceParent).toMatch(new RegExp(`^00-${traceId}-.*-01$`));
  const written = lines.filter((line) => line.msg === 'request' && line.traceId === traceId);
  expect(written.map(({ method, route }) => `${method} ${route}`)).toContain('POST /api/contacts');
});

test('spans say which process sent them, and each statement of a request is one, without values', async () => {
  const textsOf = ({ attributes }: { attributes: Attribute[] }) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));
  const { body } = await traced.post('/api/partners', { name: 'Cordillera Blanca' });
  expect(body.name).toBe('Cordillera Blanca');
  const inserted = () => named('INSERT partners');
  await expect.poll(inserted).toBeDefined();
  expect(textsOf(inserted() ?? { attributes: [] })).toMatchObject({
    'db.system.name': 'postgresql',
    'db.operation.name': 'INSERT',
    'db.collection.name': 'partners',
    'db.query.text': expect.stringMatching(/^\s*insert into partners .*\$1/s),
  });
  await expect.poll(() => named('POST /api/partners')).toBeDefined();
  const ofRequest = ofTrace().filter(({ name }) => name === 'POST /api/partners');
  expect(ofRequest.map(({ spanId }) => spanId)).toContain(inserted()?.parentSpanId);
  expect(JSON.stringify(spans)).not.toMatch(/Cordillera Blanca|griselda|@example/i);
  const uuid = /^[0-9a-f-]{36}$/;
  expect(textsOf(resources[0] ?? { attributes: [] })).toMatchObject({
    'service.name': 'atrium-platform',
    'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
    'service.instance.id': expect.stringMatching(uuid),
    'deployment.environment.name': 'development',
    'cloud.region': 'scl',
  });
});

test('a span names the server that a connection goes to, also where the address says it by parameters', () => {
  const address = 'postgres://a@elsewhere:1/firm%20one?host=db.internal&port=6543';
  expect(attributesOf(new pg.Client(address))).toMatchObject({
    'db.namespace': 'firm one',
    'server.address': 'db.internal',
    'server.port': 6543,
  });
});

test('a statement that the database refuses ends its span with the code, and not with the message', async () => {
  const own = { traceId: 'b'.repeat(32), spanId: callerSpan, flags: '01' } as const;
  const refused = atTrace(own, () =>
    w.db.asPlatform(async (tx) => tx`select ${'no number'}::text::int as refused`),
  );
  await expect(refused).rejects.toThrow();
  const span = () => spans.find((each) => each.traceId === own.traceId);
  await expect.poll(span).toBeDefined();
  const code = { stringValue: '22P02' };
  expect(span()?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'error.type', value: code },
      { key: 'db.response.status_code', value: code },
    ]),
  );
  expect(JSON.stringify(span())).not.toContain('no number');
});

test('a trace goes on to those who are told of the change by a webhook', async () => {
  const receiver = await startReceiver();
  const input = { url: receiver.url, eventTypes: ['partner.created'] };
  expect((await admin.post('/api/webhook-endpoints', input)).status).toBe(201);
  await traced.post('/api/partners', { name: 'Cordillera' });
  await expect.poll(() => receiver.received.length).toBe(1);
  await expect.poll(() => named('send webhook')).toBeDefined();
  const spanId = named('send webhook')?.spanId;
  expect(receiver.received[0]?.headers.traceparent).toBe(`00-${traceId}-${spanId}-01`);
});

test('a trace goes on to analytics, with questions and with events', async () => {
  const answer = await traced.get('/api/analytics/catalogue');
  expect(answer.status).toBe(200);
  await expect.poll(() => named('forward to analytics')).toBeDefined();
  expect(analyticsCalls.at(-1)).toEqual({
    url: '/api/analytics/catalogue',
    traceparent: `00-${traceId}-${named('forward to analytics')?.spanId}-01`,
  });
  const relay = startRelay({
    db: w.db,
    logger: createLogger('test', 'silent'),
    registry: new Registry(),
    deliver: deliverTo(endpoint, async () => ({})),
  });
  const batch = () => analyticsCalls.find(({ url }) => url.endsWith('/events/batch'));
  await expect.poll(batch).toBeDefined();
  await relay.stop();
  expect(batch()?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

test('a trace that nobody records is not recorded here, and what is no traceparent begins a new one', async () => {
  const other = 'a'.repeat(32);
  await admin.with({ traceparent: `00-${other}-${callerSpan}-00` }).get('/api/partners');
  for (const traceparent of [
    'x',
    `00-${'0'.repeat(32)}-${callerSpan}-01`,
    `ff-${other}-${callerSpan}-01`,
  ])
    expect((await admin.with({ traceparent }).get('/api/partners')).status).toBe(200);
  const fresh = () => spans.filter(({ name }) => name === 'GET /api/partners');
  await expect.poll(() => fresh().length).toBe(3);
  for (const span of fresh())
    expect([span.traceId, span.parentSpanId || undefined]).not.toContain(other);
  const untraced = lines.find((line) => line.traceId === other);
  expect(untraced).toMatchObject({ route: '/api/partners' });
});

test('without a collector nothing of OpenTelemetry is loaded', () => {
  // But for its types of metrics, which the client of Prometheus loads.
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ resolve(name, context, next) {
      const found = next(name, context);
      if (/@opentelemetry.(?!api)/.test(found.url)) loaded.push(found.url);
      return found;
    } });
    const { startTracing } = await import('${import.meta.resolve('@atrium/kit/tracing/spans.ts')}');
    await import('${new URL('../start.ts', import.meta.url)}');
    await startTracing({ endpoint: null, service: 'test' });
    console.log(loaded.length);
    process.exit(0);`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(out.trim()).toBe('0');
});
