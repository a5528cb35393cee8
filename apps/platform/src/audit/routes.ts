import type { Role } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { Db } from '../database/db.ts';
import { addPlatformNames } from './names.ts';
import { findHead, listTrail } from './queries.ts';
import { Head, TrailPart, TrailQuery } from './schemas.ts';

const tags = ['Audit trail'];
const config = { roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'] satisfies Role[] };

export async function auditRoutes(app: Server, { db }: { db: Db }) {
  app.get(
    '/api/audit',
    {
      config,
      schema: {
        operationId: 'listAuditTrail',
        tags,
        summary: 'What happened in the tenant, the newest first',
        querystring: TrailQuery,
        response: { 200: TrailPart, ...problems(400, 401, 403) },
      },
    },
    async (request) => {
      const part = await request.readTenant((tx) => listTrail(tx, request.query));
      return { ...part, content: await addPlatformNames(db, part.content) };
    },
  );

  app.get(
    '/api/audit/head',
    {
      config,
      schema: {
        operationId: 'getAuditHead',
        tags,
        summary: "The last event of the tenant's chain",
        response: { 200: Head, ...problems(401, 403) },
      },
    },
    (request) => request.readTenant(findHead),
  );
}
