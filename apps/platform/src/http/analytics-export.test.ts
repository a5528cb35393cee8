import { expect, test } from 'vitest';
import { worldWithAnalytics } from '../../security-tests/world-with-analytics.ts';

const w = await worldWithAnalytics();

test('reading the events of analytics back is recorded as an export, with a row for each line', async () => {
  const { tenantUuid: tenantId, as } = await w.tenant();
  const adviser = await as('TENANT_STAFF');
  const events = [1, 2, 3].map(() => ({ tenantId, eventType: 'report.opened' }));
  const sent = await adviser.post('/api/analytics/events/batch', { events });
  expect(sent.status).toBe(200);
  const recorded = () =>
    w.db.asPlatform(
      (tx) => tx`
        select event_type as type, attributes from events
         where tenant_uuid = ${tenantId} and event_type like 'export.%' order by event_uuid`,
    );
  const exported = { list: 'analytics-events', format: 'ndjson', exportUuid: expect.any(String) };
  for (const [path, rows] of [
    ['/api/analytics/events?eventType=report.opened', '3'],
    ['/api/analytics/%65vents?eventType=report.opened', '3'],
    ['/api/analytics/events?eventType=report.closed', '0'],
  ]) {
    const before = (await recorded()).length;
    const { status, body } = await adviser.get(path ?? '');
    expect([status, String(body).trim().split('\n').filter(Boolean).length]).toEqual([
      200,
      Number(rows),
    ]);
    expect((await recorded()).slice(before)).toEqual([
      { type: 'export.started', attributes: exported },
      { type: 'export.completed', attributes: { ...exported, rows, rowCount: rows } },
    ]);
  }
  const before = (await recorded()).length;
  expect((await adviser.get('/api/analytics/events?from=yesterday')).status).toBe(400);
  expect((await adviser.get('/api/analytics/catalogue')).status).toBe(200);
  expect(await recorded()).toHaveLength(before);
});
