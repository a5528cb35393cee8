import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { distinctContacts } from '../../../test-support/distinct-contacts.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const { tenant, staff, person } = await distinctContacts(w);

const uuids = (contacts: { contactUuid: string }[]) => contacts.map((each) => each.contactUuid);

const phone = { phoneCountryCode: '+56', phoneNumber: '911112222' };

test('duplicates are found by e-mail, phone, identity and name, with the reasons, the likeliest first', async () => {
  const email = `${randomUUID()}@example.com`;
  const me = await person({
    firstName: 'Ñandú',
    paternalLastName: 'Pérez',
    preferredEmail: email,
    preferredPhoneNumber: phone,
    identityType: 'CHILE_RUT',
    identityId: '11.111.111-1',
  });
  const twin = await person({
    firstName: 'nandu',
    paternalLastName: 'PEREZ',
    preferredPhoneNumber: phone,
    identityType: 'NATIONAL_ID',
    identityId: '111111111',
  });
  const namesake = await person({ firstName: 'NANDU', paternalLastName: 'perez' });
  const mailbox = await person();
  await staff.put(mailbox.path, { primaryEmail: email.toUpperCase() });
  await person({ preferredPhoneNumber: { ...phone, phoneNumber: '911112223' } });
  const gone = await person({ preferredEmail: email });
  await staff.delete(gone.path);

  const { status, body } = await staff.get(`${me.path}/duplicates`);
  expect(status).toBe(200);
  expect(body[0]).toMatchObject({
    contactUuid: twin.contactUuid,
    reasons: ['SAME_IDENTITY', 'SAME_NAME', 'SAME_PHONE'],
  });
  expect(
    body
      .slice(1)
      .map((each: { reasons: string[] }) => each.reasons[0])
      .sort(),
  ).toEqual(['SAME_EMAIL', 'SAME_NAME']);
  expect(uuids(body).slice(1).sort()).toEqual(uuids([namesake, mailbox]).sort());
});

test('duplicates are a hundred at most: whoever shares more before all namesakes, these in order', async () => {
  const names = { firstName: 'Rosa', paternalLastName: randomUUID() };
  const me = await person({
    ...names,
    preferredPhoneNumber: phone,
    identityId: 'A-77.1',
    identityType: 'PASSPORT',
  });
  const namesakes = await Promise.all(Array.from({ length: 104 }, () => person(names)));
  const twin = await person({ ...names, identityId: 'a771', identityType: 'NATIONAL_ID' });
  const gone = await person({ ...names, identityId: 'a771', identityType: 'NATIONAL_ID' });
  await staff.delete(gone.path);
  const mailbox = await person({ preferredEmail: `${randomUUID()}@example.com` });
  const { body: known } = await staff.get(mailbox.path);
  await staff.put(me.path, { primaryEmail: known.preferredEmail });
  await staff.put(me.path, { preferredPhoneNumber: null });

  const { body } = await staff.get(`${me.path}/duplicates`);
  const alone = uuids([...namesakes, mailbox])
    .sort()
    .slice(0, 99);
  expect(uuids(body)).toEqual([twin.contactUuid, ...alone]);
  expect(body[0].reasons).toEqual(['SAME_IDENTITY', 'SAME_NAME']);
});

test('duplicates are to partner staff those that they see', async () => {
  const partnerUuid = randomUUID();
  const { tenantUuid } = tenant;
  await w.db.asPlatform(
    (tx) => tx`insert into partners ${tx({ tenantUuid, partnerUuid, name: 'Partner' })}`,
  );
  const { tenantStaffUuid } = await tenant.staff({ partnerUuid });
  const partnerStaff = await tenant.as('PARTNER_STAFF', partnerUuid);
  const names = { firstName: 'Rosa', paternalLastName: randomUUID() };
  const other = await person(names);
  const own = { ...names, contactManagerId: tenantStaffUuid };
  const [me, mine] = [await person(own), await person(own)];
  const seen = async (path: string) => (await partnerStaff.get(`${path}/duplicates`)).body;
  expect(uuids(await seen(me.path))).toEqual([mine.contactUuid]);
  expect((await partnerStaff.get(`${other.path}/duplicates`)).status).toBe(404);
});

test('somebody unlike everybody has no duplicates; of another tenant’s contact 404', async () => {
  const { path } = await person();
  expect((await staff.get(`${path}/duplicates`)).body).toEqual([]);
  const stranger = await (await w.tenant()).as('TENANT_STAFF');
  expect((await stranger.get(`${path}/duplicates`)).status).toBe(404);
  const client = await tenant.as('CLIENT');
  expect((await client.get(`${path}/duplicates`)).status).toBe(403);
});
