import type { Caller } from '@atrium/kit/auth/caller.ts';
import { contactNotFound } from '../contacts/contact-access.ts';
import type { Tx } from '../database/transaction.ts';

/** A person as all its records are found: the contact, and those that were merged into it. */
export type Person = { contactUuid: string; uuids: string[]; values: PersonValues };

/** The texts by which a person is known, of which texts elsewhere are cleared. */
export type PersonValues = {
  /** E-mails, in lower case. */
  emails: string[];
  /** Values that are this person's alone wherever they occur: whole names, numbers, e-mails. */
  distinctive: string[];
  /** The single words of the names, which mean this person only where the person takes part. */
  words: string[];
  /** First and last names that nobody else in the firm has together. */
  names: { first: string; last: string }[];
};

type Known = {
  contactUuid: string;
  firstName: string;
  middleName: string | null;
  paternalLastName: string;
  maternalLastName: string | null;
  displayName: string | null;
  alias: string | null;
  isNamesake: boolean;
  emails: string[];
  numbers: string[];
};

/**
 * Locks and returns a person, deleted or not. Throws NOT_FOUND, also for one who was merged into
 * another or erased.
 */
export async function lockPerson(tx: Tx, caller: Caller, contactUuid: string): Promise<Person> {
  const [own] = await tx<{ contactUuid: string }[]>`
    select contact_uuid from contacts
     where contact_uuid = ${contactUuid} and num_nonnulls(merged_into, erased_at) = 0 for update`;
  if (!own) throw await contactNotFound(tx, caller, contactUuid);
  const known = await tx<Known[]>`
    select c.contact_uuid, c.first_name, c.middle_name, c.paternal_last_name, c.maternal_last_name,
           c.display_name, c.alias,
           exists (select from contacts other
                    where other.tenant_uuid = c.tenant_uuid and other.last_name_key = c.last_name_key
                      and other.first_name_key = c.first_name_key and other.deleted_at is null
                      and other.contact_uuid not in (select contact_uuid from contacts
                            where ${own.contactUuid}::uuid in (contact_uuid, merged_into)))
           or exists (select from staff_members s
                       where s.tenant_uuid = c.tenant_uuid and fold(s.first_name) = c.first_name_key
                         and fold(s.paternal_last_name) = c.last_name_key) as is_namesake,
           array(select distinct lower(e) from (
                   select c.preferred_email union select c.primary_email union
                   select a.email from accounts a
                    where a.tenant_uuid = c.tenant_uuid and a.user_uuid = c.contact_uuid) mails (e)
                  where e is not null) as emails,
           array(select distinct n from (
                   select c.identity_id union
                   select document #>> '{specificationData,identityId}'
                     from jsonb_array_elements(c.identity_documents) document union
                   select p ->> 'phoneNumber' from (values (c.preferred_phone_number), (c.phone_number)) phones (p) union
                   select plain_phone(p) from (values (c.preferred_phone_number), (c.phone_number)) phones (p)) found (n)
                  where n is not null) as numbers
      from contacts c
     where ${own.contactUuid}::uuid in (c.contact_uuid, c.merged_into)`;
  return {
    contactUuid: own.contactUuid,
    uuids: known.map((each) => each.contactUuid),
    values: valuesOf(known),
  };
}

function valuesOf(known: readonly Known[]): PersonValues {
  const emails = [...new Set(known.flatMap((each) => each.emails))];
  const named = known.filter(({ isNamesake }) => !isNamesake);
  const numbers = known.flatMap((each) => each.numbers).filter((each) => each.length >= 5);
  const words = known.flatMap(nameParts).flatMap((part) => part.split(/\s+/));
  return {
    emails,
    distinctive: [...new Set([...emails, ...named.flatMap(wholeNames), ...numbers])],
    words: [...new Set(words.filter((word) => word.length > 2))],
    names: named.map(({ firstName: first, paternalLastName: last }) => ({ first, last })),
  };
}

const nameParts = (each: Known): string[] =>
  [
    each.firstName,
    each.middleName,
    each.paternalLastName,
    each.maternalLastName,
    each.displayName,
    each.alias,
  ].filter((part) => part !== null);

/** Returns the ways to write a name of more than one word. */
function wholeNames({
  firstName,
  middleName,
  paternalLastName,
  maternalLastName,
  displayName,
  alias,
}: Known): string[] {
  const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ');
  return [
    joined(firstName, paternalLastName),
    joined(firstName, middleName, paternalLastName),
    joined(firstName, paternalLastName, maternalLastName),
    joined(firstName, middleName, paternalLastName, maternalLastName),
    `${paternalLastName}, ${firstName}`,
    displayName ?? '',
    alias ?? '',
  ].filter((name) => /\S\s+\S/.test(name));
}

/** Returns a pattern of PostgreSQL that matches any of some values as whole words, without values nothing. */
export function patternOf(values: readonly string[]): string {
  if (values.length === 0) return 'x\\A';
  const longestFirst = [...values].sort((one, other) => other.length - one.length);
  const escaped = longestFirst.map((value) => value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return `(?<![[:alnum:]])(?:${escaped.join('|')})(?![[:alnum:]])`;
}
