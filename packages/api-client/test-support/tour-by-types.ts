import { createApiClient } from './call-by-types.ts';
import type { Person } from './tour-person.ts';

/** Walks from a firm to a meeting with a client, with the types that openapi-typescript makes. Returns the statuses. */
export async function tourByTypes(baseUrl: string, root: Record<string, string>, person: Person) {
  const asRoot = createApiClient(baseUrl, root);
  const tenant = await asRoot('post', '/api/tenants', { name: person.firm, code: person.code });
  const { tenantUuid } = tenant.body;
  const staff = await asRoot('post', '/api/tenant-staff', { ...person.staff, tenantUuid });
  const signIn = await createApiClient(baseUrl)('post', '/api/auth/login', {
    email: person.staff.userEmail,
    password: person.staff.password,
  });
  if (!('accessToken' in signIn.body)) throw new Error('A second factor was asked for');
  const { accessToken, user } = signIn.body;
  const call = createApiClient(baseUrl, {
    authorization: `Bearer ${accessToken}`,
    'x-tenant-uuid': user.tenantUuid,
    'x-user-id': user.userUuid,
    'x-user-email': user.email,
    'x-user-type': user.userType,
  });
  const contact = await call('post', '/api/contacts', {
    ...person.contact,
    firmId: tenantUuid,
    contactManagerId: staff.body.tenantStaffUuid,
  });
  const { contactUuid } = contact.body;
  const household = await call('post', '/api/households', {
    name: 'Fuentes',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: staff.body.tenantStaffUuid,
    isActive: true,
    accountNumbers: [],
    members: [{ memberType: 'CONTACT', contactUuid, relationshipType: 'SELF', isPrimary: true }],
  });
  const meeting = await call('post', '/api/v1/meetings', {
    ...person.meeting,
    contactIds: [contactUuid],
  });
  const path = { meetingUuid: meeting.body.meetingUuid };
  const found = await call('post', '/api/v2/contacts', {
    filters: [{ field: 'firstName', operator: 'EQUALS', value: person.contact.firstName }],
  });
  const canceled = await call('post', '/api/v1/meetings/{meetingUuid}/cancel', undefined, path);
  return {
    statuses: [tenant, staff, signIn, contact, household, meeting, found, canceled].map(
      ({ status }) => status,
    ),
    found: found.body.content.map((each) => each.contactUuid === contactUuid),
    members: household.body.memberCount,
    meeting: canceled.body.status,
  };
}
