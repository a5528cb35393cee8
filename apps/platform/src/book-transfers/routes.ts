import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { listLeavers } from './list-leavers.ts';
import { BookTransfer, Leaver, TransferredBook } from './schemas.ts';
import { transferBook } from './transfer-book.ts';

export async function bookTransferRoutes(app: Server) {
  app.post(
    '/api/tenant-staff/:tenantStaffUuid/transfer',
    {
      config: { area: 'staff', roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] },
      schema: {
        operationId: 'transferBook',
        tags: ['Staff'],
        summary: 'Hand the contacts, households and meetings of a staff member over to another',
        description:
          'Moves contacts, households, future meetings and open tasks in one transaction. With dryRun it only counts. Given lists limit it to those records.',
        params: Type.Object({ tenantStaffUuid: Uuid }),
        body: BookTransfer,
        response: { 200: TransferredBook, ...problems(400, 401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant((tx) => transferBook(tx, request.params.tenantStaffUuid, request.body)),
  );

  app.get(
    '/api/tenant-staff/leavers',
    {
      config: { area: 'staff', roles: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] },
      schema: {
        operationId: 'listLeavers',
        tags: ['Staff'],
        summary: 'Who left at the identity provider and still has something to hand over',
        description:
          'Those whom the provider switched off or deleted, deleted staff too, with how much the hand-over would move; who left last comes first.',
        response: { 200: Type.Array(Leaver), ...problems(401, 403) },
      },
    },
    (request) => request.readTenant(listLeavers),
  );
}
