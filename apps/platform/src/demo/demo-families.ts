import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { createContact } from '../contacts/create-contact.ts';
import { initCredentials } from '../contacts/login/init-credentials.ts';
import { updateContact } from '../contacts/update-contact.ts';
import { recordEvent } from '../events.ts';
import { saveAccount } from '../households/accounts/save-account.ts';
import { createHousehold } from '../households/create-household.ts';
import type { NewMember } from '../households/members/schemas.ts';
import { createOrganisation } from '../organisations/create-organisation.ts';
import { inTurn, plan, type Scene, today } from './past.ts';
import { lastNames, type Person } from './people.ts';
import { clientProfile, firstContact, salesProfile } from './profiles.ts';

type Relationship = 'SELF' | 'SPOUSE' | 'CHILD' | 'PARENT';
type Member = { relationship: Relationship; person: Person; contactUuid: string };
export type Family = {
  by: Caller;
  members: readonly Member[];
  /** In millions of pesos. */
  worth: number;
  /** How many days ago they became clients. */
  since: number;
};

export const clientEmail = 'client@andes.example';
const families = [
  'SELF SPOUSE CHILD CHILD',
  'SELF SPOUSE',
  'SELF SPOUSE PARENT CHILD',
  'SELF',
  'SELF SPOUSE CHILD',
];
const worths = [5_200, 900, 2_400, 350, 1_500, 600, 9_800, 1_200, 21_000, 450] as const;
const shares: Record<Relationship, number> = { SELF: 0.6, SPOUSE: 0.25, CHILD: 0.05, PARENT: 0.1 };
/** How much of what a family has is at each custodian, and what one of the currency is in pesos. */
const custodians = [
  ['Banco de Chile', 'CLP', 0.3, 1],
  ['Pershing', 'USD', 0.25, 940],
  ['BTG Pactual', 'CLF', 0.1, 39_500],
] as const;

/** Plans families who became clients one after another, faster and faster, in each of the last twelve months. */
export function planFamilies(scene: Scene, count: number): Family[] {
  const { advisers } = scene;
  return Array.from({ length: count }, (_, at) => {
    // Every fifth is of the adviser who signs in, the others go round.
    const by = advisers[at % 5 === 0 ? 0 : 1 + (at % (advisers.length - 1))];
    if (!by) throw new Error('The demo firm has no advisers');
    const members = related(
      scene,
      families[at % families.length] ?? '',
      lastNames[at % lastNames.length] ?? '',
    );
    const since = 3 + Math.floor(361 * (1 - (at / Math.max(1, count - 1)) ** 0.8));
    const worth = worths[at % worths.length] ?? 500;
    const family = { by, members, worth, since };
    if (at === 0 && members[0]) members[0].person.email = clientEmail;
    planFamily(scene, family);
    return family;
  });
}

/** Returns people who fit together: ages, family names, one couple. */
function related(
  { random, makePerson }: Scene,
  relationships: string,
  paternalLastName: string,
): Member[] {
  const year = 1950 + random.below(26);
  const self = makePerson(year, {
    paternalLastName,
    ...(relationships.includes('PARENT') && { gender: 'MALE' }),
  });
  const spouse = makePerson(year + random.below(5) - 1, {
    gender: self.gender === 'MALE' ? 'FEMALE' : 'MALE',
  });
  const [father, mother] = self.gender === 'MALE' ? [self, spouse] : [spouse, self];
  const { paternalLastName: maternalLastName } = mother;
  const child = { paternalLastName: father.paternalLastName, maternalLastName };
  const people = {
    SELF: () => self,
    SPOUSE: () => spouse,
    PARENT: () => makePerson(year - 22 - random.below(6), { gender: 'MALE', paternalLastName }),
    CHILD: () => makePerson(Math.min(2006, year + 27 + random.below(6)), child),
  };
  return (relationships.split(' ') as Relationship[]).map((relationship) => ({
    relationship,
    person: people[relationship](),
    contactUuid: '',
  }));
}

/** Plans how a family became clients: its people are met, asked, entered and let in together. */
function planFamily(scene: Scene, family: Family): void {
  const { tx, random } = scene;
  const { by, members, worth, since } = family;
  const { year } = today(scene);
  const met = since + 15 + random.below(40);
  const isCouple = members.some(({ relationship }) => relationship === 'SPOUSE');
  const moment = inTurn(scene);
  const act = (at: Temporal.Instant, run: (member: Member) => Promise<unknown>) =>
    plan(scene, by, at, () => Promise.all(members.map(run)));
  act(moment(met), async (member) => {
    const { contactUuid } = await createContact(tx, by, firstContact(member.person, random, by));
    member.contactUuid = contactUuid;
  });
  act(moment(since + 8), ({ person, relationship, contactUuid }) => {
    const profile = salesProfile(person, worth * shares[relationship], 'PROPOSAL');
    return updateContact(tx, by, contactUuid, profile);
  });
  act(moment(since + 1), ({ person, relationship, contactUuid }) => {
    const married = isCouple && (relationship === 'SELF' || relationship === 'SPOUSE');
    return updateContact(tx, by, contactUuid, clientProfile(person, random, married, year));
  });
  const letIn = moment(since);
  act(letIn, ({ contactUuid }) => initCredentials(tx, by, contactUuid));
  for (const member of members) planFirstSignIn(scene, member, { met, since, letIn });
  planHousehold(scene, family);
}

const signIn = { eventType: 'login.success', entityType: 'SESSION' } as const;

/** Plans that most clients sign in within days of being let in, some after weeks, some never. */
function planFirstSignIn(
  scene: Scene,
  member: Member,
  { met, since, letIn }: { met: number; since: number; letIn: Temporal.Instant },
): void {
  const { tx, random } = scene;
  const after = random.chance(0.75) ? random.below(4) : 5 + random.below(20);
  if (since - after < 1 || random.chance(0.2) || member.person.email === clientEmail) return;
  const attributes = {
    userType: 'CLIENT',
    first: 'true',
    daysSinceInit: String(after),
    daysSinceCreated: String(met - since + after),
  };
  plan(scene, undefined, inTurn(scene, letIn)(since - after), () => {
    const actor = { actorType: 'CONTACT', actorId: member.contactUuid } as const;
    return recordEvent(tx, { ...signIn, entityId: randomUUIDv7(), actor, attributes });
  });
}

/** Plans a family's household, its company, and accounts whose values are told every half year. */
function planHousehold(scene: Scene, { by, members, worth, since }: Family): void {
  const { tx, random } = scene;
  const nameOf = (relationship: Relationship) =>
    members.find((each) => each.relationship === relationship)?.person.paternalLastName ?? '';
  const name = [nameOf('SELF'), nameOf('SPOUSE')].filter(Boolean).join(' ');
  const accounts = custodians
    .slice(0, worth > 2_000 ? 3 : 2)
    .map(([custodian, currency, share, rate]) => ({
      accountNumber: `CL-${String(100_000 + random.below(899_999))}`,
      custodian,
      currency,
      value: (worth * 1_000_000 * share * (0.8 + random.below(40) / 100)) / rate,
    }));
  let householdUuid = '';
  const open = async () => {
    const people = members.map(({ relationship: relationshipType, contactUuid }): NewMember => {
      const isPrimary = relationshipType === 'SELF';
      return { memberType: 'CONTACT', contactUuid, relationshipType, isPrimary };
    });
    if (worth > 1_000) people.push(await company(scene, name));
    ({ householdUuid } = await createHousehold(tx, by, {
      name: `Familia ${name}`,
      relationshipManagerType: 'TENANT_STAFF',
      relationshipManagerUuid: by.userUuid,
      accountNumbers: accounts.map(({ accountNumber }) => accountNumber),
      members: people,
    }));
  };
  const moment = inTurn(scene);
  plan(scene, by, moment(since), open);
  const tellValues = (asOf: Temporal.PlainDate, growth: number) => async () => {
    for (const { accountNumber, value, ...account } of accounts) {
      const digits = account.currency === 'CLP' ? 0 : 2;
      const marketValue = (value * growth).toFixed(digits);
      const worthThen = { ...account, marketValue, asOf: asOf.toString() };
      await saveAccount(tx, by, householdUuid, accountNumber, worthThen);
    }
  };
  for (let told = Math.floor((since - 1) / 182); told >= 0; told--) {
    const daysAgo = Math.max(1, told * 182);
    const asOf = today(scene).subtract({ days: daysAgo }).with({ day: 1 });
    const growth = 1 - told * 0.04 + (random.below(30) - 15) / 1_000;
    plan(scene, by, moment(daysAgo), tellValues(asOf, growth));
  }
}

async function company({ tx }: Scene, lastNames: string): Promise<NewMember> {
  const name = `Inversiones ${lastNames}`;
  const legalName = `${name} SpA`;
  const { organisationUuid } = await createOrganisation(tx, { name, legalName, country: 'CHL' });
  const owned = { relationshipType: 'OWNED_COMPANY', sharePercent: 60 } as const;
  return { memberType: 'ORGANISATION', organisationUuid, ...owned };
}
