import type { Role } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { Db } from '../database/db.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { exportTrail } from './export-trail.ts';
import { addPlatformNames } from './names.ts';
import { findHead } from './queries.ts';
import { readTrail } from './read-trail.ts';
import { ExportedEvent, Head, Range, TrailPart, TrailQuery } from './schemas.ts';

const tags = ['Audit trail'];
const config = { area: 'audit', roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'] satisfies Role[] };

export async function auditRoutes(app: Server, { db, objects }: { db: Db; objects: ObjectStore }) {
  app.get(
    '/api/audit',
    {
      config,
      schema: {
        operationId: 'listAuditTrail',
        tags,
        summary: 'What happened in the tenant, the newest first',
        description:
          'Newest first, by cursor. Events of the last seconds are not chained yet: their sequence and hash are null. Names are those of now and are no part of the chain.',
        querystring: TrailQuery,
        response: { 200: TrailPart, ...problems(400, 401, 403) },
      },
    },
    async (request) => {
      const read = request.readTenant.bind(request);
      const part = await readTrail({ read, objects }, request.query);
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
        description:
          'Keep sequence and hash elsewhere: a later export must reach them, so a shortened chain is noticed. Before the first event the sequence is 0.',
        response: { 200: Head, ...problems(401, 403) },
      },
    },
    (request) => request.readTenant(findHead),
  );

  app.get(
    '/api/audit/export',
    {
      config: { ...config, heavy: true },
      schema: {
        operationId: 'exportAuditTrail',
        tags,
        summary: "A part of the tenant's chain as NDJSON, which `npx atrium audit verify` checks",
        description:
          'Streams the chained events of [from, to), one a line with its sequence and hash. The export itself is recorded.',
        querystring: Range,
        response: {
          200: {
            description: 'One chained event a line, in their order, streamed',
            content: { 'application/x-ndjson': { schema: ExportedEvent } },
          },
          ...problems(400, 401, 403),
        },
      },
    },
    async (request, reply) => {
      const trail = await exportTrail(request, objects, request.query);
      reply
        .type('application/x-ndjson')
        .header('content-disposition', 'attachment; filename="audit-trail.ndjson"');
      return trail as never;
    },
  );
}
