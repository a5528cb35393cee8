import { languages } from '../../http/person-fields.ts';
import type { FieldKind, ImportField } from '../../imports/importable.ts';
import { StaffInput, staffTypes } from '../schemas.ts';

export const phoneCode = 'contactPhone.countryCode';
export const phoneNumber = 'contactPhone.number';

const field = (
  name: string,
  kind: FieldKind,
  example: string,
  more: Partial<ImportField> = {},
): ImportField => ({ name, kind, example, isClearable: false, ...more });

/** The fields of a staff member that a column may hold: what creates one, but for the password. */
export const importFields: ReadonlyMap<string, ImportField> = new Map(
  [
    field('tenantUuid', 'PLAIN', '018f2d6e-7c1a-7000-8000-5a3c2b1d0e4f'),
    field('firstName', 'TEXT', 'Ana'),
    field('middleName', 'TEXT', 'María'),
    field('paternalLastName', 'TEXT', 'Rojas'),
    field('maternalLastName', 'TEXT', 'Núñez'),
    field('userEmail', 'PLAIN', 'ana.rojas@andes.example'),
    field('email', 'PLAIN', 'ana.rojas@andes.example'),
    field('staffType', 'CODE', 'ADVISOR', { codes: staffTypes }),
    field('staffRole', 'CODE', 'ADVISOR', { codes: ['ADVISOR'], words: 'staffType' }),
    field('legalResidence', 'PLAIN', 'CL'),
    field('timeZone', 'PLAIN', 'America/Santiago'),
    field('platformLanguage', 'CODE', 'SPANISH', {
      codes: languages,
      words: 'preferredContactLanguage',
    }),
    field('commissionCurrency', 'PLAIN', 'CLP'),
    field(phoneCode, 'PLAIN', '+56'),
    field(phoneNumber, 'DIGITS', '+56 9 1234 5678'),
    field('jobPosition', 'TEXT', 'Adviser'),
    field('dateOfBirth', 'DATE', '28-02-1985'),
    field('currentResidence', 'TEXT', 'Santiago'),
    field('partnerUuid', 'PLAIN', '018f2d6e-7c1a-7000-8000-5a3c2b1d0e4f'),
    field('isActive', 'CODE', 'true', {
      codes: ['true', 'false', 'ACTIVE', 'INACTIVE'],
      words: 'status',
    }),
  ].map((each) => [each.name, each]),
);

/** The fields without which there is no staff member: those of the request, but what the firm and the person add, and the contact address, which is that of the login where no column holds one. */
export const requiredFields = StaffInput.required.filter(
  (name) => importFields.has(name) && !['tenantUuid', 'staffRole', 'email'].includes(name),
);
