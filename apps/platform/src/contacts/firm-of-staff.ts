import type { StaffRow } from './queries.ts';

/** Returns the kind of firm that a staff member works for. */
export const firmTypeOf = ({ partnerUuid }: StaffRow) =>
  partnerUuid === null ? 'TENANT' : 'PARTNER';

/** Returns the columns that say who brought a contact: a staff member with their partner, or nobody. */
export const capturedBy = (member: StaffRow | undefined) => ({
  captured_by_entity_uuid: member?.staffUuid ?? null,
  captured_by_type: member ? firmTypeOf(member) : null,
  captured_by_partner_uuid: member?.partnerUuid ?? null,
});
