import type { Caller } from '@atrium/kit/auth/caller.ts';
import { createContact } from '../contacts/create-contact.ts';
import { initCredentials } from '../contacts/login/init-credentials.ts';
import type { ContactChanges } from '../contacts/schemas.ts';
import { updateContact } from '../contacts/update-contact.ts';
import type { Tx } from '../database/transaction.ts';
import { defaultLists } from '../platform-configs/default-lists.ts';
import { actAs, type Scene, travelTo, workingMoment } from './past.ts';
import { makePerson, type Person } from './people.ts';
import type { Random } from './random.ts';

const stages = defaultLists.stages.map(({ value }) => value);
const segments = ['MASS_AFFLUENT', 'AFFLUENT', 'HIGH_NET_WORTH', 'ULTRA_HIGH_NET_WORTH'] as const;
const sources = ['REFERRAL', 'WEBSITE', 'EVENT', 'PARTNER'] as const;
const streets = [
  'Av. Apoquindo',
  'Av. Vitacura',
  'Isidora Goyenechea',
  'Los Militares',
  'Alonso de Córdova',
] as const;

export const clientEmail = 'client@andes.example';

/**
 * Creates contacts in every stage: some with a sales profile only, some complete, a few with a
 * login.
 */
export async function createDemoContacts(tx: Tx, scene: Scene, count: number): Promise<void> {
  for (let number = 0; number < count; number++)
    await createDemoContact(tx, scene, scene.random.pick(scene.advisers), number);
}

async function createDemoContact(
  tx: Tx,
  { random, now }: Scene,
  adviser: Caller,
  number: number,
): Promise<void> {
  const person = makePerson(random, number, 'clients.example');
  const daysAgo = 1 + random.below(90);
  const at = (days: number) => travelTo(tx, workingMoment(random, now, Math.max(days, 0)));
  const stage = number === 0 ? 'CLIENT' : random.pick(stages);

  actAs(tx, adviser);
  await at(daysAgo);
  const { contactUuid } = await createContact(tx, adviser, firstContact(person, random, adviser));
  if (stage === 'LEAD') return;
  await at(daysAgo - 3);
  await updateContact(tx, adviser, contactUuid, salesProfile(person, random, stage));
  if (!['ONBOARDING', 'CLIENT'].includes(stage)) return;
  await at(daysAgo - 10);
  await updateContact(tx, adviser, contactUuid, complianceProfile(person, random));
  if (stage !== 'CLIENT') return;
  await at(daysAgo - 12);
  await updateContact(tx, adviser, contactUuid, {
    primaryEmail: number === 0 ? clientEmail : person.email,
  });
  if (number === 0 || random.chance(0.1)) await initCredentials(tx, adviser, contactUuid);
}

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

function firstContact(person: Person, random: Random, adviser: Caller) {
  const { email, phone, rut: _later, ...known } = person;
  return {
    ...known,
    ...prospectOf(adviser),
    contactMeans: random.pick(['EMAIL', 'PHONE', 'MESSAGE'] as const),
    preferredContactLanguage: random.chance(0.8) ? ('SPANISH' as const) : ('ENGLISH' as const),
    preferredEmail: email,
    preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: phone },
    contactSource: random.pick(sources),
  };
}

function salesProfile(
  { firstName, paternalLastName, rut }: Person,
  random: Random,
  stageName: string,
): ContactChanges {
  const worth = 500_000 * (1 + random.below(40));
  return {
    displayName: `${firstName} ${paternalLastName}`,
    stageName,
    segmentName: random.pick(segments),
    contactType: stageName === 'CLIENT' ? 'SUBSCRIBER' : 'PROSPECT',
    maritalStatus: random.pick(['MARRIED', 'SINGLE', 'DIVORCED', 'WIDOWED'] as const),
    identityType: 'CHILE_RUT',
    identityId: rut,
    identityCountry: 'CHL',
    annualIncome: String(worth / 10),
    liquidNetWorth: String(worth),
    totalNetWorth: String(worth * 2),
  };
}

function complianceProfile({ rut }: Person, random: Random): ContactChanges {
  const issuingAuthority = 'Registro Civil';
  return {
    countryOfBirth: 'CHL',
    primaryCountryOfCitizenship: 'CHL',
    relatedToPEP: random.chance(0.05),
    directorOrTenPercentShareholder: random.chance(0.1),
    pepEntries: [],
    identityDocuments: [
      {
        specificationData: {
          specificationType: 'CHILE_RUT_CARD',
          country: 'CHL',
          identityId: rut,
          issuingAuthority,
        },
      },
    ],
    addresses: [
      {
        streetName: random.pick(streets),
        streetNumber: String(100 + random.below(5_000)),
        commune: 'Las Condes',
        city: 'Santiago',
        country: 'CHL',
        addressType: 'HOME',
        contactAddressType: 'COMPLIANCE',
        isPrimary: true,
      },
    ],
  };
}
