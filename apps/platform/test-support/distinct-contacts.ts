import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { contactInput } from './contact-input.ts';
import type { world } from './world.ts';

/** Makes a tenant and offers `person`, who makes contacts in it. */
export async function distinctContacts(w: Awaited<ReturnType<typeof world>>) {
  const tenant = await w.tenant();
  const [staff, { tenantStaffUuid: managerUuid }] = await Promise.all([
    tenant.as('TENANT_STAFF'),
    tenant.staff(),
  ]);

  /** Makes a contact who shares nothing with anybody unless told so. */
  async function person(changes: object = {}): Promise<{ contactUuid: string; path: string }> {
    const { status, body } = await staff.post('/api/contacts', {
      ...contactInput(tenant.tenantUuid, managerUuid),
      firstName: randomUUID(),
      preferredEmail: null,
      preferredPhoneNumber: null,
      identityType: null,
      identityId: null,
      ...changes,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return { contactUuid: body.contactUuid, path: `/api/contacts/${body.contactUuid}` };
  }

  return { tenant, staff, managerUuid, person };
}
