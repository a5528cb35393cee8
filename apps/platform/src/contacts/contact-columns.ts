import type { JSONValue, ParameterOrJSON } from 'postgres';
import { Value } from 'typebox/value';
import type { Tx } from '../db.ts';
import {
  CompliancePhone,
  CurrentEmployment,
  IdentityDocument,
  PastEmployment,
  PreferredPhone,
} from './profile-schemas.ts';
import type { ContactChanges } from './schemas.ts';

/** The columns that a create or update writes. */
export type ContactColumns = Record<string, ParameterOrJSON<never>>;

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

/** Documents by field, without the fields that their schema does not know. */
const documents = {
  preferredPhoneNumber: (value: unknown) => Value.Clean(PreferredPhone, value),
  phoneNumber: (value: unknown) => Value.Clean(CompliancePhone, value),
  currentEmployment: (value: unknown) => Value.Clean(CurrentEmployment, value),
  employmentHistory: (value: unknown[]) => value.map((each) => Value.Clean(PastEmployment, each)),
  identityDocuments: (value: unknown[]) => value.map((each) => Value.Clean(IdentityDocument, each)),
  pepEntries: asItCame,
  companyNames: asItCame,
  tradingSymbols: asItCame,
  customFields: asItCame,
} as const satisfies Partial<Record<keyof ContactChanges, (value: never) => unknown>>;

/** Keeps what a request states of a contact, by column; what it leaves out stays out. */
export function toColumns(tx: Tx, input: ContactChanges): ContactColumns {
  const columns: ContactColumns = {};
  const set = (name: string, value: string | boolean | null | undefined) => {
    if (value !== undefined) columns[name] = value;
  };
  for (const name of sameName) set(name, input[name]);
  set('relatedToPep', input.relatedToPEP);
  set('contactManagerEntityUuid', input.contactManagerEntityUuid ?? input.contactManagerId);
  set('contactManagerType', input.contactManagerType ?? input.contactManagerFirmType);
  for (const [name, read] of Object.entries(documents)) {
    const value = input[name as keyof typeof documents];
    if (value === null) columns[name] = null;
    else if (value !== undefined) columns[name] = tx.json(read(value as never) as JSONValue);
  }
  return columns;
}

function asItCame(value: unknown): unknown {
  return value;
}
