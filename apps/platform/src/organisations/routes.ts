import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { asRestored } from '../http/deleted-records.ts';
import { IfMatchHeader } from '../http/if-match.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import { PageOf, PageQuery } from '../lists/page.ts';
import { orNotFound } from '../problems.ts';
import { createOrganisation } from './create-organisation.ts';
import { deleteOrganisation, type LeaveHouseholds } from './delete-organisation.ts';
import { findOrganisation, organisationsList } from './queries.ts';
import { type ReturnToHouseholds, restoreOrganisation } from './restore-organisation.ts';
import {
  Organisation,
  OrganisationInput,
  type OrganisationRow,
  OrganisationUpdate,
} from './schemas.ts';
import { updateOrganisation } from './update-organisation.ts';

const tags = ['Organisations'];
const config = { area: 'organisations', roles: staffRoles };
const ByUuid = Type.Object({ organisationUuid: Uuid });

export async function organisationRoutes(
  app: Server,
  {
    leaveHouseholds,
    returnToHouseholds,
  }: { leaveHouseholds: LeaveHouseholds; returnToHouseholds: ReturnToHouseholds },
) {
  app.get(
    '/api/organisations',
    {
      config,
      schema: {
        operationId: 'listOrganisations',
        tags,
        summary: 'Organisations by page, or those that match a search',
        description: 'By page or cursor, by name.',
        querystring: Type.Object({
          searchTerm: Type.Optional(Type.String({ maxLength: 200 })),
          ...PageQuery.properties,
        }),
        response: { 200: PageOf(Organisation), ...problems(400, 401, 403) },
      },
    },
    (request) =>
      request.readTenant((tx) =>
        fetchPage<OrganisationRow>(
          tx,
          organisationsList(tx, tx`true`, request.query),
          request.query,
        ),
      ),
  );

  app.get(
    '/api/organisations/:organisationUuid',
    {
      config: { ...config, versioned: true },
      schema: {
        operationId: 'getOrganisation',
        tags,
        summary: 'One organisation',
        description: 'One of the tenant’s organisations.',
        params: ByUuid,
        response: { 200: Organisation, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) =>
        orNotFound(findOrganisation(tx, request.params.organisationUuid), 'organisation'),
      ),
  );

  app.post(
    '/api/organisations',
    {
      config: { ...config, creates: true, versioned: true },
      schema: {
        operationId: 'createOrganisation',
        tags,
        summary: 'Create an organisation',
        description: 'A company, trust or fund that can be a member of households.',
        body: OrganisationInput,
        response: { 201: Organisation, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) => request.inTenant((tx) => createOrganisation(tx, request.body)),
  );

  app.put(
    '/api/organisations/:organisationUuid',
    {
      config: { ...config, versioned: true },
      schema: {
        operationId: 'updateOrganisation',
        tags,
        summary: 'Change what is stated of an organisation',
        description: 'What is absent stays. Answers the whole organisation.',
        params: ByUuid,
        headers: IfMatchHeader,
        body: OrganisationUpdate,
        response: { 200: Organisation, ...problems(400, 401, 403, 404, 412) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        updateOrganisation(tx, request.params.organisationUuid, request.body, request.requireMatch),
      ),
  );

  app.delete(
    '/api/organisations/:organisationUuid',
    {
      config,
      schema: {
        operationId: 'deleteOrganisation',
        tags,
        summary: 'Delete an organisation softly; it leaves its households',
        description: 'An administrator can restore it, and then its memberships come back.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        deleteOrganisation(tx, leaveHouseholds, request.params.organisationUuid),
      ),
  );

  app.post(
    '/api/organisations/:organisationUuid/restore',
    {
      config: { area: 'organisations', roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'], versioned: true },
      schema: {
        operationId: 'restoreOrganisation',
        tags,
        summary: 'Bring a deleted organisation back, into its households',
        description:
          'Memberships come back unless it is a member again; notRestored names those that do not.',
        params: ByUuid,
        response: { 200: asRestored(Organisation), ...problems(401, 403, 404, 409) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        restoreOrganisation(tx, returnToHouseholds, request.params.organisationUuid),
      ),
  );
}
