import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { sendTable, tableOrCsv } from '../exports/table-or-csv.ts';
import { listAccess } from './queries.ts';
import { Access, accessColumns } from './schemas.ts';

/** Serves the list of all that reaches a firm's data, for its regular review. */
export async function accessReviewRoutes(app: Server) {
  app.get(
    '/api/access-review',
    {
      config: { area: 'staff', roles: ['TENANT_ADMIN', 'SYSTEM_ADMIN'] as const },
      schema: {
        operationId: 'reviewAccess',
        tags: ['Staff'],
        summary: 'Everybody and everything that reaches the tenant’s data',
        description:
          'People who sign in, machines, personal tokens that stand, and webhook endpoints, with their roles, scopes, second factors and last use. With Accept: text/csv the same as a file, which is recorded as an export.',
        response: { ...tableOrCsv('All of it, people first', Access), ...problems(401, 403) },
      },
    },
    async (request, reply) => {
      const rows = await request.readTenant((tx) => listAccess(tx));
      return sendTable(request, reply as never, {
        list: 'access-review',
        columns: accessColumns,
        rows,
      });
    },
  );
}
