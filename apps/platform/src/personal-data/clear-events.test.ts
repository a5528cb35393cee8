import { afterAll, expect, test } from 'vitest';
import { startAnalyticsSimulator } from '../../test-support/analytics-simulator.ts';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const analytics = await startAnalyticsSimulator();
afterAll(analytics.stop);
const w = await world({ ANALYTICS_URL: analytics.url });
const { admin, contact, tenant } = await meetingWorld(w);

test('analytics is told what of an erased person to clear, and then the platform forgets it', async () => {
  const contactUuid = await contact({
    firstName: 'Wilhelmina',
    middleName: 'm'.repeat(255),
    paternalLastName: 'Foxglove',
    maternalLastName: 'x'.repeat(255),
    preferredEmail: 'wilhelmina@foxglove.example',
  });
  const { status } = await admin.post(`/api/contacts/${contactUuid}/erase`, { reason: 'Asked' });
  expect(status).toBe(200);
  const search = async () => {
    const [erasure] = await w.db.asPlatform(
      (tx) => tx`select search from contact_erasures where contact_uuid = ${contactUuid}`,
    );
    return erasure?.search;
  };
  await expect.poll(search, { timeout: 60_000 }).toBeNull();
  expect(analytics.cleared).toEqual([
    {
      tenantUuid: tenant.tenantUuid,
      values: expect.arrayContaining(['wilhelmina@foxglove.example', 'Wilhelmina Foxglove']),
    },
  ]);
  const lengths = analytics.cleared.flatMap(({ values }) => values.map(({ length }) => length));
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(3);
  expect(Math.max(...lengths)).toBe(500);
});
