import type { Client } from '@atrium/platform/test-support/client.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';

/** Says what an address may name: the walk opens every screen with a record of each kind. */
export type Records = Record<
  'contactUuid' | 'householdUuid' | 'meetingUuid' | 'tenantUuid',
  string
>;

/** Makes a record of each kind as a staff member of the firm or of a partner would. */
export async function makeRecords(staff: Client): Promise<Records> {
  const { 'x-user-id': userUuid = '', 'x-tenant-uuid': tenantUuid = '' } = staff.identity;
  const make = async (path: string, input: object) => {
    const { status, body } = await staff.post(path, input);
    if (status > 201) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const role = staff.identity['x-user-type'] ?? '';
  const input = contactInput(tenantUuid, userUuid);
  const { contactUuid } = await make('/api/contacts', input);
  for (const firstName of ['Ana', 'Bruno', 'Carla'])
    await make('/api/contacts', {
      ...input,
      firstName,
      preferredEmail: `${firstName.toLowerCase()}@example.com`,
      identityId: undefined,
      identityType: undefined,
      identityCountry: undefined,
    });
  const { householdUuid } = await make('/api/households', {
    name: 'Familia Fuentes',
    relationshipManagerType: role.startsWith('PARTNER') ? 'PARTNER_STAFF' : 'TENANT_STAFF',
    relationshipManagerUuid: userUuid,
    isActive: true,
    accountNumbers: [`CTA-${userUuid.slice(-4)}`],
    members: [{ memberType: 'CONTACT', contactUuid, isPrimary: true }],
  });
  const day = Temporal.Now.plainDateISO('America/Santiago').add({ days: 1 });
  const { meetingUuid } = await make('/api/v1/meetings', {
    title: 'Revisión anual',
    startDateTime: `${day}T10:00:00`,
    endDateTime: `${day}T11:00:00`,
    timezone: 'America/Santiago',
    locationType: 'ONLINE',
    contactIds: [contactUuid],
  });
  return { contactUuid, householdUuid, meetingUuid, tenantUuid };
}
