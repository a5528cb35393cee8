import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { PageOf, PageQuery } from '../lists/page.ts';
import { orNotFound } from '../problems.ts';
import { createPartner } from './create-partner.ts';
import { deletePartner } from './delete-partner.ts';
import { findPartner, listPartners } from './queries.ts';
import { Partner, PartnerInput, PartnerUpdate } from './schemas.ts';
import { updatePartner } from './update-partner.ts';

const tags = ['Partners'];
const admins = { area: 'partners', roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] as const };
const ByUuid = Type.Object({ partnerUuid: Uuid });

export async function partnerRoutes(app: Server) {
  app.get(
    '/api/partners',
    {
      config: admins,
      schema: {
        operationId: 'listPartners',
        tags,
        summary: 'Partners by page',
        description:
          'By page or cursor. A partner is a firm that works for the tenant; its staff see their own clients only.',
        querystring: PageQuery,
        response: { 200: PageOf(Partner), ...problems(400, 401, 403) },
      },
    },
    (request) => request.readTenant((tx) => listPartners(tx, request.query)),
  );

  app.post(
    '/api/partners',
    {
      config: { ...admins, creates: true },
      schema: {
        operationId: 'createPartner',
        tags,
        summary: 'Create a partner',
        description: 'Staff can then be created who work for it.',
        body: PartnerInput,
        response: { 201: Partner, ...problems(400, 401, 403, 422) },
      },
    },
    (request) => request.inTenant((tx) => createPartner(tx, request.body)),
  );

  app.get(
    '/api/partners/:partnerUuid',
    {
      config: admins,
      schema: {
        operationId: 'getPartner',
        tags,
        summary: 'One partner',
        description: 'One of the tenant’s partners.',
        params: ByUuid,
        response: { 200: Partner, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) =>
        orNotFound(findPartner(tx, request.params.partnerUuid), 'partner'),
      ),
  );

  app.put(
    '/api/partners/:partnerUuid',
    {
      config: admins,
      schema: {
        operationId: 'updatePartner',
        tags,
        summary: 'Change a partner',
        description: 'Changes its name, or whether it is active.',
        params: ByUuid,
        body: PartnerUpdate,
        response: { 200: Partner, ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant((tx) => updatePartner(tx, request.params.partnerUuid, request.body)),
  );

  app.delete(
    '/api/partners/:partnerUuid',
    {
      config: admins,
      schema: {
        operationId: 'deletePartner',
        tags,
        summary: 'Delete a partner nobody works for',
        description: 'A partner with staff stays: their work has to be handed over first.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404, 409) },
      },
    },
    (request) => request.inTenant((tx) => deletePartner(tx, request.params.partnerUuid)),
  );
}
