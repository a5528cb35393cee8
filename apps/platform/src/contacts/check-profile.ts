import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';
import { isRut } from '../http/rut.ts';
import type { ContactChanges } from './schemas.ts';

const maxBytes = { customFields: 16_384, pepEntries: 65_536 } as const;

/**
 * Checks what the schema cannot: sizes in bytes, and periods that end before they begin.
 * Throws VALIDATION_FAILED naming each field.
 */
export function checkProfile(input: ContactChanges): void {
  const faults = [
    ...tooLarge(input, 'customFields'),
    ...tooLarge(input, 'pepEntries'),
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
  if (identityType !== 'CHILE_RUT' || identityId == null || isRut(identityId)) return;
  const message = 'must be a RUT with the right check digit';
  throw invalid(fieldError('identityId', 'INVALID_FORMAT', message));
}

function tooLarge(input: ContactChanges, field: keyof typeof maxBytes): FieldError[] {
  const value = input[field];
  if (value == null || Buffer.byteLength(JSON.stringify(value)) <= maxBytes[field]) return [];
  return [fieldError(field, 'TOO_LARGE', `must take at most ${maxBytes[field]} bytes as JSON`)];
}

type Period = { startDate?: string | null; endDate?: string | null };

function backwards(field: string, periods: readonly Period[]): FieldError[] {
  return periods.flatMap(({ startDate, endDate }, at) =>
    startDate && endDate && endDate < startDate
      ? [fieldError(`${field}[${at}].endDate`, 'TOO_EARLY', 'must not be before startDate')]
      : [],
  );
}
