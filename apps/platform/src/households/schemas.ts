import { Enum, IsoDate, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { schemaOf } from '../lists/record-fields.ts';
import { Exposure } from './exposure/find-exposure.ts';
import { HouseholdName, HouseholdSummary, householdTable, managerTypes } from './fields.ts';
import { Totals } from './household-glance.ts';
import { EnrichedMember, Member, MemberInput } from './members/schemas.ts';

export const AccountNumber = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^\\S(.*\\S)?$',
  format: 'not-blank',
  examples: ['CL-0001-77'],
});
// Clients with typed requests write a list that they did not set as null.
const AccountNumbers = Type.Optional(Nullable(Type.Array(AccountNumber, { maxItems: 1000 })));
const Members = Type.Optional(Nullable(Type.Array(MemberInput, { maxItems: 500 })));
const MemberUuids = Type.Optional(Nullable(Type.Array(Uuid, { maxItems: 500 })));

export const HouseholdInput = Type.Object({
  ...schemaOf(householdTable, 'create').properties,
  accountNumbers: AccountNumbers,
  members: Members,
});

/** Changes to a household, all made in one transaction or none. */
export const HouseholdUpdate = Type.Object({
  ...schemaOf(householdTable, 'update').properties,
  accountNumbersToLink: AccountNumbers,
  accountNumbersToUnlink: AccountNumbers,
  membersToAdd: Members,
  memberUuidsToRemove: MemberUuids,
});

/** The members and fields of the new household; without a manager it keeps that of the old one. */
export const SplitInput = Type.Object({
  name: HouseholdName,
  memberUuids: MemberUuids,
  accountNumbers: AccountNumbers,
  relationshipManagerType: Type.Optional(Enum(managerTypes)),
  relationshipManagerUuid: Type.Optional(Uuid),
});

export const MergeInput = Type.Object({ fromHouseholdUuid: Uuid });

const { properties: fields } = HouseholdSummary;

export const Household = Named('Household', { ...fields, members: Type.Array(Member) });

/** The known facts of a linked custodian account. Amounts are exact, as text. */
export const Account = Named('HouseholdDetailPortfolioAccount', {
  accountNumber: Type.String(),
  custodian: Nullable(Type.String()),
  currency: Nullable(Type.String()),
  marketValue: Nullable(Type.String()),
  asOf: Nullable(IsoDate),
  linkedAt: RecordTime,
  otherHouseholdUuids: Type.Array(Uuid, {
    description: 'Other live households the account is linked to: its value counts in each',
  }),
});

export const AccountUpdate = Type.Object({
  custodian: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  currency: Type.Optional(Nullable(Type.String({ format: 'currency', examples: ['USD'] }))),
  marketValue: Type.Optional(
    Nullable(Type.String({ pattern: '^-?\\d{1,15}(\\.\\d{1,4})?$', examples: ['1250000.50'] })),
  ),
  asOf: Type.Optional(Nullable(Type.String({ format: 'real-date' }))),
});

export const HouseholdDetail = Named('HouseholdDetail', {
  ...fields,
  members: Type.Array(EnrichedMember),
  portfolio: Named('HouseholdDetailPortfolio', {
    accountNumbers: Type.Array(Type.String()),
    accounts: Type.Array(Account),
    totals: Totals,
    asOf: Nullable(Type.String({ description: 'The oldest valuation in the totals' })),
  }),
  exposure: Exposure,
});

export type HouseholdSummaryRow = Static<typeof HouseholdSummary>;
export type HouseholdRow = Static<typeof Household>;
export type NewHousehold = Static<typeof HouseholdInput>;
export type HouseholdChanges = Static<typeof HouseholdUpdate>;
export type Split = Static<typeof SplitInput>;
export type AccountRow = Static<typeof Account>;
export type AccountChanges = Static<typeof AccountUpdate>;
