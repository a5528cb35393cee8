import { expect, test } from 'vitest';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const root = await w.systemAdmin();
const path = '/api/platform/usage';
const monthOf = (at: Temporal.PlainDateTime) => at.toPlainDate().toPlainYearMonth().toString();
const now = Temporal.Now.plainDateTimeISO('UTC');

test('the operator reads what each tenant had and did in a month, also as CSV', async () => {
  const m = await meetingWorld(w);
  const { tenantUuid } = m.tenant;
  const gone = await m.contact();
  await m.admin.delete(`/api/contacts/${gone}`);
  await w.services.objects.write(
    `${tenantUuid}/documents/1/a.pdf`,
    Buffer.alloc(1000),
    'text/plain',
  );
  await w.services.objects.write(
    `${tenantUuid}/documents/2/b.pdf`,
    Buffer.alloc(234),
    'text/plain',
  );
  const own = async (query = '') => {
    const { status, body } = await root.get(path + query);
    expect(status).toBe(200);
    return body.find((each: { tenantUuid: string }) => each.tenantUuid === tenantUuid);
  };
  // Mails of the fixture may still be under way.
  const { mails, events, lastUsedAt, staff, ...usage } = await own();
  expect(usage).toEqual({ tenantUuid, contacts: 1, storageBytes: 1234 });
  expect(staff).toBeGreaterThan(2);
  expect(mails).toBeGreaterThanOrEqual(0);
  expect(events).toBeGreaterThan(3);
  expect(lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(await own(`?month=${monthOf(now.subtract({ months: 1 }))}`)).toBeUndefined();
  expect(await own(`?month=${monthOf(now.add({ months: 1 }))}`)).toMatchObject({
    contacts: 1,
    mails: 0,
    events: 0,
  });

  const csv = await root.get(path, { accept: 'text/csv' });
  expect(csv.headers['content-type']).toMatch(/^text\/csv/);
  const [header, ...lines] = String(csv.body).split('\r\n');
  expect(header).toBe('tenantUuid,staff,contacts,storageBytes,mails,events,lastUsedAt');
  expect(lines.find((line) => line.startsWith(tenantUuid))).toContain(',1,1234,');
});

test('a month that is none is named, and only the operator reads it', async () => {
  for (const bad of ['2026', '2026-13', '2026-1', 'x', '', '0000-01', '2026-01-01']) {
    const { status, body } = await root.get(`${path}?month=${bad}`);
    expect([bad, status, body.errors?.[0]?.field]).toEqual([bad, 400, 'month']);
  }
  const admin = await (await w.tenant()).as('TENANT_ADMIN');
  expect((await admin.get(path)).status).toBe(403);
  const entered = root.with({ 'x-tenant-uuid': (await w.tenant()).tenantUuid });
  expect((await entered.get(`${path}?month=9999-12`)).status).toBe(200);
});
