import type { StaffChanges } from './schemas.ts';

type Given<K extends keyof StaffChanges> = NonNullable<StaffChanges[K]> | null | undefined;

/** The columns that a create or update writes. */
export type StaffColumns = {
  firstName: string;
  middleName: string | null;
  paternalLastName: string;
  maternalLastName: string | null;
  userEmail: string;
  email: string;
  staffType: string;
  staffRole: string;
  legalResidence: string;
  timeZone: string;
  platformLanguage: string;
  commissionCurrency: string;
  phoneCountryCode: string | null;
  phoneNumber: string | null;
  jobPosition: string | null;
  dateOfBirth: string | null;
  currentResidence: string | null;
  partnerUuid: string | null;
  isActive: boolean;
};

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
export function toColumns(input: StaffChanges): Partial<StaffColumns> {
  const stated = sameName.filter((name) => input[name] !== undefined);
  const columns: Partial<Record<keyof StaffColumns, unknown>> = Object.fromEntries(
    stated.map((name) => [name, input[name]]),
  );
  const phone: Given<'contactPhone'> = input.contactPhone;
  if (phone !== undefined) {
    columns.phoneCountryCode = phone?.countryCode ?? null;
    columns.phoneNumber = phone?.number ?? null;
  }
  if (input.legalResidence !== undefined)
    columns.legalResidence = input.legalResidence.toUpperCase();
  return columns as Partial<StaffColumns>;
}
