import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { visibleTo } from '../../auth/visible-households.ts';
import { findDetail } from '../find-detail.ts';
import { checkVisible } from '../household-access.ts';
import { Account, AccountNumber, AccountUpdate, HouseholdDetail } from '../schemas.ts';
import { listAccounts } from './queries.ts';
import { saveAccount } from './save-account.ts';

const tags = ['Households'];
const config = { area: 'households', roles: staffRoles };
const ByUuid = Type.Object({ householdUuid: Uuid });

export async function householdAccountRoutes(app: Server) {
  app.get(
    '/api/households/:householdUuid/detail',
    {
      config: { ...config, shows: 'HOUSEHOLD', versioned: true },
      schema: {
        operationId: 'getHouseholdDetail',
        tags,
        summary: 'A household with its members and what its accounts are worth',
        description:
          'Adds the portfolio with totals by currency, and who is politically exposed or related to somebody who is. With asOf it answers what it would have answered then.',
        params: ByUuid,
        querystring: Type.Object({
          asOf: Type.Optional(
            Type.String({
              format: 'record-time',
              maxLength: 40,
              examples: ['2026-03-01T09:30:00'],
              description: 'A second in UTC: the household as it was then',
            }),
          ),
        }),
        response: { 200: HouseholdDetail, ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) =>
        findDetail(tx, request.caller, request.params.householdUuid, request.query.asOf),
      ),
  );

  app.get(
    '/api/households/:householdUuid/accounts',
    {
      config,
      schema: {
        operationId: 'listHouseholdAccounts',
        tags,
        summary: 'Linked custodian accounts',
        description:
          'With what the custodian last said of each, and the other households that share it.',
        params: ByUuid,
        response: { 200: Type.Array(Account), ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => {
        await checkVisible(tx, request.caller, request.params.householdUuid);
        return listAccounts(tx, visibleTo(tx, request.caller), request.params.householdUuid);
      }),
  );

  app.put(
    '/api/households/:householdUuid/accounts/:accountNumber',
    {
      config,
      schema: {
        operationId: 'saveHouseholdAccount',
        tags,
        summary: 'Keep what the custodian says of a linked account',
        description:
          'Keeps custodian, currency, value and its date. The account must be linked to the household.',
        params: Type.Object({ householdUuid: Uuid, accountNumber: AccountNumber }),
        body: AccountUpdate,
        response: { 200: Account, ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant((tx) => {
        const { householdUuid, accountNumber } = request.params;
        return saveAccount(tx, request.caller, householdUuid, accountNumber, request.body);
      }),
  );
}
