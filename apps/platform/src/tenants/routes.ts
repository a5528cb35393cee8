import { roles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Db } from '../database/db.ts';
import { PageOf, PageQuery } from '../lists/page.ts';
import { orNotFound } from '../problems.ts';
import { createTenant } from './create-tenant.ts';
import { deleteTenant } from './delete-tenant.ts';
import { readNamedTenant } from './in-named-tenant.ts';
import {
  countOfTenant,
  findTenant,
  findTenantByCode,
  findTenantByName,
  listTenants,
} from './queries.ts';
import { Tenant, TenantInput, TenantStats, TenantUpdate } from './schemas.ts';
import { updateTenant } from './update-tenant.ts';

const tags = ['Tenants'];
const admins = { area: 'tenant', roles: ['SYSTEM_ADMIN'] as const };
const ById = Type.Object({ id: Uuid });

export async function tenantRoutes(app: Server, { db }: { db: Db }) {
  app.get(
    '/api/tenants',
    {
      config: admins,
      schema: {
        operationId: 'listTenants',
        tags,
        summary: 'Tenants by page',
        description: 'By page or cursor, by name.',
        querystring: PageQuery,
        response: { 200: PageOf(Tenant), ...problems(400, 401, 403) },
      },
    },
    (request) => request.inPlatform((tx) => listTenants(tx, tx`true`, request.query)),
  );

  app.get(
    '/api/tenants/:id',
    {
      config: admins,
      schema: {
        operationId: 'getTenant',
        tags,
        summary: 'One tenant',
        description: 'One live tenant, by its tenantUuid.',
        params: ById,
        response: { 200: Tenant, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.inPlatform((tx) => orNotFound(findTenant(tx, request.params.id), 'tenant')),
  );

  app.get(
    '/api/tenants/name/:name',
    {
      config: { area: 'tenant', roles },
      schema: {
        operationId: 'getTenantByName',
        tags,
        summary: 'The oldest tenant of a name',
        description: 'The exact name first, else without regard to case.',
        params: Type.Object({ name: Type.String() }),
        response: { 200: Tenant, ...problems(401, 403, 404) },
      },
    },
    async (request) => {
      // Checks the caller's session in the own tenant; the name may be any live tenant's.
      await request.readTenant(async () => undefined);
      return db.asPlatform((tx) => orNotFound(findTenantByName(tx, request.params.name), 'tenant'));
    },
  );

  app.get(
    '/api/tenants/code/:code',
    {
      config: admins,
      schema: {
        operationId: 'getTenantByCode',
        tags,
        summary: 'The tenant of a code',
        description: 'Without regard to case.',
        params: Type.Object({ code: Type.String() }),
        response: { 200: Tenant, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.inPlatform((tx) => orNotFound(findTenantByCode(tx, request.params.code), 'tenant')),
  );

  app.post(
    '/api/tenants',
    {
      config: { ...admins, creates: true },
      schema: {
        operationId: 'createTenant',
        tags,
        summary: 'Create a tenant',
        description:
          'The code must be free among live tenants, without regard to case. The lists of values begin with defaults.',
        body: TenantInput,
        response: { 201: Tenant, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) => request.inPlatform((tx) => createTenant(tx, request.body)),
  );

  app.put(
    '/api/tenants/:id',
    {
      config: admins,
      schema: {
        operationId: 'updateTenant',
        tags,
        summary: 'Change a tenant',
        description:
          'Changes name and code, and whether the tenant is active. The users of an inactive one can do nothing, and mails to them wait.',
        params: ById,
        body: TenantUpdate,
        response: { 200: Tenant, ...problems(400, 401, 403, 404, 409) },
      },
    },
    (request) => request.inPlatform((tx) => updateTenant(tx, request.params.id, request.body)),
  );

  app.delete(
    '/api/tenants/:id',
    {
      config: { ...admins, area: null },
      schema: {
        operationId: 'deleteTenant',
        tags,
        summary: 'Delete a tenant softly',
        description:
          'Its users can no longer sign in, and its public branding is not found. Its records stay and can be restored; its code, domain and login e-mails are free meanwhile.',
        params: ById,
        response: { 204: Type.Null(), ...problems(401, 403, 404, 409) },
      },
    },
    (request) => request.inPlatform((tx) => deleteTenant(tx, request.params.id)),
  );

  app.get(
    '/api/tenants/:tenantUuid/stats',
    {
      config: { area: 'tenant', roles, entersWithoutFactor: true, entersUnapproved: true },
      schema: {
        operationId: 'getTenantStats',
        tags,
        summary: 'How many contacts and households a tenant has',
        description: 'Counts live records at the time of asking.',
        params: Type.Object({ tenantUuid: Uuid }),
        response: { 200: TenantStats, ...problems(401, 403, 404) },
      },
    },
    (request) => readNamedTenant(request, request.params.tenantUuid, countOfTenant),
  );
}
