import { randomUUID } from 'node:crypto';
import { contactInput } from './contact-input.ts';
import type { World } from './world.ts';

/** A tenant with a staff caller who makes contacts, organisations and households by HTTP. */
export async function householdWorld(w: World) {
  const tenant = await w.tenant();
  const [staff, { tenantStaffUuid: managerUuid }] = await Promise.all([
    tenant.as('TENANT_STAFF'),
    tenant.staff(),
  ]);

  async function made(url: string, input: object) {
    const { status, body } = await staff.post(url, input);
    if (status > 201) throw new Error(JSON.stringify(body));
    return body;
  }

  const contact = async (changes: object = {}): Promise<string> =>
    (await made('/api/contacts', { ...contactInput(tenant.tenantUuid, managerUuid), ...changes }))
      .contactUuid;
  const organisation = async (name = 'Araya SpA'): Promise<string> =>
    (await made('/api/organisations', { name })).organisationUuid;
  const input = (changes: object = {}) => ({
    name: `Familia ${randomUUID()}`,
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: managerUuid,
    isActive: true,
    accountNumbers: [],
    members: [],
    ...changes,
  });
  /** A new household, with the path of its record. */
  const household = async (changes: object = {}) => {
    const body = await made('/api/households', input(changes));
    return { ...body, path: `/api/households/${body.householdUuid}` };
  };
  return { tenant, staff, managerUuid, contact, organisation, input, household };
}

/** The member input of a contact. */
export const member = (contactUuid: string, changes: object = {}) => ({
  memberType: 'CONTACT',
  contactUuid,
  ...changes,
});
