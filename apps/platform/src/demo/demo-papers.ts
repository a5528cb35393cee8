import type { Caller } from '@atrium/kit/auth/caller.ts';
import { updateContact } from '../contacts/update-contact.ts';
import type { Tx } from '../database/transaction.ts';
import { createHousehold } from '../households/create-household.ts';
import { actAs, type Scene, travelTo } from './past.ts';

type Person = { contactUuid: string; identityId: string | null };

/**
 * Creates papers that need attention, of the adviser who signs in: a family with a politically
 * exposed person, whose spouse has a company with somebody else, a passport that has expired and
 * one that soon will.
 */
export async function createDemoPapers(tx: Tx, { now, advisers }: Scene): Promise<void> {
  const [adviser] = advisers;
  if (!adviser) return;
  actAs(tx, adviser);
  await travelTo(tx, now.subtract({ hours: 24 }));
  const people = await listPeople(tx, adviser, 'CLIENT');
  await exposeFamily(tx, adviser, people, await listPeople(tx, adviser, 'ONBOARDING'));
  const today = now.toZonedDateTimeISO('UTC').toPlainDate();
  for (const [at, days] of [-20, 45].entries()) {
    const holder = people.at(-1 - at);
    if (holder) await giveDocument(tx, adviser, holder, today.add({ days }).toString());
  }
}

const listPeople = (tx: Tx, { userUuid }: Caller, stageName: string) => tx<Person[]>`
  select contact_uuid, identity_id from contacts
   where contact_manager_entity_uuid = ${userUuid} and deleted_at is null
     and stage_name = ${stageName} and credentials_initialized_at is null
   order by created_at, contact_uuid`;

/** Makes a client a deputy, and joins a spouse and a business partner of the spouse to the family. */
async function exposeFamily(
  tx: Tx,
  adviser: Caller,
  [deputy]: readonly Person[],
  [spouse, partner]: readonly Person[],
): Promise<void> {
  if (!deputy || !spouse || !partner) return;
  await updateContact(tx, adviser, deputy.contactUuid, {
    relatedToPEP: true,
    pepEntries: [
      {
        relationship: 'SELF',
        position: 'Diputación',
        institution: 'Cámara de Diputadas y Diputados',
        country: 'CHL',
        startDate: '2022-03-11',
      },
    ],
  });
  const manager = {
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: adviser.userUuid,
  } as const;
  const member = (
    contactUuid: string,
    relationshipType: 'SELF' | 'SPOUSE' | 'BUSINESS_PARTNER',
  ) => ({
    memberType: 'CONTACT' as const,
    contactUuid,
    relationshipType,
    isPrimary: relationshipType === 'SELF',
  });
  await createHousehold(tx, adviser, {
    ...manager,
    name: 'Familia con persona expuesta',
    members: [member(deputy.contactUuid, 'SELF'), member(spouse.contactUuid, 'SPOUSE')],
  });
  await createHousehold(tx, adviser, {
    ...manager,
    name: 'Socios de la familia',
    members: [member(spouse.contactUuid, 'SELF'), member(partner.contactUuid, 'BUSINESS_PARTNER')],
  });
}

function giveDocument(tx: Tx, adviser: Caller, holder: Person, expirationDate: string) {
  return updateContact(tx, adviser, holder.contactUuid, {
    identityDocuments: [
      {
        specificationData: {
          specificationType: 'PASSPORT',
          country: 'CHL',
          identityId: holder.identityId ?? 'P0000001',
          expirationDate,
        },
      },
    ],
  });
}
