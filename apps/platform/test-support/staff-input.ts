import { randomUUID } from 'node:crypto';
import type { NewStaff } from '../src/staff/schemas.ts';

/** A complete staff create request with an e-mail nobody has. */
export function staffInput(tenantUuid: string): NewStaff {
  const email = `${randomUUID()}@staff.example`;
  return {
    tenantUuid,
    firstName: 'Ana',
    middleName: 'María',
    paternalLastName: 'Rojas',
    maternalLastName: 'Núñez',
    userEmail: email,
    email,
    password: 'correct horse battery',
    confirmPassword: 'correct horse battery',
    staffType: 'ADVISOR',
    staffRole: 'ADVISOR',
    legalResidence: 'CL',
    timeZone: 'America/Santiago',
    platformLanguage: 'SPANISH',
    commissionCurrency: 'CLP',
    contactPhone: { countryCode: '+56', number: '912345678' },
    jobPosition: 'Advisor',
    dateOfBirth: '1985-02-28',
    currentResidence: 'Santiago',
  };
}
