import { expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { askToken } from '../../test-support/machine.ts';
import { world } from '../../test-support/world.ts';

const w = await world({}, { own: true });
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');
const adviser = await tenant.as('TENANT_STAFF');
const { tenantStaffUuid } = await tenant.staff();

async function contact(): Promise<string> {
  const input = contactInput(tenant.tenantUuid, tenantStaffUuid);
  return (await admin.post('/api/contacts', input)).body.contactUuid;
}
const { flush } = w.services.viewedRecords;
const askForViews = async (recordViews = true) => {
  const policy = await admin.put(`/api/tenants/${tenant.tenantUuid}/security`, { recordViews });
  expect([policy.status, policy.body.recordViews]).toEqual([200, recordViews]);
};

/** Returns who looked at a record, the latest first. */
async function viewers(entityId: string): Promise<string[]> {
  await flush();
  const { body } = await admin.get(`/api/audit?entityId=${entityId}&size=200`);
  return body.content
    .filter(({ eventType }: { eventType: string }) => eventType.endsWith('.viewed'))
    .map(({ actorId }: { actorId: string }) => actorId);
}

test('who read a contact or had it in an export is recorded once an hour, where the firm asks for it', async () => {
  const [one, two] = [await contact(), await contact()];
  const read = () =>
    Promise.all([1, 2, 3].map(() => adviser.get(`/api/contacts/${one.toUpperCase()}`)));
  await read();
  expect(await viewers(one)).toEqual([]);
  await askForViews();
  await read();
  const adviserUuid = adviser.identity['x-user-id'];
  await expect
    .poll(async () => {
      const { body } = await admin.get('/api/audit?eventType=contact.viewed');
      return body.content.length;
    })
    .toBe(1);
  await Promise.all([read(), flush()]);
  expect(await viewers(one)).toEqual([adviserUuid]);
  expect(await viewers(two)).toEqual([]);

  await askForViews(false);
  await admin.get(`/api/contacts/${two}`);
  expect(await viewers(two)).toEqual([]);
  await askForViews();

  await admin.post('/api/v2/contacts/export', {}, { accept: 'text/csv' });
  expect(await viewers(one)).toEqual([admin.identity['x-user-id'], adviserUuid]);
  expect(await viewers(two)).toEqual([admin.identity['x-user-id']]);
  await w.db.asPlatform(
    (tx) => tx`
      update events set occurred_at = occurred_at - interval '61 minutes'
       where event_type = 'contact.viewed'`,
  );
  await read();
  expect(await viewers(one)).toEqual([adviserUuid, expect.any(String), adviserUuid]);
});

test('so is who read a household; not who got nothing, no list, and no machine', async () => {
  await askForViews();
  const { body: household } = await admin.post('/api/households', {
    name: 'Araya',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: tenantStaffUuid,
  });
  const path = `/api/households/${household.householdUuid}`;
  const stranger = await (await w.tenant()).as('TENANT_STAFF');
  expect((await stranger.get(path)).status).toBe(404);
  await adviser.get('/api/households');
  const { body: credential } = await admin.post('/api/credentials', {
    name: 'Reports',
    roles: ['TENANT_STAFF'],
  });
  const { body: granted } = await askToken(w, {
    grant_type: 'client_credentials',
    client_id: credential.clientId,
    client_secret: credential.clientSecret,
  });
  const machine = w.anonymous.with({ authorization: `Bearer ${granted.access_token}` });
  expect((await machine.get(path)).status).toBe(200);
  expect(await viewers(household.householdUuid)).toEqual([]);
  await adviser.get(path);
  await admin.get(`${path}/detail`);
  expect((await viewers(household.householdUuid)).toSorted()).toEqual(
    [adviser.identity['x-user-id'], admin.identity['x-user-id']].toSorted(),
  );
});

test('so is who takes everything that is held of a person', async () => {
  await askForViews();
  const contactUuid = await contact();
  expect((await admin.get(`/api/contacts/${contactUuid}/personal-data`)).status).toBe(200);
  expect(await viewers(contactUuid)).toEqual([admin.identity['x-user-id']]);
});
