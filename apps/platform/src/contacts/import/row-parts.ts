import { type FieldError, fieldError } from '@atrium/kit/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { checkInput, oneOfField } from '../../imports/check-input.ts';
import type { StatedRow, Values } from '../../imports/importable.ts';
import { readPhone } from '../../imports/read-phone.ts';
import { faultsOfIdentity } from '../check-profile.ts';
import { ContactInput, ContactUpdate } from '../fields.ts';
import type { ContactRow } from '../schemas.ts';
import { importFields, phoneCode, phoneNumber, requiredFields, rut } from './import-fields.ts';

/** Holds what a row asks for: a contact to create, a change of it or of one that is there. */
export type Parts = { create?: Record<string, unknown>; update?: Record<string, unknown> };

const checks = { create: checkInput(ContactInput), update: checkInput(ContactUpdate) };

/** Returns what values are in a request: the parts of a phone as one, a RUT as the number of a person. */
export function inputOf(values: Values, others: Values, isOurs: boolean): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, value] of values)
    if (name !== phoneCode && name !== phoneNumber && name !== rut) input[name] = value;
  const chilean = values.get(rut);
  if (chilean != null) {
    input.identityId = chilean;
    input.identityType = 'CHILE_RUT';
  }
  const number = values.get(phoneNumber);
  if (number === undefined) return input;
  const own = values.get(phoneCode) ?? undefined;
  const code = own ?? others.get(phoneCode) ?? undefined;
  const isExact = isOurs && own !== undefined;
  input.preferredPhoneNumber = number === null ? null : readPhone(number, code, isExact);
  return input;
}

/** Returns what a new contact is created with, and what only a change may state. */
export function newContactOf(tx: Tx, { stated, others }: StatedRow): Parts {
  const all = Object.entries({ status: 'ACTIVE', ...others, ...withoutNulls(stated) });
  const isCreated = (name: string) => name in ContactInput.properties && name !== 'status';
  const create = {
    firmId: tx.tenantUuid,
    firmType: 'TENANT',
    contactManagerFirmType: 'TENANT',
    status: 'ACTIVE',
    ...Object.fromEntries(all.filter(([name]) => isCreated(name))),
  };
  const later = all.filter(
    ([name, value]) => !isCreated(name) && value !== create[name as 'status'],
  );
  return later.length > 0 ? { create, update: Object.fromEntries(later) } : { create };
}

const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Returns what a row changes: an empty cell clears, and says nothing of what a contact always has. */
export function changesOf({ stated }: StatedRow, contact: ContactRow): Parts {
  const isStated = ([name, value]: [string, unknown]) => {
    if (value !== null) return true;
    // A file has no empty text besides none at all: that one stays.
    if (contact[name as keyof ContactRow] === '') return false;
    return name === 'preferredPhoneNumber' || importFields.get(name)?.isClearable;
  };
  return { update: Object.fromEntries(Object.entries(stated).filter(isStated)) };
}

const references = [
  'contactManagerId',
  'capturedByEntityUuid',
  'contactSource',
  'marketSegment',
  'stageName',
  'segmentName',
  'firmId',
];

/** Returns all that decides whether a new contact whose fields are right by themselves would be refused. */
export function referencesOf({ create = {}, update = {} }: Parts): string {
  return JSON.stringify(references.map((name) => create[name] ?? update[name]));
}

/** Returns what is wrong with a row before it is tried: one fault a field. */
export function faultsOfParts(
  { stated, faults }: StatedRow,
  { create, update }: Parts,
): FieldError[] {
  const missing = requiredFields
    .filter((name) => !create && stated[name] === null)
    .map((name) => fieldError(name, 'REQUIRED', 'is required'));
  const all = [
    ...faults,
    ...(create ? checks.create(create) : []),
    ...(create ? faultsOfIdentity(...identityOf(create)) : []),
    ...(update ? checks.update(update) : []),
    ...missing,
  ];
  return oneOfField(all);
}

const identityOf = ({ identityType, identityId }: Record<string, unknown>) =>
  [identityType, identityId] as [string | null | undefined, string | null | undefined];
