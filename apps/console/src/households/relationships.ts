import type { AnswerOf } from '../api.ts';

export type Household = AnswerOf<'getHouseholdDetail'>;
export type Account = Household['portfolio']['accounts'][number];
export type Member = Household['members'][number];
export type Relationship = NonNullable<Member['relationshipType']>;
export type Group = 'FAMILY' | 'BUSINESS' | 'LEGAL';

/** The kind of every relationship, in the order in which the picture goes around the primary member. */
const groupOfEach = {
  OTHER_FAMILY: 'FAMILY',
  DEPENDENT: 'FAMILY',
  EX_SPOUSE: 'FAMILY',
  SIBLING: 'FAMILY',
  GRANDPARENT: 'FAMILY',
  PARENT: 'FAMILY',
  SELF: 'FAMILY',
  SPOUSE: 'FAMILY',
  PARTNER: 'FAMILY',
  CHILD: 'FAMILY',
  STEPCHILD: 'FAMILY',
  GRANDCHILD: 'FAMILY',
  OWNED_COMPANY: 'BUSINESS',
  BUSINESS_PARTNER: 'BUSINESS',
  SHAREHOLDER: 'BUSINESS',
  DIRECTOR: 'BUSINESS',
  EMPLOYER: 'BUSINESS',
  EMPLOYEE: 'BUSINESS',
  OTHER_BUSINESS: 'BUSINESS',
  TRUST: 'LEGAL',
  TRUSTEE: 'LEGAL',
  BENEFICIARY: 'LEGAL',
  SETTLOR: 'LEGAL',
  GUARDIAN: 'LEGAL',
  EXECUTOR: 'LEGAL',
  POWER_OF_ATTORNEY: 'LEGAL',
  CUSTODIAN: 'LEGAL',
  ATTORNEY: 'LEGAL',
  ACCOUNTANT: 'LEGAL',
  TRUSTED_CONTACT: 'LEGAL',
  OTHER_LEGAL: 'LEGAL',
} as const satisfies Record<Relationship, Group>;
const all = Object.keys(groupOfEach) as Relationship[];

export const groups: readonly Group[] = ['FAMILY', 'BUSINESS', 'LEGAL'];

/** Returns the kind of a relationship; who has none yet stands with the family. */
export const groupOf = (relationship: Relationship | null): Group =>
  relationship ? groupOfEach[relationship] : 'FAMILY';

/** Returns the relationships of a kind. */
export function relationshipsOf(group: Group): readonly Relationship[] {
  return all.filter((each) => groupOfEach[each] === group);
}

/** The relationships that are chosen most, first where one is chosen. */
export const commonest = {
  person: ['SELF', 'SPOUSE', 'CHILD', 'PARENT', 'SIBLING'],
  organisation: ['OWNED_COMPANY', 'TRUST', 'EMPLOYER', 'BUSINESS_PARTNER', 'OTHER_BUSINESS'],
} as const satisfies Record<string, readonly Relationship[]>;

/** Those that only a person can have, and those that only an organisation can. */
const onlyPeople: readonly Relationship[] = [
  ...relationshipsOf('FAMILY'),
  'DIRECTOR',
  'EMPLOYEE',
  'POWER_OF_ATTORNEY',
  'GUARDIAN',
  'TRUSTED_CONTACT',
];
const onlyOrganisations: readonly Relationship[] = ['OWNED_COMPANY', 'TRUST'];

/** Returns whether a person, or an organisation, can have a relationship. */
export const isPossible = (relationship: Relationship, isOrganisation: boolean): boolean =>
  !(isOrganisation ? onlyPeople : onlyOrganisations).includes(relationship);

/** Somebody in a household, or who is to come into one, as pictures show them. */
export type Party = {
  key: string;
  name: string;
  isOrganisation: boolean;
  relationship: Relationship | null;
  isPrimary: boolean;
  /** Has left the household. */
  isFormer?: boolean;
  isExposed?: boolean;
  /** Says how much of a company is owned, in per cent. */
  sharePercent?: number | null;
  /** Is not there yet: it is made with the household. */
  isNew?: boolean;
  /** Says what somebody is worth, where that is to be shown. */
  wealth?: string;
};

export const toParty = (member: Omit<Member, 'contact' | 'organisation'>): Party => ({
  key: member.memberUuid,
  name: member.displayName,
  isOrganisation: member.memberType === 'ORGANISATION',
  relationship: member.relationshipType,
  isPrimary: member.isPrimary,
  isFormer: member.isDeleted,
  sharePercent: member.sharePercent,
});

/** Returns parties in the order of the picture, by kind and then by relationship. */
export function sorted(parties: readonly Party[]): Party[] {
  const place = ({ relationship }: Party) => {
    const group = groupOf(relationship);
    return (
      groups.indexOf(group) * 100 + relationshipsOf(group).indexOf(relationship as Relationship)
    );
  };
  return [...parties].sort((a, b) => place(a) - place(b));
}
