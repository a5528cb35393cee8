import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { Enum, problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { type Static, Type } from 'typebox';
import { visibleTo } from '../auth/visible-households.ts';
import type { Tx } from '../database/transaction.ts';
import { asRestored } from '../http/deleted-records.ts';
import { IfMatchHeader } from '../http/if-match.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import { PageOf, PageQuery } from '../lists/page.ts';
import { orNotFound } from '../problems.ts';
import { createHousehold } from './create-household.ts';
import { deleteHousehold } from './delete-household.ts';
import { HouseholdSummary, managerTypes } from './fields.ts';
import { findHousehold, householdsList, listAllHouseholds, matches, shown } from './queries.ts';
import { restoreHousehold } from './restore-household.ts';
import { Household, HouseholdInput, type HouseholdSummaryRow, HouseholdUpdate } from './schemas.ts';
import { updateHousehold } from './update-household.ts';

const tags = ['Households'];
const config = { area: 'households', roles: staffRoles };
const ByUuid = Type.Object({ householdUuid: Uuid });
const ActivityQuery = Type.Object({
  isActive: Type.Optional(Type.Boolean()),
  includeInactive: Type.Optional(Type.Boolean({ default: false })),
});
/** Returns the condition of the active or the inactive alone, or of both. */
const ofActivity = (tx: Tx, { isActive, includeInactive }: Static<typeof ActivityQuery>) =>
  isActive === undefined ? shown(tx, includeInactive) : tx`h.is_active = ${isActive}`;
const mostFound = 500;
const mostManaged = 100_000;

export async function householdRoutes(app: Server) {
  app.get(
    '/api/households',
    {
      config,
      schema: {
        operationId: 'listHouseholds',
        tags,
        summary: 'Households by page',
        description:
          'By page or cursor, without their members. Inactive ones are left out unless includeInactive is true.',
        querystring: Type.Object({
          ...PageQuery.properties,
          ...ActivityQuery.properties,
        }),
        response: { 200: PageOf(HouseholdSummary), ...problems(400, 401, 403) },
      },
    },
    (request) => {
      const { isActive, includeInactive, ...page } = request.query;
      return request.readTenant((tx) => {
        const asked = ofActivity(tx, { isActive, includeInactive });
        const list = householdsList(tx, tx`${visibleTo(tx, request.caller)} and ${asked}`);
        return fetchPage<HouseholdSummaryRow>(tx, list, page, request.totalsOf(tx, 'HOUSEHOLD'));
      });
    },
  );

  app.get(
    '/api/households/search',
    {
      config,
      schema: {
        operationId: 'searchHouseholds',
        tags,
        summary: 'Households by words of the name',
        description:
          'An array of the households whose name contains the words, without regard to case and accents: the first 500 by name.',
        querystring: Type.Object({
          searchTerm: Type.String({ minLength: 1, maxLength: 200 }),
          ...ActivityQuery.properties,
        }),
        response: { 200: Type.Array(HouseholdSummary), ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) => {
        const { searchTerm, ...activity } = request.query;
        const where = tx`${visibleTo(tx, request.caller)} and ${ofActivity(tx, activity)} and ${matches(tx, searchTerm)}`;
        return listAllHouseholds(tx, where, mostFound);
      }),
  );

  app.get(
    '/api/households/manager',
    {
      config,
      schema: {
        operationId: 'listHouseholdsOfManager',
        tags,
        summary: 'Households of a relationship manager',
        description: 'An array of the households that one relationship manager leads.',
        querystring: Type.Object({
          rmType: Enum(managerTypes),
          rmUuid: Uuid,
          ...ActivityQuery.properties,
        }),
        response: { 200: Type.Array(HouseholdSummary), ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) => {
        const { rmType, rmUuid, ...activity } = request.query;
        const where = tx`
          ${visibleTo(tx, request.caller)} and ${ofActivity(tx, activity)}
          and h.relationship_manager_type = ${rmType} and h.relationship_manager_uuid = ${rmUuid}`;
        return listAllHouseholds(tx, where, mostManaged);
      }),
  );

  app.get(
    '/api/households/:householdUuid',
    {
      config: { ...config, shows: 'HOUSEHOLD', heavy: true, versioned: true },
      schema: {
        operationId: 'getHousehold',
        tags,
        summary: 'One household',
        description: 'The record with its accounts and members.',
        params: ByUuid,
        response: { 200: Household, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) => {
        const visible = visibleTo(tx, request.caller);
        return orNotFound(findHousehold(tx, visible, request.params.householdUuid), 'household');
      }),
  );

  app.post(
    '/api/households',
    {
      config: { ...config, creates: true, versioned: true },
      schema: {
        operationId: 'createHousehold',
        tags,
        summary: 'Create a household with its members and accounts',
        description:
          'All or nothing: a member or account that cannot be taken refuses the whole. At most one member is primary.',
        body: HouseholdInput,
        response: { 201: Household, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) => request.inTenant((tx) => createHousehold(tx, request.caller, request.body)),
  );

  app.put(
    '/api/households/:householdUuid',
    {
      config: { ...config, versioned: true },
      schema: {
        operationId: 'updateHousehold',
        tags,
        summary: 'Rename, link, unlink, add and remove, all or nothing',
        description:
          'Selective: every field is optional. A member that is removed and added again is a new row. Answers the whole household.',
        params: ByUuid,
        headers: IfMatchHeader,
        body: HouseholdUpdate,
        response: { 200: Household, ...problems(400, 401, 403, 404, 409, 412) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        updateHousehold(
          tx,
          request.caller,
          request.params.householdUuid,
          request.body,
          request.requireMatch,
        ),
      ),
  );

  app.delete(
    '/api/households/:householdUuid',
    {
      config,
      schema: {
        operationId: 'deleteHousehold',
        tags,
        summary: 'Delete a household softly',
        description:
          'Its members stay as contacts and organisations. An administrator can restore it.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant((tx) => deleteHousehold(tx, request.caller, request.params.householdUuid)),
  );

  app.post(
    '/api/households/:householdUuid/restore',
    {
      config: { area: 'households', roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'], versioned: true },
      schema: {
        operationId: 'restoreHousehold',
        tags,
        summary: 'Bring a deleted household back, with its members',
        description:
          'Members that are still there come back, as do its accounts; notRestored names the others.',
        params: ByUuid,
        response: { 200: asRestored(Household), ...problems(401, 403, 404, 409) },
      },
    },
    (request) => request.inTenant((tx) => restoreHousehold(tx, request.params.householdUuid)),
  );
}
