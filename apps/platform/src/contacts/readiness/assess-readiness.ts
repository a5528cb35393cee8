import { fieldError } from '@atrium/kit/problem.ts';
import type { Static } from 'typebox';
import { checkIdentityDocuments, expiringDocuments } from './expiring-documents.ts';
import type { AssessedContact } from './readiness-list.ts';
import { type Assessment, attentionReasons, onboardingSteps, type Step } from './schemas.ts';

type StepRow = Static<typeof Step>;
type Assessed = Static<typeof Assessment>;

/**
 * Returns how complete a contact's onboarding is on a day (`YYYY-MM-DD`), step by step, from what the
 * database finds missing and wrong, and from its documents.
 */
export function assessReadiness(contact: AssessedContact, today: string): Assessed {
  const steps = onboardingSteps.map((name) => stepOf(name, contact, today));
  const next = steps.find((each) => !each.complete);
  const documents = expiringDocuments(contact.identityDocuments ?? [], today);
  return {
    contactUuid: contact.contactUuid,
    ready: next === undefined,
    attention: attentionTo(contact, steps, documents),
    steps,
    expiringDocuments: documents,
    nextCall: next ? callFor(next, `/api/contacts/${contact.contactUuid}`) : null,
  };
}

function stepOf(name: StepRow['step'], contact: AssessedContact, today: string): StepRow {
  const { missingFields, faults, unlisted, identityDocuments } = contact;
  const missing = missingFields.filter(({ step }) => step === name).map(({ field }) => field);
  const invalid = faults
    .filter(({ step }) => step === name)
    .map(({ field, code }) => fieldError(field, code, messages[code]));
  if (name === 'SALES')
    invalid.unshift(
      ...unlisted.map(({ field, list }) =>
        fieldError(field, 'NOT_ALLOWED', `is not one of the tenant’s ${list} any more`),
      ),
    );
  if (name === 'COMPLIANCE')
    invalid.push(...checkIdentityDocuments(identityDocuments ?? [], today));
  return { step: name, complete: missing.length + invalid.length === 0, missing, invalid };
}

const messages = { INVALID_FORMAT: 'has a wrong check digit', POST_OFFICE_BOX: 'is no residence' };

function attentionTo(
  { isPoliticallyExposed, isRelatedToPep }: AssessedContact,
  steps: readonly StepRow[],
  documents: Assessed['expiringDocuments'],
): Assessed['attention'] {
  const reasons = {
    INVALID: steps.some(({ invalid }) => invalid.length > 0),
    DOCUMENT_EXPIRED: documents.some(({ expired }) => expired),
    DOCUMENT_EXPIRES: documents.some(({ expired }) => !expired),
    POLITICALLY_EXPOSED: isPoliticallyExposed,
    RELATED_TO_PEP: isRelatedToPep,
  };
  return attentionReasons.filter((reason) => reasons[reason]);
}

function callFor({ step: name, missing, invalid }: StepRow, path: string) {
  if (name === 'CREDENTIALS')
    return { method: 'POST', path: `${path}/credentials/init`, fields: [] };
  const fields = new Set([...missing, ...invalid.map((each) => each.field.replace(/[[.].*/, ''))]);
  return { method: 'PUT', path, fields: [...fields] };
}
