import { expect, test } from 'vitest';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { patchOf, provider } from '../../test-support/provider.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, tenant } = m;
const scim = await provider(w, admin, tenant.tenantUuid);
const leavers = async () => (await admin.get('/api/tenant-staff/leavers')).body;
const off = patchOf({ op: 'Replace', path: 'active', value: 'False' });

/** A staff member who manages one client. */
async function withClient() {
  const { tenantStaffUuid: id } = await tenant.staff({
    firstName: 'Eva',
    paternalLastName: 'Soto',
  });
  const contact = await m.contact();
  const set = await admin.put(`/api/contacts/${contact}`, { contactManagerId: id });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  return { id, contact };
}

test('leavers are those whom the provider switched off or deleted, until their book is handed over', async () => {
  const [first, second, byHand] = [await withClient(), await withClient(), await withClient()];
  const idle = await tenant.staff();
  expect(await leavers()).toEqual([]);
  await scim.patch(`/scim/v2/Users/${first.id}`, off);
  await scim.patch(`/scim/v2/Users/${idle.tenantStaffUuid}`, off);
  await scim.delete(`/scim/v2/Users/${second.id}`);
  await admin.put(`/api/tenant-staff/${byHand.id}`, { isActive: false });
  const { body: record } = await scim.get(`/scim/v2/Users/${first.id}`);
  expect(record.active).toBe(false);
  const found = await leavers();
  expect(found.map(({ staffUuid }: { staffUuid: string }) => staffUuid)).toEqual([
    second.id,
    first.id,
  ]);
  expect(found[1]).toEqual({
    staffUuid: first.id,
    displayName: 'Eva Soto',
    deprovisionedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    contacts: 1,
    households: 0,
    meetings: 0,
  });

  const toStaffUuid = (await tenant.staff()).tenantStaffUuid;
  for (const { id } of [first, second]) {
    const moved = await admin.post(`/api/tenant-staff/${id}/transfer`, { toStaffUuid });
    expect([moved.status, moved.body.contacts]).toEqual([200, 1]);
  }
  expect(await leavers()).toEqual([]);
});

test('who is switched on again is no leaver, and administrators alone see who is', async () => {
  const { id } = await withClient();
  const url = `/scim/v2/Users/${id}`;
  await scim.patch(url, off);
  expect(await leavers()).toHaveLength(1);
  await scim.patch(url, patchOf({ op: 'Replace', path: 'active', value: 'True' }));
  await admin.put(`/api/tenant-staff/${id}`, { isActive: false });
  expect(await leavers()).toEqual([]);
  expect((await m.host.get('/api/tenant-staff/leavers')).status).toBe(403);
  const other = await (await w.tenant()).as('TENANT_ADMIN');
  expect((await other.get('/api/tenant-staff/leavers')).body).toEqual([]);
});
