import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { ContactChanges } from '../contacts/schemas.ts';
import words from './assets/words.json' with { type: 'json' };
import type { Person } from './people.ts';
import type { Random } from './random.ts';

const segments = ['MASS_AFFLUENT', 'AFFLUENT', 'HIGH_NET_WORTH', 'ULTRA_HIGH_NET_WORTH'];
const sources = ['REFERRAL', 'REFERRAL', 'WEBSITE', 'EVENT', 'PARTNER'] as const;
/** Says what a new contact of an adviser has in any case. */
export const prospectOf = ({ tenantUuid, userUuid }: Caller) =>
  ({
    contactType: 'PROSPECT',
    firmId: tenantUuid,
    firmType: 'TENANT',
    contactManagerId: userUuid,
    contactManagerFirmType: 'TENANT',
    status: 'ACTIVE',
  }) as const;

/** Says what is known of somebody after the first talk. */
export function firstContact(person: Person, random: Random, adviser: Caller) {
  const { email, phone, rut: _later, ...known } = person;
  return {
    ...known,
    ...prospectOf(adviser),
    contactMeans: random.pick(['EMAIL', 'PHONE', 'MESSAGE'] as const),
    preferredContactLanguage: 'SPANISH' as const,
    preferredEmail: email,
    preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: phone },
    contactSource: random.pick(sources),
  };
}

/** Says what a talk about money adds; amounts are millions of pesos. */
export function salesProfile(person: Person, millions: number, stageName: string): ContactChanges {
  const { firstName, paternalLastName, maternalLastName, rut } = person;
  const pesos = (part: number) => String(Math.round(millions * part) * 1_000_000);
  return {
    displayName: `${firstName} ${paternalLastName} ${maternalLastName}`,
    stageName,
    segmentName:
      segments[[500, 1_500, 6_000, Infinity].findIndex((most) => millions < most)] ?? null,
    identityType: 'CHILE_RUT',
    identityId: rut,
    identityCountry: 'CHL',
    annualIncome: pesos(0.06),
    liquidNetWorth: pesos(0.45),
    totalNetWorth: pesos(1),
  };
}

/** Says what a prospect states who becomes a client: nothing of the record is missing then. */
export function clientProfile(person: Person, random: Random, married: boolean, year: number) {
  const { rut, phone, email, dateOfBirth } = person;
  const [streetName, commune] = random.pick(words.streets);
  const [jobPosition, employerName] = random.pick(words.jobs);
  const age = year - Number(dateOfBirth.slice(0, 4));
  const address = {
    streetName,
    streetNumber: String(100 + random.below(5_000)),
    commune,
    city: 'Santiago',
    country: 'CHL',
    addressType: 'HOME',
  };
  return {
    contactType: 'SUBSCRIBER',
    stageName: 'CLIENT',
    maritalStatus: married ? 'MARRIED' : age < 35 ? 'SINGLE' : 'WIDOWED',
    countryOfBirth: 'CHL',
    countryOfCitizenship: 'CHL',
    primaryCountryOfCitizenship: 'CHL',
    phoneNumber: { country: 'CL', phoneCountryCode: '+56', phoneNumber: phone },
    primaryEmail: email,
    relatedToPEP: false,
    directorOrTenPercentShareholder: random.chance(0.2),
    pepEntries: [],
    identityDocuments: [identityCard(rut, `${year + 2 + random.below(7)}-${dateOfBirth.slice(5)}`)],
    currentEmployment:
      age > 66
        ? { employmentStatus: 'retired', country: 'CL' }
        : { employmentStatus: 'employed', jobPosition, employerName, country: 'CL' },
    addresses: [
      { ...address, contactAddressType: 'COMPLIANCE', isPrimary: true },
      { ...address, contactAddressType: 'SALES', isPrimary: false },
    ],
  } satisfies ContactChanges;
}

export const identityCard = (identityId: string, expirationDate: string) => ({
  specificationData: {
    specificationType: 'CHILE_RUT_CARD' as const,
    country: 'CHL',
    identityId,
    issuingAuthority: 'Registro Civil',
    expirationDate,
  },
});
