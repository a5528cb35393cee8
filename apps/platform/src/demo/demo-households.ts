import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { saveAccount } from '../households/accounts/save-account.ts';
import { createHousehold } from '../households/create-household.ts';
import type { NewMember } from '../households/members/schemas.ts';
import { createOrganisation } from '../organisations/create-organisation.ts';
import { travelTo, workingMoment } from './past.ts';
import type { Random } from './random.ts';

type Scene = { random: Random; now: Temporal.Instant; advisers: readonly Caller[] };
type Client = { contactUuid: string; paternalLastName: string };

const relationships = ['SELF', 'SPOUSE', 'CHILD', 'PARENT'] as const;
const custodians = ['Pershing', 'Banco de Chile', 'BTG Pactual'] as const;

/** Households of each adviser's clients: some with a company, all with accounts at a custodian. */
export async function createDemoHouseholds(tx: Tx, scene: Scene): Promise<void> {
  for (const adviser of scene.advisers) {
    const actor = { actorType: 'TENANT_STAFF' as const, actorId: adviser.userUuid };
    const clients = await tx<Client[]>`
      select contact_uuid, paternal_last_name from contacts
       where contact_manager_entity_uuid = ${adviser.userUuid} and stage_name = 'CLIENT'
       order by created_at, contact_uuid`;
    for (let at = 0; at < clients.length; ) {
      const size = 1 + scene.random.below(relationships.length);
      const members = clients.slice(at, at + size);
      await createDemoHousehold(Object.assign(tx, { actor }), scene, adviser, members);
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
  const lastName = clients[0]?.paternalLastName ?? '';
  const people = clients.map(
    ({ contactUuid }, at): NewMember => ({
      memberType: 'CONTACT',
      contactUuid,
      relationshipType: relationships[at] ?? 'OTHER_FAMILY',
      isPrimary: at === 0,
    }),
  );
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
      currency: random.chance(0.6) ? 'USD' : 'CLP',
      marketValue: `${10_000 + random.below(2_000_000)}.${10 + random.below(90)}`,
      asOf,
    });
  }
}

async function company(tx: Tx, lastName: string): Promise<NewMember> {
  const name = `Inversiones ${lastName}`;
  const legalName = `${name} SpA`;
  const { organisationUuid } = await createOrganisation(tx, { name, legalName, country: 'CHL' });
  return { memberType: 'ORGANISATION', organisationUuid, relationshipType: 'OWNED_COMPANY' };
}
