import { displayNameOf } from '../../staff/create-staff-member.ts';
import type { UserRow } from './queries.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

const languageTags = { SPANISH: 'es', ENGLISH: 'en' };

/** Returns a staff member as SCIM has people (RFC 7643, section 4.1). */
export function toUser(row: UserRow, base: string) {
  const { tenantStaffUuid: id, firstName: givenName, paternalLastName: familyName } = row;
  return {
    schemas: [userSchema],
    id,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    userName: row.userEmail,
    name: {
      formatted: displayNameOf(row),
      givenName,
      ...(row.middleName === null ? {} : { middleName: row.middleName }),
      familyName,
    },
    displayName: displayNameOf(row),
    ...(row.jobPosition === null ? {} : { title: row.jobPosition }),
    preferredLanguage: languageTags[row.platformLanguage],
    timezone: row.timeZone,
    active: row.isActive,
    emails: [{ value: row.email, type: 'work', primary: true }],
    groups: row.groups,
    meta: {
      resourceType: 'User',
      created: `${row.createdAt}Z`,
      lastModified: `${row.updatedAt}Z`,
      location: `${base}/Users/${id}`,
    },
  };
}
