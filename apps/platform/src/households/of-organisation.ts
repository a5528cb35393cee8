import type { Viewer } from '@atrium/kit/auth/bound-partner.ts';
import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { Enum, Named, Nullable, problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { type Static, Type } from 'typebox';
import { visibleTo } from '../auth/visible-households.ts';
import type { Tx } from '../database/transaction.ts';
import { findOrganisation } from '../organisations/queries.ts';
import { relationshipTypes } from '../platform-configs/relationship-types.ts';
import { notFound } from '../problems.ts';
import { requireArea } from '../records/record-access.ts';

const most = 100;

/** A household that an organisation belongs to, and as what. */
const HouseholdOfOrganisation = Named('HouseholdsOfOrganisation', {
  householdUuid: Uuid,
  name: Type.String(),
  relationshipType: Nullable(Enum(relationshipTypes, { title: 'MemberRelationshipType' })),
});

export async function householdsOfOrganisationRoutes(app: Server) {
  app.get(
    '/api/organisations/:organisationUuid/households',
    {
      config: { area: 'organisations', roles: staffRoles },
      schema: {
        operationId: 'listHouseholdsOfOrganisation',
        tags: ['Organisations'],
        summary: 'The households an organisation belongs to, by name; at most 100',
        description:
          'An array of the households that the organisation is a member of now. Programs need the scope of households too.',
        params: Type.Object({ organisationUuid: Uuid }),
        response: { 200: Type.Array(HouseholdOfOrganisation), ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => {
        const { organisationUuid } = request.params;
        if (!(await findOrganisation(tx, organisationUuid))) throw notFound('organisation');
        requireArea(tx, request.caller, 'HOUSEHOLD');
        return listHouseholdsOf(tx, request.caller, organisationUuid);
      }),
  );
}

/** Returns the live households that an organisation belongs to and the viewer sees, by name. */
function listHouseholdsOf(tx: Tx, viewer: Viewer, organisationUuid: string) {
  return tx<Static<typeof HouseholdOfOrganisation>[]>`
    select h.household_uuid, h.name, m.relationship_type
      from household_members m
      join households h on h.tenant_uuid = m.tenant_uuid and h.household_uuid = m.household_uuid
     where m.organisation_uuid = ${organisationUuid} and m.removed_at is null
       and h.deleted_at is null and ${visibleTo(tx, viewer)}
     order by h.name_key, h.household_uuid limit ${most}`;
}
