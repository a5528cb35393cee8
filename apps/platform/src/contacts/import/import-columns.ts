import { unescapeCell } from '@atrium/kit/csv-record.ts';
import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';
import { ContactInput } from '../fields.ts';

/** The fields of a contact a column may hold; a phone takes two. */
const fields = [
  ...Object.keys(ContactInput.properties).filter((name) => name !== 'preferredPhoneNumber'),
  'preferredPhoneNumber.phoneCountryCode',
  'preferredPhoneNumber.phoneNumber',
];

const required = [
  'firstName',
  'paternalLastName',
  'contactType',
  'contactMeans',
  'preferredContactLanguage',
  'contactManagerId',
];

type Texts = Record<string, string>;

/** The columns of a file: their names in the header, and the field that each holds, if any. */
export type Columns = { names: string[]; fields: (string | null)[]; defaults: Texts };

/**
 * Reads a file's header: a column is the field that `mapping` gives its name, or the field of the
 * same name, whatever the case, spaces, dots and dashes. Throws VALIDATION_FAILED for a field that
 * does not exist, that two columns hold, or that is required and neither in a column nor in `defaults`.
 */
export function readHeader(header: readonly string[], mapping: Texts, defaults: Texts): Columns {
  const names = header.map((name) => name.trim());
  const mapped = new Map(Object.entries(mapping));
  const fieldOf = names.map((name) => mapped.get(name) ?? knownField(name) ?? null);
  const held = fieldOf.filter((field) => field !== null);
  const faults = [
    ...unknown('mapping', Object.values(mapping)),
    ...unknown('defaults', Object.keys(defaults)),
    ...held
      .filter((field, at) => held.indexOf(field) < at)
      .map((field) => fieldError(field, 'DUPLICATE', 'is in more than one column')),
    ...required
      .filter((field) => !held.includes(field) && defaults[field] === undefined)
      .map((field) => fieldError(field, 'REQUIRED', 'is in no column and has no default')),
  ];
  if (faults.length > 0) throw invalid(...faults);
  return { names, fields: fieldOf, defaults };
}

/** Returns the names in the header that are no field. */
export const ignoredNames = ({ names, fields: fieldOf }: Columns): string[] =>
  names.filter((_name, at) => fieldOf[at] === null);

function unknown(source: string, names: readonly string[]): FieldError[] {
  return names
    .filter((name) => !fields.includes(name))
    .map((name) =>
      fieldError(source, 'UNKNOWN_FIELD', `${name.slice(0, 60)} is no field of a contact`),
    );
}

function knownField(header: string): string | undefined {
  const folded = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase();
  return fields.find((field) => folded(field) === folded(header));
}

/** Returns the create request that a record stands for; what an empty cell means is its default or nothing. */
export function toInput(
  { fields: fieldOf, defaults }: Columns,
  cells: readonly string[],
  tenantUuid: string,
): Record<string, unknown> {
  const stated = fieldOf.flatMap((field, at) => {
    const text = unescapeCell((cells[at] ?? '').trim());
    return field && text !== '' ? [[field, text]] : [];
  });
  const flat: Texts = {
    firmId: tenantUuid,
    firmType: 'TENANT',
    contactManagerFirmType: 'TENANT',
    status: 'ACTIVE',
    ...defaults,
    ...Object.fromEntries(stated),
  };
  const {
    'preferredPhoneNumber.phoneCountryCode': phoneCountryCode,
    'preferredPhoneNumber.phoneNumber': phoneNumber,
    ...input
  } = flat;
  if (phoneCountryCode === undefined && phoneNumber === undefined) return input;
  return { ...input, preferredPhoneNumber: { phoneCountryCode, phoneNumber } };
}
