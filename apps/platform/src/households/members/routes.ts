import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { visibleTo } from '../../contacts/contact-access.ts';
import { checkVisible } from '../household-access.ts';
import { addMember, rereadMember } from './add-member.ts';
import { listMembers } from './queries.ts';
import { removeMember } from './remove-member.ts';
import { EnrichedMember, MemberInput, MemberUpdate } from './schemas.ts';
import { updateMember } from './update-member.ts';

const tags = ['Households'];
const config = { area: 'households', roles: staffRoles };
const OfHousehold = Type.Object({ householdUuid: Uuid });
const ByUuid = Type.Object({ householdUuid: Uuid, memberUuid: Uuid });

export async function householdMemberRoutes(app: Server) {
  app.get(
    '/api/households/:householdUuid/members',
    {
      config,
      schema: {
        operationId: 'listHouseholdMembers',
        tags,
        summary: 'Members, also those that left or those of a past day',
        description: 'An array. It can include members that left, or show those of a past day.',
        params: OfHousehold,
        querystring: Type.Object({
          includeDeleted: Type.Optional(Type.Boolean()),
          searchTerm: Type.Optional(Type.String({ maxLength: 200 })),
          asOf: Type.Optional(
            Type.String({
              format: 'real-date',
              description: 'Who belonged at the end of that day',
            }),
          ),
        }),
        response: { 200: Type.Array(EnrichedMember), ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => {
        const { householdUuid } = request.params;
        await checkVisible(tx, request.caller, householdUuid);
        return listMembers(tx, visibleTo(tx, request.caller), householdUuid, request.query);
      }),
  );

  app.get(
    '/api/households/:householdUuid/members/:memberUuid',
    {
      config,
      schema: {
        operationId: 'getHouseholdMember',
        tags,
        summary: 'One member',
        description: 'With the contact or organisation that it is.',
        params: ByUuid,
        response: { 200: EnrichedMember, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => {
        const { householdUuid, memberUuid } = request.params;
        await checkVisible(tx, request.caller, householdUuid);
        return rereadMember(tx, request.caller, householdUuid, memberUuid);
      }),
  );

  app.post(
    '/api/households/:householdUuid/members',
    {
      config: { ...config, creates: true },
      schema: {
        operationId: 'addHouseholdMember',
        tags,
        summary: 'Add a member',
        description:
          'A contact or an organisation. A new primary member takes the place of the one before; the same party twice is a conflict.',
        params: OfHousehold,
        body: MemberInput,
        response: { 201: EnrichedMember, ...problems(400, 401, 403, 404, 409, 422) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        addMember(tx, request.caller, request.params.householdUuid, request.body),
      ),
  );

  app.put(
    '/api/households/:householdUuid/members/:memberUuid',
    {
      config,
      schema: {
        operationId: 'updateHouseholdMember',
        tags,
        summary: 'Change how a member relates to the household',
        description: 'Changes the relationship, and whether the member is primary.',
        params: ByUuid,
        body: MemberUpdate,
        response: { 200: EnrichedMember, ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant((tx) => {
        const { householdUuid, memberUuid } = request.params;
        return updateMember(tx, request.caller, householdUuid, memberUuid, request.body);
      }),
  );

  app.delete(
    '/api/households/:householdUuid/members/:memberUuid',
    {
      config,
      schema: {
        operationId: 'removeHouseholdMember',
        tags,
        summary: 'Remove a member',
        description: 'The contact or organisation itself stays.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) => {
      const { householdUuid, memberUuid } = request.params;
      return request.inTenant((tx) => removeMember(tx, request.caller, householdUuid, memberUuid));
    },
  );
}
