import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { Household, MergeInput, SplitInput } from '../schemas.ts';
import { mergeHouseholds } from './merge-households.ts';
import { splitHousehold } from './split-household.ts';

const tags = ['Households'];
const config = { area: 'households', roles: staffRoles };
const ByUuid = Type.Object({ householdUuid: Uuid });

export async function householdRestructureRoutes(app: Server) {
  app.post(
    '/api/v1/households/:householdUuid/split',
    {
      config: { ...config, creates: true },
      schema: {
        operationId: 'splitHousehold',
        tags,
        summary: 'Move members and accounts into a new household',
        description: 'Answers the new household. Members and accounts that are not named stay.',
        params: ByUuid,
        body: SplitInput,
        response: { 201: Household, ...problems(400, 401, 403, 404, 409, 422) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        splitHousehold(tx, request.caller, request.params.householdUuid, request.body),
      ),
  );

  app.post(
    '/api/v1/households/:householdUuid/merge',
    {
      config,
      schema: {
        operationId: 'mergeHouseholds',
        tags,
        summary: 'Take over the members and accounts of another household',
        description: 'The other household is deleted. Answers the one that stays.',
        params: ByUuid,
        body: MergeInput,
        response: { 200: Household, ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant((tx) => {
        const { householdUuid } = request.params;
        return mergeHouseholds(tx, request.caller, householdUuid, request.body.fromHouseholdUuid);
      }),
  );
}
