import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { sendTable, tableOrCsv } from '../exports/table-or-csv.ts';
import { tenantPrefix } from '../files/keys.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { listUsage } from './queries.ts';
import { TenantUsage, UsageQuery, usageColumns } from './schemas.ts';

/** Serves what each tenant used in a month, which the operator of the platform charges for. */
export async function platformUsageRoutes(app: Server, { objects }: { objects: ObjectStore }) {
  app.get(
    '/api/platform/usage',
    {
      config: { roles: ['SYSTEM_ADMIN'] as const },
      schema: {
        operationId: 'getPlatformUsage',
        tags: ['Platform administrators'],
        summary: 'What each tenant had and did in a month',
        description:
          'An array of every tenant that was there in the month, by name. With Accept: text/csv the same as a file, which is recorded as an export.',
        querystring: UsageQuery,
        response: {
          ...tableOrCsv('Every tenant of the month, by name', TenantUsage),
          ...problems(400, 401, 403),
        },
      },
    },
    async (request, reply) => {
      const { month = thisMonth() } = request.query;
      const counted = await request.inPlatform((tx) => listUsage(tx, month));
      const stored = await bytesByTenant(objects);
      const rows = counted.map((tenant): TenantUsage => {
        const storageBytes = stored.get(tenantPrefix(tenant.tenantUuid)) ?? 0;
        return { ...tenant, storageBytes };
      });
      return sendTable(request, reply as never, { list: 'usage', columns: usageColumns, rows });
    },
  );
}

const thisMonth = () => Temporal.Now.plainDateISO('UTC').toPlainYearMonth().toString();

/** Sums up what is stored below the prefix of each tenant. All is listed at once: a request for each would take minutes of thousands. */
async function bytesByTenant(objects: ObjectStore): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const { key, bytes } of await objects.list('')) {
    const prefix = key.slice(0, key.indexOf('/') + 1);
    sums.set(prefix, (sums.get(prefix) ?? 0) + bytes);
  }
  return sums;
}
