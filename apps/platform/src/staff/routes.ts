import type { Role } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { Enum, problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { IfMatchHeader } from '../http/if-match.ts';
import { PageOf, PageQuery } from '../lists/page.ts';
import { orNotFound } from '../problems.ts';
import { readNamedTenant } from '../tenants/in-named-tenant.ts';
import { createStaffMember, prepareStaffMember } from './create-staff-member.ts';
import { deleteStaffMember } from './delete-staff-member.ts';
import { inStatedTenant } from './in-stated-tenant.ts';
import { findStaffMember, listStaff, listStaffPage } from './queries.ts';
import { resetCredentials } from './reset-credentials.ts';
import { resetStaffSecondFactor } from './reset-second-factor.ts';
import {
  NewPassword,
  StaffDeletion,
  StaffInput,
  StaffMember,
  StaffUpdate,
  staffCategories,
} from './schemas.ts';
import { searchStaff } from './search-staff.ts';
import { setPassword } from './set-password.ts';
import { prepareStaffUpdate, updateStaffMember } from './update-staff-member.ts';

const tags = ['Staff'];
const admins = {
  area: 'staff',
  roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'PARTNER_ADMIN'] as const satisfies Role[],
};
const changers = { area: null, needsProof: true, personOnly: true } as const;
const readers = { ...admins, roles: [...admins.roles, 'TENANT_STAFF'] as const satisfies Role[] };
const AllStaff = Type.Array(StaffMember);
const ByUuid = Type.Object({ tenantStaffUuid: Uuid });

export async function staffRoutes(app: Server) {
  app.get(
    '/api/tenant-staff/all',
    {
      config: admins,
      schema: {
        operationId: 'listStaff',
        tags,
        summary: 'All staff of the tenant',
        description: 'An array of tenant and partner staff together, those deleted left out.',
        response: { 200: AllStaff, ...problems(401, 403) },
      },
    },
    (request) => request.readTenant((tx) => listStaff(tx)),
  );

  app.get(
    '/api/tenant-staff/all/paginated',
    {
      config: admins,
      schema: {
        operationId: 'listStaffPage',
        tags,
        summary: 'Staff by page',
        description: 'The same people as the list of all, by page or cursor.',
        querystring: PageQuery,
        response: { 200: PageOf(StaffMember), ...problems(400, 401, 403) },
      },
    },
    (request) => request.readTenant((tx) => listStaffPage(tx, request.query)),
  );

  app.get(
    '/api/tenant-staff/all/by-category/:category',
    {
      config: admins,
      schema: {
        operationId: 'listStaffByCategory',
        tags,
        summary: 'Staff of one category',
        description: 'TENANT_STAFF work for the tenant, PARTNER_STAFF for one of its partners.',
        params: Type.Object({ category: Enum(staffCategories) }),
        response: { 200: AllStaff, ...problems(400, 401, 403) },
      },
    },
    (request) => request.readTenant((tx) => listStaff(tx, request.params.category)),
  );

  app.get(
    '/api/tenant-staff/:tenantUuid/all',
    {
      config: { area: 'staff', roles: ['SYSTEM_ADMIN'] },
      schema: {
        operationId: 'listStaffOfTenant',
        tags,
        summary: 'All staff of a named tenant',
        description: 'An array, for administrators of the platform.',
        params: Type.Object({ tenantUuid: Uuid }),
        response: { 200: AllStaff, ...problems(401, 403, 404) },
      },
    },
    (request) => readNamedTenant(request, request.params.tenantUuid, async (tx) => listStaff(tx)),
  );

  app.get(
    '/api/tenant-staff/search',
    {
      config: readers,
      schema: {
        operationId: 'searchStaff',
        tags,
        summary: 'Staff by name, whatever the order, case, accents and small typos',
        description: 'By page, the best matches first.',
        querystring: Type.Object({
          name: Type.String({ minLength: 1, maxLength: 200 }),
          ...PageQuery.properties,
        }),
        response: { 200: PageOf(StaffMember), ...problems(400, 401, 403) },
      },
    },
    (request) => request.readTenant((tx) => searchStaff(tx, request.query.name, request.query)),
  );

  app.get(
    '/api/tenant-staff/:tenantStaffUuid',
    {
      config: { ...readers, versioned: true },
      schema: {
        operationId: 'getStaffMember',
        tags,
        summary: 'One staff member',
        description: 'One of the tenant’s staff, or of its partners’.',
        params: ByUuid,
        response: { 200: StaffMember, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) =>
        orNotFound(findStaffMember(tx, request.params.tenantStaffUuid), 'staff member'),
      ),
  );

  app.post(
    '/api/tenant-staff',
    {
      config: {
        area: 'staff',
        roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
        creates: true,
        needsProof: 'WITH_PASSWORD',
        versioned: true,
      },
      schema: {
        operationId: 'createStaffMember',
        tags,
        summary: 'Create a staff member and the login',
        description: 'Makes the record, and the account that signs in with userEmail.',
        body: StaffInput,
        response: { 201: StaffMember, ...problems(400, 401, 403, 409, 422) },
      },
    },
    async (request) => {
      const { caller, body } = request;
      return inStatedTenant(caller, body.tenantUuid, async (tenantUuid) => {
        const prepared = await prepareStaffMember(body);
        return request.inTenant((tx) => createStaffMember(tx, prepared), tenantUuid);
      });
    },
  );

  app.put(
    '/api/tenant-staff/:tenantStaffUuid',
    {
      config: { ...admins, needsProof: 'WITH_PASSWORD', versioned: true },
      schema: {
        operationId: 'updateStaffMember',
        tags,
        summary: 'Change what is stated of a staff member',
        description:
          'What is absent stays. Another userEmail moves the login: its sessions and links end, and both addresses are told.',
        params: ByUuid,
        headers: IfMatchHeader,
        body: StaffUpdate,
        response: { 200: StaffMember, ...problems(400, 401, 403, 404, 409, 412) },
      },
    },
    async (request) => {
      const prepared = await prepareStaffUpdate(request.body);
      return request.inTenant((tx) =>
        updateStaffMember(
          tx,
          request.caller,
          request.params.tenantStaffUuid,
          prepared,
          request.requireMatch,
        ),
      );
    },
  );

  app.delete(
    '/api/tenant-staff/:tenantStaffUuid',
    {
      config: { area: 'staff', roles: ['TENANT_ADMIN', 'PARTNER_ADMIN'] },
      schema: {
        operationId: 'deleteStaffMember',
        tags,
        summary: 'Delete a staff member; the body repeats the UUID',
        description: 'The login ends at once; what the person led stays until it is handed over.',
        params: ByUuid,
        body: StaffDeletion,
        response: { 204: Type.Null(), ...problems(400, 401, 403, 404, 409) },
      },
    },
    async (request) => {
      const { tenantStaffUuid } = request.params;
      if (request.body.staffUuidToDelete.toLowerCase() !== tenantStaffUuid.toLowerCase()) {
        throw invalid(
          fieldError('staffUuidToDelete', 'MISMATCH', 'must equal the UUID of the path'),
        );
      }
      return request.inTenant((tx) => deleteStaffMember(tx, request.caller, tenantStaffUuid));
    },
  );

  app.post(
    '/api/tenant-staff/:tenantStaffUuid/credentials/reset',
    {
      config: { ...admins, area: null, personOnly: true },
      schema: {
        operationId: 'resetStaffCredentials',
        tags,
        summary: 'Mail a link to set a new password',
        description: 'The link goes to the person’s registered address and works once.',
        params: ByUuid,
        response: {
          202: Type.Unsafe<undefined>({ type: 'null', description: 'Mailed' }),
          ...problems(401, 403, 404),
        },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        resetCredentials(tx, request.caller, request.params.tenantStaffUuid),
      ),
  );

  app.post(
    '/api/tenant-staff/:tenantStaffUuid/second-factor/reset',
    {
      config: { roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'], ...changers },
      schema: {
        operationId: 'resetStaffSecondFactor',
        tags,
        summary: 'Take all second factors away and end the sessions',
        description: 'For somebody who lost the device. The next sign-in needs the password alone.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) => {
      const { tenantStaffUuid } = request.params;
      return request.inTenant((tx) => resetStaffSecondFactor(tx, request.caller, tenantStaffUuid));
    },
  );

  app.put(
    '/api/tenant-staff/:tenantStaffUuid/credentials/create',
    {
      config: { ...admins, ...changers },
      schema: {
        operationId: 'setStaffPassword',
        tags,
        summary: 'Set the password directly',
        description: 'The person’s sessions end, and the person is told by mail.',
        params: ByUuid,
        body: NewPassword,
        response: { 204: Type.Null(), ...problems(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const set = await setPassword(request.body.password);
      return request.inTenant((tx) => set(tx, request.caller, request.params.tenantStaffUuid));
    },
  );
}
