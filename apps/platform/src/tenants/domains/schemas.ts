import { Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

export const DomainInput = Type.Object({
  domain: Type.String({ minLength: 1, maxLength: 300, examples: ['wealth.andes.example'] }),
  active: Type.Optional(Type.Boolean({ default: true })),
});

export const TenantDomain = Type.Object({
  tenantUuid: Uuid,
  domain: Type.String(),
  active: Type.Boolean(),
  verified: Type.Boolean({ description: 'Whether the domain leads to the tenant when active' }),
  reachedAt: Nullable(
    Type.String({
      ...RecordTime,
      description: 'When the platform last reached itself at the domain over https',
    }),
  ),
  unprovedSince: Nullable(
    Type.String({
      ...RecordTime,
      description: 'Since when the DNS record is missing: new links do not name the domain',
    }),
  ),
  verification: Nullable(
    Type.Object(
      { recordType: Type.String(), recordName: Type.String(), recordValue: Type.String() },
      { description: 'The DNS record that proves the domain; null when none is asked for' },
    ),
  ),
  createdAt: RecordTime,
  updatedAt: RecordTime,
});

export type TenantDomainView = Static<typeof TenantDomain>;
