import type { Columns } from '@atrium/kit/sql.ts';
import { Value } from 'typebox/value';
import type { Tx } from '../database/transaction.ts';
import {
  CompliancePhone,
  CurrentEmployment,
  IdentityDocument,
  PastEmployment,
  PreferredPhone,
} from './profile-schemas.ts';
import type { ContactChanges } from './schemas.ts';

/** Columns and their values as JSON has them. */
export type PlainColumns = Record<string, unknown>;

/** The columns that a create or update writes. */
export type ContactColumns = Columns;

const sameName = [
  'firstName',
  'middleName',
  'paternalLastName',
  'maternalLastName',
  'displayName',
  'alias',
  'contactType',
  'contactMeans',
  'preferredContactLanguage',
  'status',
  'firmType',
  'firmEntityUuid',
  'firmName',
  'capturedByType',
  'capturedByEntityUuid',
  'preferredEmail',
  'primaryEmail',
  'dateOfBirth',
  'gender',
  'maritalStatus',
  'identityType',
  'identityId',
  'identityCountry',
  'contactSource',
  'contactPreference',
  'marketSegment',
  'segmentName',
  'stageName',
  'annualIncome',
  'liquidNetWorth',
  'totalNetWorth',
  'countryOfBirth',
  'countryOfCitizenship',
  'primaryCountryOfCitizenship',
  'directorOrTenPercentShareholder',
] as const satisfies (keyof ContactChanges)[];

/** A phone number as it is stored. */
export const toPreferredPhone = fieldsOf(PreferredPhone);

/** Documents by field, without the fields that their schema does not know. */
const documents = {
  preferredPhoneNumber: toPreferredPhone,
  phoneNumber: fieldsOf(CompliancePhone),
  currentEmployment: (value: unknown) => Value.Clean(CurrentEmployment, value),
  employmentHistory: (value: unknown[]) => value.map((each) => Value.Clean(PastEmployment, each)),
  identityDocuments: (value: unknown[]) => value.map((each) => Value.Clean(IdentityDocument, each)),
  pepEntries: asItCame,
  companyNames: asItCame,
  tradingSymbols: asItCame,
  customFields: asItCame,
} as const satisfies Partial<Record<keyof ContactChanges, (value: never) => unknown>>;

const documentReaders = Object.entries(documents) as [
  keyof typeof documents,
  (value: never) => unknown,
][];

/** What a request states of a contact, by column; what it leaves out stays out. */
export function toPlainColumns(input: ContactChanges): PlainColumns {
  const columns: PlainColumns = {};
  const set = (name: string, value: unknown) => {
    if (value !== undefined) columns[name] = value;
  };
  for (const name of sameName) set(name, input[name]);
  set('relatedToPep', input.relatedToPEP);
  set('contactManagerEntityUuid', input.contactManagerEntityUuid ?? input.contactManagerId);
  set('contactManagerType', input.contactManagerType ?? input.contactManagerFirmType);
  for (const [name, read] of documentReaders) {
    const value = input[name];
    if (value === null) columns[name] = null;
    else if (value !== undefined) columns[name] = read(value as never);
  }
  return columns;
}

/** The same as PostgreSQL takes it. */
export function toColumns(tx: Tx, plain: PlainColumns): ContactColumns {
  const columns: Record<string, Columns[string]> = {};
  for (const [name, value] of Object.entries(plain))
    columns[name] = value !== null && name in documents ? tx.json(value) : (value as string);
  return columns;
}

/** Leaves of a flat object what its schema knows: every new contact comes this way. */
function fieldsOf({ properties }: { properties: object }) {
  const names = Object.keys(properties);
  return (value: unknown) => {
    const given = value as Record<string, unknown>;
    const known: Record<string, unknown> = {};
    for (const name of names) if (given[name] !== undefined) known[name] = given[name];
    return known;
  };
}

function asItCame(value: unknown): unknown {
  return value;
}
