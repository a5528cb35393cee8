import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';
import { isRut } from '../http/rut.ts';
import type { ContactChanges } from './schemas.ts';

const maxBytes = 16_384;

/**
 * Checks what the schema cannot: sizes in bytes, and periods that end before they begin.
 * Throws VALIDATION_FAILED naming each field.
 */
export function checkProfile(input: ContactChanges): void {
  const faults = [
    ...tooLarge('customFields', input.customFields),
    ...tooLarge('currentEmployment', input.currentEmployment),
    ...tooLargeItems('pepEntries', input.pepEntries),
    ...tooLargeItems('employmentHistory', input.employmentHistory),
    ...tooLargeItems('identityDocuments', input.identityDocuments),
    ...backwards('employmentHistory', input.employmentHistory ?? []),
    ...backwards('pepEntries', input.pepEntries ?? []),
  ];
  if (faults.length > 0) throw invalid(...faults);
}

/** Throws VALIDATION_FAILED when a Chilean RUT, as it is to stand, has a wrong check digit. */
export function checkIdentity(
  identityType: string | null | undefined,
  identityId: string | null | undefined,
): void {
  const faults = faultsOfIdentity(identityType, identityId);
  if (faults.length > 0) throw invalid(...faults);
}

/** Returns what is wrong with a number of a person: the check digit of a Chilean RUT. */
export function faultsOfIdentity(
  identityType: string | null | undefined,
  identityId: string | null | undefined,
): FieldError[] {
  if (identityType !== 'CHILE_RUT' || identityId == null || isRut(identityId)) return [];
  return [fieldError('identityId', 'INVALID_FORMAT', 'must be a RUT with the right check digit')];
}

function tooLarge(field: string, value: object | null | undefined): FieldError[] {
  if (value == null || Buffer.byteLength(JSON.stringify(value)) <= maxBytes) return [];
  return [fieldError(field, 'TOO_LARGE', `must take at most ${maxBytes} bytes as JSON`)];
}

function tooLargeItems(field: string, items: readonly object[] | null | undefined): FieldError[] {
  return (items ?? []).flatMap((item, at) => tooLarge(`${field}[${at}]`, item));
}

type Period = { startDate?: string | null; endDate?: string | null };

function backwards(field: string, periods: readonly Period[]): FieldError[] {
  return periods.flatMap(({ startDate, endDate }, at) =>
    startDate && endDate && endDate < startDate
      ? [fieldError(`${field}[${at}].endDate`, 'TOO_EARLY', 'must not be before startDate')]
      : [],
  );
}
