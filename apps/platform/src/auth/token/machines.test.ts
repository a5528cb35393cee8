import { expect, test, vi } from 'vitest';
import { contactInput } from '../../../test-support/contact-input.ts';
import { machine } from '../../../test-support/machine.ts';
import { staffInput } from '../../../test-support/staff-input.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const { tenantUuid, as, staff } = await w.tenant();
const admin = await as('TENANT_ADMIN');
const { client, credential } = await machine(w, admin, { name: 'Portfolio <system>' });
const personRequired = [403, 'PERSON_REQUIRED'];
const mailsTo = (email: string) => w.mails.filter(({ to }) => to === email);

test('a machine makes, changes or deletes no administrator', async () => {
  const other = await staff({ staffType: 'ADMIN' });
  const adviser = await staff();
  const path = (uuid: string) => `/api/tenant-staff/${uuid}`;
  const ofAdmin = path(other.tenantStaffUuid);
  for (const { status, body } of [
    await client.post('/api/tenant-staff', { ...staffInput(tenantUuid), staffType: 'ADMIN' }),
    await client.put(path(adviser.tenantStaffUuid), { staffType: 'ADMIN' }),
    await client.put(ofAdmin, { firstName: 'Other' }),
    await client.put(ofAdmin, { staffType: 'ADVISOR' }),
    await client.delete(ofAdmin, { staffUuidToDelete: other.tenantStaffUuid }),
  ])
    expect([status, body.code]).toEqual(personRequired);
  expect((await admin.get(ofAdmin)).body).toMatchObject({
    firstName: other.firstName,
    staffType: 'ADMIN',
  });
});

test('a machine sets no password and changes no e-mail of a login', async () => {
  const { tenantStaffUuid } = await staff();
  const path = `/api/tenant-staff/${tenantStaffUuid}`;
  const password = 'a password of a machine';
  const input = contactInput(tenantUuid, tenantStaffUuid);
  const { contactUuid } = (await admin.post('/api/contacts', input)).body;
  const ofContact = `/api/contacts/${contactUuid}`;
  await admin.put(ofContact, { primaryEmail: `${contactUuid}@client.example` });
  const free = await client.put(ofContact, { primaryEmail: `${contactUuid}@other.example` });
  expect(free.status).toBe(200);
  await admin.post(`${ofContact}/credentials/init`);
  for (const { status, body } of [
    await client.put(path, { password, confirmPassword: password }),
    await client.put(path, { userEmail: `${tenantStaffUuid}@machine.example` }),
    await client.put(ofContact, { primaryEmail: `${contactUuid}@machine.example` }),
  ])
    expect([status, body.code]).toEqual(personRequired);
  expect((await client.put(path, { firstName: 'Renamed' })).status).toBe(200);
});

test('whom a machine makes signs in by the first link only', async () => {
  const input = staffInput(tenantUuid);
  const { status } = await client.post('/api/tenant-staff', input);
  expect(status).toBe(201);
  const { userEmail: email, password } = input;
  const login = (secret: string) =>
    w.anonymous.post('/api/auth/login', { email, password: secret });
  expect((await login(password)).status).toBe(401);
  await vi.waitUntil(() => mailsTo(email).length > 0, { timeout: 60_000 });
  const token = /token=([\w-]+)/.exec(mailsTo(email)[0]?.html ?? '')?.[1];
  const own = 'a password of my own';
  const set = await w.anonymous.post('/api/auth/password-reset/confirm', { token, password: own });
  expect(set.status).toBe(204);
  expect((await login(own)).status).toBe(200);
});

test('the administrators are mailed when a credential is made', async () => {
  const email = admin.identity['x-user-email'] ?? '';
  const told = () => mailsTo(email).filter(({ text }) => text?.includes('Portfolio <system>'));
  await vi.waitUntil(() => told().length > 0, { timeout: 60_000 });
  expect(told()).toHaveLength(1);
  expect(told()[0]?.html).not.toContain('Portfolio <system>');
  expect(JSON.stringify(told())).not.toContain(credential.clientSecret);
});
