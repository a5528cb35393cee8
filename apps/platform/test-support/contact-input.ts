import type { NewContact } from '../src/contacts/schemas.ts';

/** A complete contact create request. */
export function contactInput(firmId: string, contactManagerId: string): NewContact {
  return {
    firstName: 'Isabel',
    middleName: 'Andrea',
    paternalLastName: 'Fuentes',
    maternalLastName: 'Araya',
    contactType: 'PROSPECT',
    contactMeans: 'EMAIL',
    preferredContactLanguage: 'SPANISH',
    firmId,
    firmType: 'TENANT',
    contactManagerId,
    contactManagerFirmType: 'TENANT',
    status: 'ACTIVE',
    preferredEmail: 'isabel@example.com',
    dateOfBirth: '1979-07-14',
    gender: 'FEMALE',
    maritalStatus: 'MARRIED',
    preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '987654321' },
    identityType: 'CHILE_RUT',
    identityId: '12.345.678-5',
    identityCountry: 'CHL',
    contactSource: 'REFERRAL',
    marketSegment: 'AFFLUENT',
    contactPreference: 'CALL',
  };
}
