import { type FieldError, fieldError } from '@atrium/kit/problem.ts';
import type { Static } from 'typebox';
import { isRut } from '../../http/rut.ts';
import type { ListName } from '../../platform-configs/default-lists.ts';
import type { Entry } from '../../platform-configs/schemas.ts';
import type { ContactRow } from '../schemas.ts';
import { checkIdentityDocuments, expiringDocuments } from './expiring-documents.ts';
import { type Assessment, attentionReasons, type Step } from './schemas.ts';

type Lists = Record<ListName, readonly Entry[]>;

const salesFields = [
  'dateOfBirth',
  'gender',
  'maritalStatus',
  'identityType',
  'identityId',
  'identityCountry',
  'countryOfBirth',
  'countryOfCitizenship',
  'annualIncome',
  'liquidNetWorth',
  'totalNetWorth',
  'stageName',
] as const;

const complianceFields = [
  'phoneNumber',
  'primaryCountryOfCitizenship',
  'relatedToPEP',
  'directorOrTenPercentShareholder',
  'identityDocuments',
  'currentEmployment',
] as const;

/**
 * Returns how complete a contact's onboarding is on a day (`YYYY-MM-DD`), step by step. Its
 * households tell whether it is close to a politically exposed person.
 */
export function assessReadiness(
  contact: ContactRow,
  lists: Lists,
  today: string,
  isRelatedToPep: boolean,
): Static<typeof Assessment> {
  const steps = [
    step('SALES', missingOfSales(contact), invalidOfSales(contact, lists)),
    step('COMPLIANCE', missingOfCompliance(contact), invalidOfCompliance(contact, today)),
    step('PRIMARY_EMAIL', contact.primaryEmail ? [] : ['primaryEmail'], []),
    step('CREDENTIALS', contact.credentialsInitializedAt ? [] : ['credentialsInitializedAt'], []),
  ];
  const next = steps.find((each) => !each.complete);
  const documents = expiringDocuments(contact.identityDocuments ?? [], today);
  return {
    contactUuid: contact.contactUuid,
    ready: next === undefined,
    attention: attentionTo(contact, steps, documents, isRelatedToPep),
    steps,
    expiringDocuments: documents,
    nextCall: next ? callFor(next, `/api/contacts/${contact.contactUuid}`) : null,
  };
}

type StepRow = Static<typeof Step>;
type Assessed = Static<typeof Assessment>;

function attentionTo(
  { pepEntries }: ContactRow,
  steps: readonly StepRow[],
  documents: Assessed['expiringDocuments'],
  isRelatedToPep: boolean,
): Assessed['attention'] {
  const isOwn = ({ relationship }: { relationship?: string | null }) =>
    ['', 'SELF'].includes(relationship?.trim().toUpperCase() ?? '');
  const reasons = {
    INVALID: steps.some(({ invalid }) => invalid.length > 0),
    DOCUMENT_EXPIRED: documents.some(({ expired }) => expired),
    DOCUMENT_EXPIRES: documents.some(({ expired }) => !expired),
    POLITICALLY_EXPOSED: pepEntries?.some(isOwn) ?? false,
    RELATED_TO_PEP: isRelatedToPep,
  };
  return attentionReasons.filter((reason) => reasons[reason]);
}

function step(name: StepRow['step'], missing: string[], invalid: FieldError[]): StepRow {
  return { step: name, complete: missing.length + invalid.length === 0, missing, invalid };
}

function callFor({ step: name, missing, invalid }: StepRow, path: string) {
  if (name === 'CREDENTIALS')
    return { method: 'POST', path: `${path}/credentials/init`, fields: [] };
  const fields = new Set([...missing, ...invalid.map((each) => each.field.replace(/[[.].*/, ''))]);
  return { method: 'PUT', path, fields: [...fields] };
}

function missingOfSales(contact: ContactRow): string[] {
  return [...unset(contact, salesFields), ...withoutAddress(contact, 'SALES')];
}

function missingOfCompliance(contact: ContactRow): string[] {
  const pep = contact.relatedToPEP && !contact.pepEntries?.length ? ['pepEntries'] : [];
  return [...unset(contact, complianceFields), ...pep, ...withoutAddress(contact, 'COMPLIANCE')];
}

function unset(contact: ContactRow, names: readonly (keyof ContactRow)[]): string[] {
  const empty = (value: unknown) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return names.filter((name) => empty(contact[name]));
}

function withoutAddress({ addresses }: ContactRow, slice: 'SALES' | 'COMPLIANCE'): string[] {
  return addresses.some((each) => each.contactAddressType === slice) ? [] : ['addresses'];
}

function invalidOfSales(contact: ContactRow, lists: Lists): FieldError[] {
  const { stageName, contactSource, segmentName, identityType, identityId } = contact;
  const outOfList = (field: string, value: string | null, list: ListName) =>
    value === null || lists[list].some((entry) => entry.isActive && entry.value === value)
      ? []
      : [fieldError(field, 'NOT_ALLOWED', `is not one of the tenant’s ${list} any more`)];
  const wrongRut = identityType === 'CHILE_RUT' && identityId !== null && !isRut(identityId);
  return [
    ...outOfList('stageName', stageName, 'stages'),
    ...outOfList('contactSource', contactSource, 'sources'),
    ...outOfList('segmentName', segmentName, 'segments'),
    ...(wrongRut ? [fieldError('identityId', 'INVALID_FORMAT', 'has a wrong check digit')] : []),
  ];
}

/** A post-office box is no residence; the word differs by country. */
const postOfficeBox = /\b(p\.? ?o\.? ?box|casilla|apartado( postal)?)\b/i;

function invalidOfCompliance(contact: ContactRow, today: string): FieldError[] {
  const boxes = contact.addresses.flatMap((address, at) =>
    address.contactAddressType === 'COMPLIANCE' && postOfficeBox.test(address.streetName ?? '')
      ? [fieldError(`addresses[${at}].streetName`, 'POST_OFFICE_BOX', 'is no residence')]
      : [],
  );
  return [...boxes, ...checkIdentityDocuments(contact.identityDocuments ?? [], today)];
}
