import type { GroupRow } from './queries.ts';

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Returns a group as SCIM has it (RFC 7643, section 4.2). */
export function toGroup(row: GroupRow, base: string) {
  const { groupUuid: id, displayName, externalId, members } = row;
  return {
    schemas: [groupSchema],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
    members: members.map((each) => ({ ...each, type: 'User' })),
    meta: {
      resourceType: 'Group',
      created: `${row.createdAt}Z`,
      lastModified: `${row.updatedAt}Z`,
      location: `${base}/Groups/${id}`,
    },
  };
}
