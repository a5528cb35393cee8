import { createClient } from '../generated/client/index.ts';
import {
  cancelMeeting,
  createContact,
  createHousehold,
  createMeeting,
  createStaffMember,
  createTenant,
  filterContacts,
  login,
} from '../generated/sdk.gen.ts';
import type { Role } from '../generated/types.gen.ts';
import type { Person } from './tour-person.ts';

type Identity = {
  authorization: string;
  'x-tenant-uuid': string;
  'x-user-id': string;
  'x-user-email': string;
  'x-user-type': Role;
};

/** Walks from a firm to a meeting with a client, with the functions that @hey-api/openapi-ts makes. Returns the statuses. */
export async function tourByHeyApi(baseUrl: string, root: Identity, person: Person) {
  const client = createClient({ baseUrl, throwOnError: true });
  const asRoot = { client, headers: root, throwOnError: true } as const;
  const tenant = await createTenant({ ...asRoot, body: { name: person.firm, code: person.code } });
  const { tenantUuid } = tenant.data;
  const staff = await createStaffMember({ ...asRoot, body: { ...person.staff, tenantUuid } });
  const { tenantStaffUuid } = staff.data;
  const { userEmail: email, password } = person.staff;
  const signIn = await login({ client, throwOnError: true, body: { email, password } });
  if (!('accessToken' in signIn.data)) throw new Error('A second factor was asked for');
  const { accessToken, user } = signIn.data;
  const headers: Identity = {
    authorization: `Bearer ${accessToken}`,
    'x-tenant-uuid': user.tenantUuid,
    'x-user-id': user.userUuid,
    'x-user-email': user.email,
    'x-user-type': user.userType,
  };
  const own = { client, headers, throwOnError: true } as const;
  const contact = await createContact({
    ...own,
    body: { ...person.contact, firmId: tenantUuid, contactManagerId: tenantStaffUuid },
  });
  const { contactUuid } = contact.data;
  const household = await createHousehold({
    ...own,
    body: {
      name: 'Fuentes',
      relationshipManagerType: 'TENANT_STAFF',
      relationshipManagerUuid: tenantStaffUuid,
      isActive: true,
      accountNumbers: [],
      members: [{ memberType: 'CONTACT', contactUuid, relationshipType: 'SELF', isPrimary: true }],
    },
  });
  const meeting = await createMeeting({
    ...own,
    body: { ...person.meeting, contactIds: [contactUuid] },
  });
  const found = await filterContacts({
    ...own,
    body: {
      filters: [{ field: 'firstName', operator: 'EQUALS', value: person.contact.firstName }],
    },
  });
  const { meetingUuid } = meeting.data;
  const canceled = await cancelMeeting({ ...own, path: { meetingUuid } });
  return {
    statuses: [tenant, staff, signIn, contact, household, meeting, found, canceled].map(
      ({ response }) => response.status,
    ),
    found: found.data.content.map((each) => each.contactUuid === contactUuid),
    members: household.data.memberCount,
    meeting: canceled.data.status,
  };
}
