import { expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, host, tenant } = m;
const { body: partner } = await admin.post('/api/partners', { name: 'Socios' });
const partnerManager = await tenant.staff({ partnerUuid: partner.partnerUuid });
const partnerStaff = await tenant.as('PARTNER_STAFF', partner.partnerUuid);

const formula = '=HYPERLINK("http://evil")';
const household = (changes: object) =>
  admin.post('/api/households', {
    name: 'Familia Soto, "x"',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: uuidOf(host),
    isActive: true,
    accountNumbers: ['CL-1', 'CL-2'],
    ...changes,
  });
await household({});
await household({ name: formula, isActive: false });
await household({
  name: 'Familia Socia',
  relationshipManagerType: 'PARTNER_STAFF',
  relationshipManagerUuid: partnerManager.tenantStaffUuid,
});
await m.meeting({ title: formula, meetingPassword: 'geheim', internalNotes: 'quiere vender' });
await m.meeting({
  title: 'Otra',
  startDateTime: '2030-06-06T10:00:00',
  endDateTime: '2030-06-06T11:00:00',
});

const anyText = expect.any(String);
type By = typeof host;
const exported = async (list: string, body: object, by: By = admin) => {
  const answer = await by.post(`/api/v2/${list}/export`, body, { accept: 'text/csv' });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.headers['content-disposition']).toContain(`${list}.csv`);
  const [header = '', ...rows] = String(answer.body).trim().split('\r\n');
  return { header: header.split(','), rows };
};
const one = (field: string, operator: string, value: unknown) => ({ field, operator, value });

test('households are exported as the list finds them, with the names of the fields', async () => {
  const { header, rows } = await exported('households', {});
  expect(header).toEqual(
    expect.arrayContaining(['householdUuid', 'name', 'relationshipManagerName', 'memberCount']),
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain('"Familia Soto, ""x"""');
  expect(rows[0]).toContain('"[""CL-1"",""CL-2""]"');
  const all = await exported('households', { includeInactive: true });
  expect(all.rows).toHaveLength(3);
  expect(all.rows[1]).toContain(`"'=HYPERLINK(""http://evil"")"`);
  const filters = [one('isActive', 'EQUALS', false)];
  expect((await exported('households', { filters })).rows).toEqual([all.rows[1]]);
  const theirs = await exported('households', {}, partnerStaff);
  expect(theirs.rows).toEqual([expect.stringContaining('Familia Socia')]);
});

test('meetings are exported without password and internal notes, each caller’s own', async () => {
  const { header, rows } = await exported('meetings', {});
  expect(header).toEqual(
    expect.arrayContaining(['meetingUuid', 'title', 'startDateTime', 'timezone', 'hostName']),
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain(`"'=HYPERLINK(""http://evil"")",2030-05-06T10:00:00`);
  expect(rows.join()).not.toMatch(/geheim|vender/);
  const filters = [one('startDateTime', 'GREATER_THAN', '2030-06-01T00:00:00')];
  expect((await exported('meetings', { filters })).rows).toEqual([rows[1]]);
  const people = [one('participantUuid', 'EQUALS', m.contactUuid)];
  expect((await exported('meetings', { filters: people }, host)).rows).toHaveLength(2);
  expect((await exported('meetings', {}, m.stranger)).rows).toEqual([]);
});

test('a meeting out of view is exported only when it is asked for', async () => {
  const mine = await m.meeting({ title: 'Oculta' }, m.stranger);
  await m.stranger.post(`${mine.path}/cancel`);
  await m.stranger.delete(`${mine.path}/calendar-visibility`);
  expect((await exported('meetings', {}, m.stranger)).rows).toEqual([]);
  expect((await exported('meetings', { includeHidden: true }, m.stranger)).rows).toHaveLength(1);
});

test('an export is recorded with its count, refuses unknown fields, and is no client’s', async () => {
  const own = await w.tenant();
  const reader = await own.as('TENANT_STAFF');
  await exported('households', {}, reader);
  await exported('meetings', {}, reader);
  const events = await w.db.asPlatform(
    (tx) => tx`select attributes from events where event_type = 'export.completed'
                  and tenant_uuid = ${own.tenantUuid} order by event_uuid`,
  );
  expect(events.map(({ attributes }) => attributes)).toEqual([
    { list: 'households', format: 'csv', exportUuid: anyText, rows: '0', rowCount: '0' },
    { list: 'meetings', format: 'csv', exportUuid: anyText, rows: '0', rowCount: '0' },
  ]);
  const filters = [one('shoeSize', 'EQUALS', 1)];
  for (const list of ['households', 'meetings']) {
    const refused = await admin.post(`/api/v2/${list}/export`, { filters });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'filters[0].field']);
    expect((await m.client.post(`/api/v2/${list}/export`, {})).status).toBe(403);
  }
});
