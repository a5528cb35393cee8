import type { Caller } from '@atrium/kit/auth/caller.ts';
import { updateContact } from '../contacts/update-contact.ts';
import type { Tx } from '../database/transaction.ts';
import { saveAccount } from '../households/accounts/save-account.ts';
import { createHousehold } from '../households/create-household.ts';
import type { NewMember } from '../households/members/schemas.ts';
import { createOrganisation } from '../organisations/create-organisation.ts';
import { actAs, type Scene, travelTo, workingMoment } from './past.ts';
import type { Random } from './random.ts';

type Client = {
  contactUuid: string;
  firstName: string;
  paternalLastName: string;
  dateOfBirth: string;
};

type Relationship = 'SELF' | 'SPOUSE' | 'CHILD' | 'PARENT';

/** Families by their size, the oldest first. */
const families: readonly (readonly Relationship[])[] = [
  ['SELF'],
  ['SELF', 'SPOUSE'],
  ['SELF', 'SPOUSE', 'CHILD'],
  ['PARENT', 'SELF', 'SPOUSE', 'CHILD'],
];
const custodians = ['Pershing', 'Banco de Chile', 'BTG Pactual'] as const;

/** Households of each adviser's clients: some with a company, all with accounts at a custodian. */
export async function createDemoHouseholds(tx: Tx, scene: Scene): Promise<void> {
  for (const adviser of scene.advisers) {
    actAs(tx, adviser);
    const clients = await tx<Client[]>`
      select contact_uuid, first_name, paternal_last_name, date_of_birth from contacts
       where contact_manager_entity_uuid = ${adviser.userUuid} and stage_name = 'CLIENT'
       order by created_at, contact_uuid`;
    for (let at = 0; at < clients.length; ) {
      const size = 2 + scene.random.below(families.length - 1);
      await createDemoHousehold(tx, scene, adviser, clients.slice(at, at + size));
      at += size;
    }
  }
}

async function createDemoHousehold(
  tx: Tx,
  { random, now }: Scene,
  adviser: Caller,
  clients: readonly Client[],
): Promise<void> {
  await travelTo(tx, workingMoment(random, now, random.below(20)));
  const oldestFirst = clients.toSorted((one, other) =>
    one.dateOfBirth.localeCompare(other.dateOfBirth),
  );
  const family = families[clients.length - 1] ?? [];
  const memberOf = (relationship: Relationship) => oldestFirst[family.indexOf(relationship)];
  const lastName = memberOf('SELF')?.paternalLastName ?? '';
  const people: NewMember[] = [];
  for (const [at, { contactUuid, firstName }] of oldestFirst.entries()) {
    const relationshipType = family[at] ?? 'OTHER_FAMILY';
    const isPrimary = relationshipType === 'SELF';
    people.push({ memberType: 'CONTACT', contactUuid, relationshipType, isPrimary });
    // They are strangers that chance made: parents and children bear the name of the family.
    if (relationshipType !== 'CHILD' && relationshipType !== 'PARENT') continue;
    await updateContact(tx, adviser, contactUuid, {
      paternalLastName: lastName,
      displayName: `${firstName} ${lastName}`,
      ...(relationshipType === 'CHILD' && {
        maternalLastName: memberOf('SPOUSE')?.paternalLastName ?? null,
      }),
    });
  }
  const number = () => `CL-${String(random.below(1_000_000)).padStart(6, '0')}`;
  const accountNumbers = Array.from({ length: 1 + random.below(3) }, number);
  const { householdUuid } = await createHousehold(tx, adviser, {
    name: `Familia ${lastName}`,
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: adviser.userUuid,
    accountNumbers,
    members: random.chance(0.3) ? [...people, await company(tx, lastName)] : people,
  });
  const asOf = now.toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 }).toString();
  for (const accountNumber of accountNumbers) {
    await saveAccount(tx, adviser, householdUuid, accountNumber, {
      custodian: random.pick(custodians),
      ...worth(random),
      asOf,
    });
  }
}

/** The worth of an account: 0.3 to 4 million dollars, or as much in pesos, which have no cents. */
function worth(random: Random) {
  const dollars = 300_000 + random.below(3_700_000);
  return random.chance(0.6)
    ? { currency: 'USD', marketValue: `${dollars}.${10 + random.below(90)}` }
    : { currency: 'CLP', marketValue: String(dollars * 940) };
}

async function company(tx: Tx, lastName: string): Promise<NewMember> {
  const name = `Inversiones ${lastName}`;
  const legalName = `${name} SpA`;
  const { organisationUuid } = await createOrganisation(tx, { name, legalName, country: 'CHL' });
  return { memberType: 'ORGANISATION', organisationUuid, relationshipType: 'OWNED_COMPANY' };
}
