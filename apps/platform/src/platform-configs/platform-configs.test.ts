import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const path = '/api/core/platformconfigs/v1/contacts';
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
let staff: Client;

beforeAll(async () => {
  tenant = await w.tenant();
  [admin, staff] = await Promise.all([tenant.as('TENANT_ADMIN'), tenant.as('TENANT_STAFF')]);
});

describe.each(['stages', 'sources', 'segments'])('the %s of contacts', (list) => {
  test('are there from a tenant’s first day, in order', async () => {
    const { status, body } = await staff.get(`${path}/${list}`);
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(3);
    body.forEach((entry: object, order: number) => {
      expect(entry).toEqual({
        value: expect.stringMatching(/^[A-Z_]+$/),
        label: expect.any(String),
        order,
        isActive: true,
      });
    });
  });

  test('are replaced as a whole, in this tenant alone', async () => {
    const own = await w.tenant();
    const [owner, other] = [await own.as('TENANT_ADMIN'), await w.tenant()];
    const before = (await owner.get(`${path}/${list}`)).body;
    const { status, body } = await owner.put(`${path}/${list}`, [
      { value: 'SECOND', order: 2 },
      { value: 'FIRST', label: 'The first', order: 1, isActive: false },
    ]);
    expect(status).toBe(200);
    expect(body).toEqual([
      { value: 'FIRST', label: 'The first', order: 1, isActive: false },
      { value: 'SECOND', label: 'SECOND', order: 2, isActive: true },
    ]);
    expect((await owner.get(`${path}/${list}`)).body).toEqual(body);
    expect((await (await other.as('TENANT_STAFF')).get(`${path}/${list}`)).body).toEqual(before);
  });

  test.each<[string, unknown, string]>([
    ['an object', {}, 'body'],
    ['an entry without value', [{}], '[0].value'],
    ['a value of spaces', [{ value: ' ' }], '[0].value'],
    ['a value of 101 letters', [{ value: 'x'.repeat(101) }], '[0].value'],
    ['a value twice', [{ value: 'A' }, { value: 'A' }], '[1].value'],
    ['an order in words', [{ value: 'A', order: 'first' }], '[0].order'],
  ])('are not replaced by %s', async (_title, input, field) => {
    const { status, body } = await admin.put(`${path}/${list}`, input);
    expect(status).toBe(400);
    expect(body.errors.map((each: { field: string }) => each.field)).toContain(field);
  });

  test('are replaced by administrators only', async () => {
    expect((await staff.put(`${path}/${list}`, [])).status).toBe(403);
    expect((await (await tenant.as('CLIENT')).get(`${path}/${list}`)).status).toBe(403);
  });
});

test('a value that went out of use stays where it is, but is not given anew', async () => {
  const { tenantStaffUuid } = await tenant.staff();
  const input = contactInput(tenant.tenantUuid, tenantStaffUuid);
  const { body: contact } = await staff.post('/api/contacts', input);
  await admin.put(`${path}/sources`, [{ value: 'REFERRAL', isActive: false }, { value: 'NEW' }]);
  const url = `/api/contacts/${contact.contactUuid}`;
  expect((await staff.put(url, { contactSource: 'REFERRAL', alias: 'x' })).status).toBe(200);
  expect((await staff.post('/api/contacts', input)).status).toBe(400);
  expect((await staff.put(url, { contactSource: 'NEW' })).status).toBe(200);
  expect((await staff.put(url, { contactSource: 'REFERRAL' })).status).toBe(400);
});
