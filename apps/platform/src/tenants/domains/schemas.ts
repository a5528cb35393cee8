import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

export const DomainInput = Type.Object({
  domain: Type.String({ minLength: 1, maxLength: 300, examples: ['wealth.andes.example'] }),
  active: Type.Optional(Type.Boolean({ default: true })),
});

export const TenantDomain = Named('TenantDomain', {
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
      {
        title: 'TenantDomainVerification',
        description: 'The DNS record that proves the domain; null when none is asked for',
      },
    ),
  ),
  createdAt: RecordTime,
  updatedAt: RecordTime,
});

const light = (details: readonly string[], description: string) =>
  Type.Object(
    {
      ok: Type.Boolean(),
      detail: Enum(details),
      at: RecordTime,
    },
    { description },
  );

/** Holds what a look at a domain finds, now. */
export const DomainCheck = Type.Object({
  dns: light(
    ['RECORD_THERE', 'RECORD_ABSENT', 'NOT_ASKED', 'NO_ANSWER'],
    'The DNS record that proves the domain; NOT_ASKED where none is asked for',
  ),
  certificate: light(
    ['ACCEPTED', 'CERTIFICATE_REFUSED', 'NOT_PUBLIC', 'NO_ADDRESS', 'NO_ANSWER', 'NOT_ASKED'],
    'Whether the domain shows a certificate that browsers take; NOT_ASKED in development',
  ),
  reached: light(
    [
      'REACHED',
      'OTHER_SERVER',
      'CERTIFICATE_REFUSED',
      'NOT_PUBLIC',
      'NO_ADDRESS',
      'NO_ANSWER',
      'NOT_ASKED',
    ],
    'Whether https of the domain leads to this platform; NOT_ASKED in development',
  ),
});

export type DomainCheckView = Static<typeof DomainCheck>;
export type TenantDomainView = Static<typeof TenantDomain>;
