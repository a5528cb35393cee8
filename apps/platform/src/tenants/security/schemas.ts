import { AllKept, Enum, Named } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const fields = {
  secondFactor: Enum(['OPTIONAL', 'REQUIRED']),
  idleMinutes: Type.Integer({
    minimum: 5,
    maximum: 480,
    description: 'How long a session begun with a cookie lasts without being used',
  }),
  passwordMinLength: Type.Integer({ minimum: 8, maximum: 64 }),
  recordViews: Type.Boolean({ description: 'Whether reading a single record is recorded' }),
  allowedNetworks: Type.Array(
    Type.String({
      format: 'network',
      maxLength: 49,
      examples: ['203.0.113.0/24', '2001:db8:40::/48'],
    }),
    {
      maxItems: 100,
      description:
        'The networks (CIDR, IPv4 and IPv6) from which staff and machines of the firm work; empty: any',
    },
  ),
  sessionHours: Type.Integer({
    minimum: 1,
    maximum: 720,
    description: 'How long a session lasts from its sign-in, however it is used',
  }),
  tokenDays: Type.Integer({
    minimum: 1,
    maximum: 90,
    description: 'How long a personal token that is made from now on may last',
  }),
  refuseCommonPasswords: Type.Boolean({
    description: 'Whether the 30,000 most common passwords are refused wherever one is set',
  }),
  assistants: Enum(['OFF', 'READ'], { description: 'Whether assistants may read at /mcp' }),
  vendorAccess: Enum(['OPEN', 'TOLD', 'APPROVED'], {
    title: 'SecurityPolicyVendorAccess',
    description:
      'Whether administrators of the platform may enter: any time, with a mail to the administrators, or while it is approved; changed by TENANT_ADMINs alone',
  }),
};

/** A tenant's rules for signing in. */
export const SecurityPolicy = Named('SecurityPolicy', fields);
export const SecurityPolicyUpdate = Type.Object(AllKept(fields));

export type SecurityPolicyRow = Static<typeof SecurityPolicy>;
export type SecurityPolicyChanges = Partial<SecurityPolicyRow>;
