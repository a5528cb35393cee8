import type { Tx } from '../database/transaction.ts';
import type { NearBy } from '../kind.ts';
import type { Person } from './find-person.ts';

/** Returns the records that are about a person: of the person's households and meetings. */
export async function findNearBy(
  tx: Tx,
  { uuids }: Person,
  households: readonly string[],
  meetings: readonly string[],
): Promise<NearBy> {
  const members = await tx<{ contactUuid: string | null; organisationUuid: string | null }[]>`
    select distinct contact_uuid, organisation_uuid from household_members
     where household_uuid = any(${[...households]})`;
  const contacts = members.flatMap(({ contactUuid }) => contactUuid ?? []);
  return {
    households,
    meetings,
    contacts: contacts.filter((each) => !uuids.includes(each)),
    organisations: members.flatMap(({ organisationUuid }) => organisationUuid ?? []),
  };
}

/** Returns the words that no other live member of the households bears in a name. */
export async function withoutFamily(
  tx: Tx,
  words: readonly string[],
  households: readonly string[],
): Promise<string[]> {
  const rows = await tx<{ word: string }[]>`
    select word from unnest(${[...words]}::text[]) word
     where not exists (
       select from household_members m
         join contacts c on c.tenant_uuid = m.tenant_uuid and c.contact_uuid = m.contact_uuid
        where m.household_uuid = any(${[...households]}) and m.removed_at is null
          and c.deleted_at is null
          and fold(word) = any(string_to_array(fold(concat_ws(' ', c.first_name, c.middle_name,
                c.paternal_last_name, c.maternal_last_name)), ' ')))`;
  return rows.map(({ word }) => word);
}
