import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { isZone } from '@atrium/kit/zones.ts';
import type { StaffChanges } from '../../staff/schemas.ts';
import { type Attributes, entriesOf, flagOf, partOf, textOf } from '../attributes.ts';

/** What a provider says of a person: staff fields by our names; absent is not stated. */
export type WantedUser = {
  externalId?: string | null;
  staff: Omit<StaffChanges, 'password' | 'confirmPassword'>;
};

/** The attributes that are kept of a person. */
export const keptOfUsers = [
  'externalId',
  'userName',
  'name',
  'emails',
  'title',
  'preferredLanguage',
  'timezone',
  'active',
];

/** The attribute of SCIM for a field of ours. */
export const attributeOf: Readonly<Record<string, string>> = {
  firstName: 'name.givenName',
  middleName: 'name.middleName',
  paternalLastName: 'name.familyName',
  userEmail: 'userName',
  email: 'emails.value',
  jobPosition: 'title',
  isActive: 'active',
};

/**
 * Reads a person as a provider sends them. An attribute that is null is as good as absent (RFC 7643, section
 * 2.5), but `removes` says that null stands for one that was removed. Throws VALIDATION_FAILED for
 * a value of a wrong type, or where an attribute is removed that must be there.
 */
export function readUser(resource: Attributes, { removes = false } = {}): WantedUser {
  const required = (...path: readonly string[]): string | undefined => {
    const text = textOf(resource, ...path) ?? undefined;
    if (text === undefined && removes)
      throw invalid(fieldError(path.join('.'), 'REQUIRED', 'is required'));
    return text;
  };
  const name = partOf(resource, 'name');
  if (name !== undefined && name !== null && typeof name !== 'object')
    throw invalid(fieldError('name', 'WRONG_TYPE', 'must be an object'));
  const staff = {
    userEmail: required('userName'),
    firstName: required('name', 'givenName'),
    paternalLastName: required('name', 'familyName'),
    middleName: orNull(textOf(resource, 'name', 'middleName')),
    email: workEmailOf(resource),
    jobPosition: orNull(textOf(resource, 'title')),
    platformLanguage: languageOf(textOf(resource, 'preferredLanguage')),
    timeZone: zoneOf(textOf(resource, 'timezone')),
    isActive: flagOf(resource, 'active'),
  };
  const stated = Object.entries(staff).filter(([, value]) => value !== undefined);
  const externalId = orNull(textOf(resource, 'externalId'));
  if (externalId && externalId.length > 200)
    throw invalid(fieldError('externalId', 'TOO_LONG', 'must NOT have more than 200 characters'));
  return {
    staff: Object.fromEntries(stated),
    ...(externalId === undefined ? {} : { externalId }),
  };
}

const orNull = (text: string | null | undefined) => (text === '' ? null : text);

/** Returns the address for mails: of the entry for work, else the primary one, else the first. */
function workEmailOf(resource: Attributes): string | undefined {
  const emails = entriesOf(resource, 'emails') ?? [];
  const chosen =
    emails.find((each) => textOf(each, 'type')?.toLowerCase() === 'work') ??
    emails.find((each) => flagOf(each, 'primary')) ??
    emails[0];
  return (chosen && textOf(chosen, 'value')) || undefined;
}

/** Returns the one of our languages that a tag names (RFC 5646); others are passed over. */
function languageOf(tag: string | null | undefined) {
  const language = tag?.toLowerCase().split(/[-_]/)[0];
  if (language === 'es') return 'SPANISH';
  return language === 'en' ? 'ENGLISH' : undefined;
}

const zoneOf = (zone: string | null | undefined) => (zone && isZone(zone) ? zone : undefined);
