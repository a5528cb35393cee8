import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { addPlatformNames } from '../audit/names.ts';
import { Range } from '../audit/schemas.ts';
import type { Db } from '../database/db.ts';
import type { ObjectStore } from '../files/object-store.ts';
import type { Kind } from '../kind.ts';
import { readNamedTenant } from '../tenants/in-named-tenant.ts';
import { exportHistory } from './export-history.ts';
import { readHistory } from './read-history.ts';
import { ExportedChanges, HistoryPart, historyQueryOf } from './schemas.ts';

const tags = ['Audit trail'];

export async function historyRoutes(
  app: Server,
  { db, objects, kinds }: { db: Db; objects: ObjectStore; kinds: readonly Kind[] },
) {
  app.get(
    '/api/history',
    {
      config: { area: 'contacts', roles: staffRoles },
      schema: {
        operationId: 'listHistory',
        tags,
        summary: 'What was changed of a record, field by field, the newest first',
        description:
          'For whoever may read the record; of a tenant its administrators and the platform’s. Each entry is one field with its value before and after, by cursor. Creating, deleting and restoring have none, and secrets never. Programs need the scope of the record too.',
        querystring: historyQueryOf(kinds),
        response: { 200: HistoryPart, ...problems(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const { caller, query } = request;
      const { content, nextCursor } = await (query.entityType === 'TENANT'
        ? readNamedTenant(request, query.entityUuid, (tx) => readHistory(tx, caller, query))
        : request.readTenant((tx) => readHistory(tx, caller, query)));
      const named = await addPlatformNames(db, [...content]);
      return { content: named.map((row) => ({ ...row, actorUuid: row.actorId })), nextCursor };
    },
  );

  app.get(
    '/api/audit/history-export',
    {
      config: { area: 'audit', roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'], heavy: true },
      schema: {
        operationId: 'exportHistory',
        tags,
        summary: 'What chained events changed, as NDJSON that `npx atrium audit verify` checks',
        description:
          'Streams what the chained events of [from, to) changed, one event a line, in the order of the chain. An event whose values were erased has null for salt and changes. The export itself is recorded.',
        querystring: Range,
        response: {
          200: {
            description: 'One event a line, in the order of the chain, streamed',
            content: { 'application/x-ndjson': { schema: ExportedChanges } },
          },
          ...problems(400, 401, 403),
        },
      },
    },
    async (request, reply) => {
      const history = await exportHistory(request, objects, request.query);
      reply
        .type('application/x-ndjson')
        .header('content-disposition', 'attachment; filename="history.ndjson"');
      return history as never;
    },
  );
}
