import type { Columns } from '@atrium/kit/sql.ts';
import { pickStated } from '../changed-fields.ts';
import { phoneColumns } from '../http/person-fields.ts';
import type { StaffChanges } from './schemas.ts';

const sameName = [
  'firstName',
  'middleName',
  'paternalLastName',
  'maternalLastName',
  'userEmail',
  'email',
  'staffType',
  'staffRole',
  'timeZone',
  'platformLanguage',
  'commissionCurrency',
  'jobPosition',
  'dateOfBirth',
  'currentResidence',
  'partnerUuid',
  'isActive',
] as const;

/** The fields of a staff member that can change. */
export const changeableFields = [...sameName, 'legalResidence', 'contactPhone'] as const;

/** Keeps what a request states of a staff member, by column; what it leaves out stays out. */
export function toColumns(input: StaffChanges): Columns {
  const { contactPhone, legalResidence } = input;
  return {
    ...pickStated(input, sameName),
    ...phoneColumns(contactPhone),
    ...(legalResidence !== undefined && { legalResidence: legalResidence.toUpperCase() }),
  } as Columns;
}
