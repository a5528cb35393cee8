import { Enum, IsoDate, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { Type } from 'typebox';
import { contactTypes, statuses } from '../fields.ts';
import { documentTypes } from '../profile-schemas.ts';

export const duplicateReasons = ['SAME_EMAIL', 'SAME_PHONE', 'SAME_IDENTITY', 'SAME_NAME'] as const;
export const onboardingSteps = ['SALES', 'COMPLIANCE', 'PRIMARY_EMAIL', 'CREDENTIALS'] as const;

/** A contact that may be the same person as another, and why. */
export const Duplicate = Type.Object({
  contactUuid: Uuid,
  firstName: Type.String(),
  paternalLastName: Type.String(),
  displayName: Nullable(Type.String()),
  contactType: Enum(contactTypes),
  status: Enum(statuses),
  contactManagerId: Uuid,
  createdAt: RecordTime,
  reasons: Type.Array(Enum(duplicateReasons)),
});

const Fault = Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() });

/** The state of a step of onboarding. */
export const Step = Type.Object({
  step: Enum(onboardingSteps),
  complete: Type.Boolean(),
  missing: Type.Array(Type.String()),
  invalid: Type.Array(Fault),
});

/** The state of a contact's onboarding, and the call that takes it further. */
export const Readiness = Type.Object({
  contactUuid: Uuid,
  ready: Type.Boolean(),
  steps: Type.Array(Step),
  expiringDocuments: Type.Array(
    Type.Object({
      field: Type.String(),
      specificationType: Enum(documentTypes),
      country: Type.String(),
      expirationDate: IsoDate,
      expired: Type.Boolean(),
    }),
  ),
  nextCall: Nullable(
    Type.Object({
      method: Type.String(),
      path: Type.String(),
      fields: Type.Array(Type.String()),
    }),
  ),
});
