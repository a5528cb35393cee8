import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { machine } from '../../../test-support/machine.ts';
import { world } from '../../../test-support/world.ts';
import { importedContacts } from './imported-contacts.ts';

const w = await world({}, { idle: [importedContacts.queue] });
const csv = { 'content-type': 'text/csv' };

async function firm() {
  const tenant = await w.tenant();
  const admin = await tenant.as('TENANT_ADMIN');
  const leaver = await tenant.staff();
  const { body: partner } = await admin.post('/api/partners', { name: 'Distribuidora' });
  return { tenant, admin, leaver, partner };
}

type Firm = Awaited<ReturnType<typeof firm>>;

/** Sends a file of two people, which waits for its job. */
async function sent({ leaver }: Firm, client: Client, managerUuid = leaver.tenantStaffUuid) {
  const word = randomUUID();
  const defaults = JSON.stringify({
    contactType: 'PROSPECT',
    contactMeans: 'EMAIL',
    preferredContactLanguage: 'SPANISH',
    contactManagerId: managerUuid,
  });
  const params = new URLSearchParams({ defaults });
  const file = `firstName,paternalLastName\nAna,${word}\nIda,${word}\n`;
  const { status, body } = await client.post(`/api/contacts/import?${params}`, file, csv);
  expect(status).toBe(202);
  return { importUuid: body.importUuid as string, word };
}

/** Runs the job of an import once, as the queue does. */
function run({ tenant: { tenantUuid } }: Firm, importUuid: string) {
  const job = w.services.work.find(({ name }) => name === importedContacts.queue);
  return job?.run({ tenantUuid, importUuid } as never, 'job');
}

async function outcome(
  { admin }: Firm,
  { importUuid, word }: { importUuid: string; word: string },
) {
  const { body } = await admin.get(`/api/contacts/imports/${importUuid}`);
  const { body: found } = await admin.get(`/api/contacts?searchTerm=${word}`);
  return [body.status, body.failureReason, body.acceptedRows, found.totalElements];
}

function changeAccount({ identity }: Client, change: Record<string, unknown>) {
  return w.db.asPlatform(
    (tx) => tx`
      update accounts set ${tx(change as never)} where user_uuid = ${identity['x-user-id'] ?? ''}`,
  );
}

const stopped = ['FAILED', 'PERSON_MAY_NOT_IMPORT', 0, 0];

describe('an import whose person left', () => {
  test('ends FAILED and says why, also when an administrator resumes it', async () => {
    const all = await firm();
    const staff = await all.tenant.as('TENANT_STAFF');
    const asked = await sent(all, staff);
    const path = `/api/contacts/imports/${asked.importUuid}`;
    expect((await all.admin.post(`${path}/pause`)).body.status).toBe('PAUSED');
    const left = staff.identity['x-user-id'] ?? '';
    const deletion = { staffUuidToDelete: left };
    expect((await all.admin.delete(`/api/tenant-staff/${left}`, deletion)).status).toBe(204);
    expect((await all.admin.post(`${path}/resume`)).body.status).toBe('QUEUED');
    await run(all, asked.importUuid);
    expect(await outcome(all, asked)).toEqual(stopped);
    expect((await all.admin.post(`${path}/resume`)).status).toBe(409);
  });

  test.each([
    ['was deactivated', { isActive: false }],
    ['may do less by now', { roles: ['CLIENT'] }],
  ])('ends when its person %s', async (_title, change) => {
    const all = await firm();
    const staff = await all.tenant.as('TENANT_STAFF');
    const asked = await sent(all, staff);
    await changeAccount(staff, change);
    await run(all, asked.importUuid);
    expect(await outcome(all, asked)).toEqual(stopped);
  });

  test('ends when its partner was switched off, and its machine’s time is over', async () => {
    const all = await firm();
    const { partnerUuid } = all.partner;
    const partner = await all.tenant.as('PARTNER_STAFF', partnerUuid);
    const byPartner = await sent(all, partner);
    const off = { isActive: false };
    expect((await all.admin.put(`/api/partners/${partnerUuid}`, off)).status).toBe(200);
    await run(all, byPartner.importUuid);
    expect(await outcome(all, byPartner)).toEqual(stopped);

    const { client } = await machine(w, all.admin, { roles: ['TENANT_STAFF'] });
    const byMachine = await sent(all, client);
    await w.db.asPlatform(
      (tx) => tx`update credentials set expires_at = now() - interval '1 minute'`,
    );
    await run(all, byMachine.importUuid);
    expect(await outcome(all, byMachine)).toEqual(stopped);
  });

  test('goes on with today’s rights: what the person may not do any more is refused', async () => {
    const all = await firm();
    const { partnerUuid } = all.partner;
    const staff = await all.tenant.as('TENANT_STAFF');
    const asked = await sent(all, staff);
    await changeAccount(staff, { roles: ['PARTNER_STAFF'], partnerUuid });
    await run(all, asked.importUuid);
    await run(all, asked.importUuid);
    expect(await outcome(all, asked)).toEqual(['DONE', null, 0, 0]);
  });

  test('an administrator of the platform imports as before', async () => {
    const all = await firm();
    const root = await w.systemAdmin();
    const { tenantUuid } = all.tenant;
    const entered = root.with({ 'x-tenant-uuid': tenantUuid });
    const asked = await sent(all, entered);
    await run(all, asked.importUuid);
    expect(await outcome(all, asked)).toEqual(['DONE', null, 2, 2]);
  });
});
