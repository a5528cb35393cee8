import type { Fragment } from '@atrium/kit/sql.ts';
import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../../database/transaction.ts';
import { staffColumns } from '../../staff/queries.ts';
import type { StaffRow } from '../../staff/schemas.ts';
import type { Comparison } from '../filter.ts';

/** A staff member as the provider knows them. */
export type UserRow = StaffRow & {
  externalId: string | null;
  groups: { value: string; display: string }[];
};

/** The attributes by which people are looked up. */
export const userFilters = [
  'userName',
  'externalId',
  'id',
  'emails.value',
  'emails[type eq "work"].value',
];

const columns = (tx: Tx) => tx`
  ${staffColumns(tx)}, external_id,
  (select coalesce(json_agg(json_build_object('value', g.group_uuid, 'display', g.display_name)
                            order by g.display_name), '[]')
     from group_members m join groups g using (tenant_uuid, group_uuid)
    where m.tenant_uuid = staff_members.tenant_uuid and m.staff_uuid = staff_members.staff_uuid) as groups`;

/** Returns some of the live staff that a filter finds, the eldest first, and how many there are. */
export async function listUsers(
  tx: Tx,
  filter: readonly Comparison[],
  { skip, take }: { skip: number; take: number },
) {
  const found = filter.reduce(
    (all, each) => tx`${all} and ${meets(tx, each)}`,
    tx`deleted_at is null`,
  );
  const [{ total }] = await tx<[{ total: number }]>`
    select count(*)::int as total from staff_members where ${found}`;
  const users = await tx<UserRow[]>`
    select ${columns(tx)} from staff_members where ${found}
     order by staff_members.created_at, staff_uuid limit ${take} offset ${skip}`;
  return { users, total };
}

function meets(tx: Tx, { attribute, value }: Comparison): Fragment {
  switch (attribute) {
    case 'username':
      return tx`staff_uuid in (
        select l.user_uuid from login_emails l
         where l.email_folded = any(${[plainEmail(value), value.toLowerCase()]}))`;
    case 'externalid':
      return tx`external_id = ${value}`;
    case 'id':
      return tx`staff_uuid::text = ${value.toLowerCase()}`;
    default:
      return tx`lower(email) = lower(${value})`;
  }
}

export async function findUser(tx: Tx, staffUuid: string) {
  const [user] = await tx<UserRow[]>`
    select ${columns(tx)} from staff_members where staff_uuid = ${staffUuid} and deleted_at is null`;
  return user;
}

/** Finds a user and locks the staff member until the transaction ends. */
export async function lockUser(tx: Tx, staffUuid: string) {
  await tx`select from staff_members where staff_uuid = ${staffUuid} for update`;
  return findUser(tx, staffUuid);
}

export async function setExternalId(tx: Tx, staffUuid: string, externalId: string | null) {
  await tx`
    update staff_members set external_id = ${externalId}
     where staff_uuid = ${staffUuid}`;
}

/** Notes that the provider has a person no longer, or again. */
export async function setDeprovisioned(tx: Tx, staffUuid: string, isGone: boolean) {
  await tx`
    update staff_members
       set deprovisioned_at = case when ${isGone} then coalesce(deprovisioned_at, change_time()) end
     where staff_uuid = ${staffUuid}`;
}

export async function leaveGroups(tx: Tx, staffUuid: string) {
  await tx`delete from group_members where staff_uuid = ${staffUuid}`;
}

/** What a person sets who saved the connection, for staff of whom no more is known. */
export async function findHabits(tx: Tx, staffUuid: string | null) {
  const [habits] = await tx<
    Pick<StaffRow, 'legalResidence' | 'timeZone' | 'platformLanguage' | 'commissionCurrency'>[]
  >`
    select legal_residence, time_zone, platform_language, commission_currency
      from staff_members where staff_uuid = ${staffUuid}::uuid`;
  return habits;
}
