import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const { tenantUuid, as } = await w.tenant();
const admin = await as('TENANT_ADMIN');
const base = `/api/tenants/${tenantUuid}`;

test.each([
  ['/api/v2/contacts', { filters: null, searchTerm: null, sort: null }],
  ['/api/v2/meetings', { filters: null, includeHidden: null }],
  ['/api/v2/households', { filters: null, includeInactive: null }],
  ['/api/v2/contacts/filter-values', { field: 'status', filters: null, search: null, page: null }],
])('a list takes null for what is not asked: %s %j', async (path, body) => {
  const { status, body: answer } = await admin.post(path, body);
  expect(status, JSON.stringify(answer)).toBe(200);
});

test('an update takes null for what stays as it is and cannot be cleared', async () => {
  const { body: partner } = await admin.post('/api/partners', { name: 'One', isActive: null });
  expect(partner.isActive).toBe(true);
  await admin.put(`/api/partners/${partner.partnerUuid}`, { isActive: false });
  const same = await admin.put(`/api/partners/${partner.partnerUuid}`, { isActive: null });
  expect([same.status, same.body.isActive]).toEqual([200, false]);
  const refused = await admin.put(`/api/partners/${partner.partnerUuid}`, { name: null });
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'name']);
  const domain = `${randomUUID()}.example.com`;
  const { body: mapping } = await admin.post(`${base}/domains`, { domain, active: null });
  expect(mapping.active).toBe(true);
});

test('a branding is confirmed with null for parts that are not stated', async () => {
  const confirmed = await admin.post(`${base}/branding/confirm`, {
    colors: null,
    useDefault: null,
    assets: null,
    versionHint: null,
  });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  const parts = { useDefault: { logo: null }, colors: { primary: '#112233' } };
  expect((await admin.post(`${base}/branding/confirm`, parts)).body.stored.useDefault.logo).toBe(
    true,
  );
});

test('parts of a contact’s lists take null for what is not stated', async () => {
  const input = contactInput(tenantUuid, admin.identity['x-user-id'] ?? '');
  const { body } = await admin.post('/api/contacts', input);
  const answer = await admin.put(`/api/contacts/${body.contactUuid}`, {
    phoneNumber: { country: null, phoneCountryCode: '+56', phoneNumber: '912345678' },
    addresses: [{ city: 'Santiago', isPrimary: null, contactAddressType: null }],
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.addresses[0].isPrimary).toBe(false);
});
