import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { MeetingServices } from '../meetings/export-change.ts';
import { BookTransfer, TransferredBook } from './schemas.ts';
import { transferBook } from './transfer-book.ts';

export async function bookTransferRoutes(app: Server, services: MeetingServices) {
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
      request.inTenant((tx) =>
        transferBook(tx, services, request.params.tenantStaffUuid, request.body),
      ),
  );
}
