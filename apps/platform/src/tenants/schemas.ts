import { Enum, Named, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { IncludeDeleted } from '../http/deleted-records.ts';
import { Filters } from '../lists/filter.ts';
import { PageBody } from '../lists/page.ts';

const Name = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'not-blank',
  examples: ['Andes Patrimonio'],
});
export const Code = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^\\S(.*\\S)?$',
  format: 'not-blank',
  examples: ['ANDES'],
});

export const TenantInput = Type.Object({
  name: Name,
  code: Code,
  isActive: Type.Optional(Type.Boolean({ default: true })),
});

/** The same on update, where an absent isActive stays as it is. */
export const TenantUpdate = Type.Object({
  name: Name,
  code: Code,
  isActive: Type.Optional(Type.Boolean()),
});

export const Tenant = Named('Tenant', {
  tenantUuid: Uuid,
  name: Type.String(),
  code: Type.String(),
  isActive: Type.Boolean(),
  createdAt: RecordTime,
  updatedAt: RecordTime,
});

/** A page of tenants that fulfil every filter. */
export const TenantFilter = Type.Object({
  filters: Type.Optional(Filters),
  includeDeleted: IncludeDeleted,
  ...PageBody.properties,
});

export const TenantPurge = Type.Object({ tenantUuid: Uuid });

export const DeletionReport = Type.Object({
  tenantUuid: Uuid,
  deletedAt: RecordTime,
  removed: Type.Record(Type.String(), Type.Integer(), {
    description: 'How much was removed, by table or store',
  }),
});

/** The answer while a removal goes on, and where its progress is read. */
export const PurgeRunning = Named('RunningPurge', {
  status: Enum(['RUNNING']),
  statusUrl: Type.String({ examples: ['/api/tenants/0190…/purge'] }),
});

export const PurgeProgress = Type.Object({
  status: Enum(['RUNNING', 'DONE']),
  removed: DeletionReport.properties.removed,
});

export const TenantStats = Type.Object({
  tenantUuid: Uuid,
  householdCount: Type.Integer(),
  contactCount: Type.Integer(),
});

export type PurgeProgress = Static<typeof PurgeProgress>;
export type DeletionReport = Static<typeof DeletionReport>;
export type TenantRow = Static<typeof Tenant>;
export type NewTenant = Static<typeof TenantInput>;
export type TenantChanges = Static<typeof TenantUpdate>;
export type TenantCounts = Static<typeof TenantStats>;
