import type { Client } from '@atrium/platform/test-support/client.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';

/** Says what an address may name: the walk opens every screen with a record of each kind. */
export type Records = Record<
  'contactUuid' | 'householdUuid' | 'meetingUuid' | 'tenantUuid',
  string
>;

/** Makes a record of each kind as a staff member would, with names that tell nothing but themselves. */
export async function makeRecords(staff: Client): Promise<Records> {
  const { 'x-user-id': userUuid = '', 'x-tenant-uuid': tenantUuid = '' } = staff.identity;
  const make = async (path: string, input: object) => {
    const { status, body } = await staff.post(path, input);
    if (status > 201) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body;
  };
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
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: userUuid,
    isActive: true,
    accountNumbers: ['CTA-1'],
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
