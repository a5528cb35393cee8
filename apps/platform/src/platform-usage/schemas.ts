import { Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

export const UsageQuery = Type.Object({
  month: Type.Optional(
    Type.String({
      pattern: '^(?!0000)\\d{4}-(0[1-9]|1[0-2])$',
      description: 'A month of UTC; the current one when absent',
      examples: ['2026-03'],
    }),
  ),
});

export const TenantUsage = Named('GetPlatformUsageItem', {
  tenantUuid: Uuid,
  staff: Type.Integer({ description: 'Who were staff at the end of the month' }),
  contacts: Type.Integer({ description: 'Contacts at the end of the month' }),
  storageBytes: Type.Integer({ description: 'What the files of the tenant take now' }),
  mails: Type.Integer({ description: 'Mails that the mail server took in the month' }),
  events: Type.Integer({ description: 'Events of the month' }),
  lastUsedAt: Nullable(
    Type.String({ ...RecordTime, description: 'When somebody last did something there at all' }),
  ),
});

export const usageColumns = [
  'tenantUuid',
  'staff',
  'contacts',
  'storageBytes',
  'mails',
  'events',
  'lastUsedAt',
] as const;

export type TenantUsage = Static<typeof TenantUsage>;
