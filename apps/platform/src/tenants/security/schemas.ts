import { AllKept, Enum } from '@atrium/kit/schema.ts';
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
};

/** A tenant's rules for signing in. */
export const SecurityPolicy = Type.Object(fields);
export const SecurityPolicyUpdate = Type.Object(AllKept(fields));

export type SecurityPolicyRow = Static<typeof SecurityPolicy>;
export type SecurityPolicyChanges = Partial<SecurityPolicyRow>;
