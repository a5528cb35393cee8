import type { Caller } from '@atrium/kit/auth/caller.ts';
import { foldText } from '@atrium/kit/texts/folding.ts';
import { lettersAndDigits } from '@atrium/kit/texts/plain-forms.ts';
import { contactNotFound } from '../contacts/contact-access.ts';
import type { Tx } from '../database/transaction.ts';
import type { HeldOf } from '../kind.ts';

/** A person as all its records are found: the contact, and those that were merged into it. */
export type Person = { contactUuid: string; uuids: string[]; values: PersonValues };

/** The texts by which a person is known, of which texts elsewhere are cleared. */
export type PersonValues = {
  /** E-mails that no other contact has, in lower case and in their plain form. */
  emails: string[];
  /** Numbers of six digits and more that no other contact has, as they are written. */
  numbers: string[];
  /** The phones among them, as country code and national number. */
  phones: [country: string, national: string][];
  /** E-mails and numbers: values that are this person's alone wherever they occur. */
  distinctive: string[];
  /** The ways to write a name of more than one word, which nobody else in the firm has. */
  wholeNames: string[];
  /** The single words of the names, and short or shared numbers. */
  words: string[];
  /** First and last names that nobody else in the firm has together. */
  names: { first: string; last: string }[];
  /** True when something of the person is not looked for, since others have it too or it is too short. */
  hasShared: boolean;
};

/** Returns of a person what the kinds of records ask for. */
export const heldOf = ({ uuids, values }: Person): HeldOf => ({
  uuids,
  emails: values.emails,
  folded: foldedPatternOf([...values.distinctive, ...values.wholeNames]),
});

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
  sharedEmails: string[];
  numbers: string[];
  phones: [country: string, national: string][];
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
  const isOther = tx`other.deleted_at is null and other.contact_uuid not in (
    select contact_uuid from contacts where ${own.contactUuid}::uuid in (contact_uuid, merged_into))`;
  const emailsOf = tx`(select c.preferred_email union select c.primary_email union
    select a.email from accounts a
     where a.tenant_uuid = c.tenant_uuid and a.user_uuid = c.contact_uuid) mails (e)`;
  // Who else has a value is found by the keys that are kept for groups of doubles, which have indexes; without
  // "offset 0" all contacts would be joined.
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
           array(select distinct spelling
                   from ${emailsOf}
                  cross join lateral (values (plain_email(e)), (lower(normalize(e, NFC)))) s (spelling)
                  where e is not null) as emails,
           array(select distinct spelling from ${emailsOf}
                  cross join lateral (values (plain_email(e)), (lower(normalize(e, NFC)))) s (spelling)
                  where e is not null and exists (
                    select from contacts other
                     where (other.preferred_email_duplicate_key = duplicate_key(c.tenant_uuid, 1, plain_email(e))
                            or other.primary_email_duplicate_key = duplicate_key(c.tenant_uuid, 1, plain_email(e)))
                       and ${isOther} offset 0)) as shared_emails,
           array(select distinct n from (
                   select c.identity_id union
                   select document #>> '{specificationData,identityId}'
                     from jsonb_array_elements(c.identity_documents) document) found (n)
                  where n is not null and not exists (
                    select from contacts other
                     where other.identity_duplicate_key = duplicate_key(c.tenant_uuid, 3, plain_identity(n))
                       and ${isOther} offset 0)
                 ) as numbers,
           array(select distinct array[p ->> 'phoneCountryCode', p ->> 'phoneNumber']
                   from (values (c.preferred_phone_number), (c.phone_number)) phones (p)
                  where p is not null and not exists (
                    select from contacts other
                     where (other.preferred_phone_duplicate_key = duplicate_key(c.tenant_uuid, 2, plain_phone(p))
                            or other.phone_duplicate_key = duplicate_key(c.tenant_uuid, 2, plain_phone(p)))
                       and ${isOther} offset 0)
                 ) as phones
      from contacts c
     where ${own.contactUuid}::uuid in (c.contact_uuid, c.merged_into)`;
  return {
    contactUuid: own.contactUuid,
    uuids: known.map((each) => each.contactUuid),
    values: valuesOf(known),
  };
}

const digits = /\p{Nd}/gu;
const isLong = (number: string) => (number.match(digits)?.length ?? 0) >= 6;

function valuesOf(known: readonly Known[]): PersonValues {
  const shared = new Set(known.flatMap((each) => each.sharedEmails));
  const all = new Set(known.flatMap((each) => each.emails));
  const emails = [...all].filter((each) => !shared.has(each));
  const named = known.filter(({ isNamesake }) => !isNamesake);
  const found = known.flatMap((each) => each.numbers);
  const numbers = [...new Set(found.filter(isLong))];
  const phones = known.flatMap((each) => each.phones).filter(([, national]) => isLong(national));
  const words = known.flatMap(nameParts).flatMap((part) => part.split(/\s+/));
  return {
    emails,
    numbers,
    phones,
    distinctive: [
      ...new Set([...emails, ...numbers, ...phones.flatMap(([code, own]) => [own, code + own])]),
    ],
    wholeNames: [...new Set(named.flatMap(wholeNames))],
    words: [...new Set(words.filter((word) => word.length > 2))],
    names: named.map(({ firstName: first, paternalLastName: last }) => ({ first, last })),
    hasShared: shared.size > 0 || found.some((each) => !isLong(each)),
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
  const lastNames = joined(paternalLastName, maternalLastName);
  return [
    joined(firstName, paternalLastName),
    joined(firstName, middleName, paternalLastName),
    joined(firstName, lastNames),
    joined(firstName, middleName, lastNames),
    joined(paternalLastName, firstName),
    joined(lastNames, firstName),
    joined(lastNames, firstName, middleName),
    displayName ?? '',
    alias ?? '',
  ].filter((name) => /\S\s+\S/.test(name));
}

/** Returns a pattern of PostgreSQL that matches any of some values as whole words, without values nothing. */
export const patternOf = (values: readonly string[]): string => wordsLike(values.map(escaped));

/** Returns the same for a folded text, in which a number may be written with other signs. */
export const foldedPatternOf = (values: readonly string[]): string =>
  wordsLike(
    values.map((value) => {
      const isNumber = isLong(value) && !value.includes('@');
      if (!isNumber) return escaped(foldText(value));
      return [...lettersAndDigits(value)].map(escaped).join('[^[:alnum:]]{0,3}');
    }),
  );

function wordsLike(patterns: readonly string[]): string {
  if (patterns.length === 0) return 'x\\A';
  const longestFirst = [...patterns].sort((one, other) => other.length - one.length);
  return `(?<![[:alnum:]])(?:${longestFirst.join('|')})(?![[:alnum:]])`;
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
