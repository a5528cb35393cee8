import { Enum, IsoDate, Named, Nullable, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { Contact } from '../fields.ts';
import { documentTypes } from '../profile-schemas.ts';

const readinessStatuses = ['READY', 'INCOMPLETE', 'ATTENTION'] as const;
/** Names a reason for which a contact's papers need attention. */
export const attentionReasons = [
  'INVALID',
  'DOCUMENT_EXPIRED',
  'DOCUMENT_EXPIRES',
  'POLITICALLY_EXPOSED',
  'RELATED_TO_PEP',
] as const;
export const onboardingSteps = ['SALES', 'COMPLIANCE', 'PRIMARY_EMAIL', 'CREDENTIALS'] as const;

const Fault = Named('FieldError', {
  field: Type.String(),
  code: Type.String(),
  message: Type.String(),
});

/** The state of a step of onboarding. */
export const Step = Named('ContactReadinessStep', {
  step: Enum(onboardingSteps, { title: 'ContactReadinessStepStep' }),
  complete: Type.Boolean(),
  missing: Type.Array(Type.String()),
  invalid: Type.Array(Fault),
});

/** The state of a contact's papers in short. */
const summary = {
  status: Enum(readinessStatuses, { title: 'ContactReadinessStatus' }),
  missing: Type.Integer({ description: 'How many things are missing over all steps' }),
};

/** The date of the next document to expire, or of the last that has. */
const DocumentExpiresOn = Nullable(IsoDate);

/** A contact as the filtered list shows it. */
export const ListedContact = Type.Object({
  ...Contact.properties,
  readiness: Named('TodayAttentionContentReadiness', summary),
  documentExpiresOn: DocumentExpiresOn,
});

/** The state of a contact's onboarding step by step, and the call that takes it further. */
export const Assessment = Type.Object({
  contactUuid: Uuid,
  ready: Type.Boolean(),
  attention: Type.Array(Enum(attentionReasons, { title: 'ContactReadinessAttention' })),
  steps: Type.Array(Step),
  expiringDocuments: Type.Array(
    Named('ContactReadinessExpiringDocument', {
      field: Type.String(),
      specificationType: Enum(documentTypes, {
        title: 'IdentityDocumentSpecificationDataSpecificationType',
      }),
      country: Type.String(),
      expirationDate: IsoDate,
      expired: Type.Boolean(),
    }),
  ),
  nextCall: Nullable(
    Named('ContactReadinessNextCall', {
      method: Type.String(),
      path: Type.String(),
      fields: Type.Array(Type.String()),
    }),
  ),
});

/** The same with its status and count, which are those of the contact in the filtered list. */
export const Readiness = Named('ContactReadiness', {
  ...summary,
  documentExpiresOn: DocumentExpiresOn,
  ...Assessment.properties,
});

export type ListedContactRow = Static<typeof ListedContact>;
