import { Enum, Named, Nullable, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { relationshipTypes } from '../../platform-configs/relationship-types.ts';

/** The members who are politically exposed, and those who are close to such a person. */
export const Exposure = Named('HouseholdDetailExposure', {
  politicallyExposed: Type.Array(Uuid),
  related: Type.Array(
    Named('HouseholdDetailExposureRelated', {
      memberUuid: Uuid,
      throughMemberUuid: Nullable(Uuid),
      relationshipType: Enum(relationshipTypes, {
        title: 'HouseholdDetailExposureRelatedRelationshipType',
      }),
    }),
  ),
});

/**
 * Returns which members of a household are politically exposed, and which are close to such a person
 * of this or another household. The shortest way of each counts, one inside the household before
 * others; of a way from outside neither the member nor the household is named.
 */
export async function findExposure(
  tx: Tx,
  householdUuid: string,
): Promise<Static<typeof Exposure>> {
  const [exposed, related] = await Promise.all([
    tx<{ memberUuid: string }[]>`
      select m.member_uuid from household_members m
        join contacts c on c.tenant_uuid = m.tenant_uuid and c.contact_uuid = m.contact_uuid
       where m.household_uuid = ${householdUuid} and m.removed_at is null
         and c.is_politically_exposed
       order by m.ordinal`,
    tx<Static<typeof Exposure>['related']>`
      select distinct on (m.ordinal) m.member_uuid,
             case when w.household_uuid = m.household_uuid then w.through_member_uuid end as through_member_uuid,
             w.relationship_type
        from household_members m
        join exposed_ways(members_of(${[householdUuid]}::uuid[])) w
          on w.party_uuid = coalesce(m.contact_uuid, m.organisation_uuid)
       where m.household_uuid = ${householdUuid} and m.removed_at is null
       order by m.ordinal, w.step, w.household_uuid <> m.household_uuid, w.household_uuid`,
  ]);
  return { politicallyExposed: exposed.map((each) => each.memberUuid), related: [...related] };
}
