import type { Columns } from '@atrium/kit/sql.ts';
import { differs } from '../database/differs.ts';
import type { Tx } from '../database/transaction.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import type { ListFields } from '../lists/fields.ts';
import type { PageRequest } from '../lists/page.ts';
import type { StaffRow } from './schemas.ts';

/** The fields that staff lists are sorted by. */
export const staffFields: ListFields = {
  tenantStaffUuid: { column: 'staff_uuid', type: 'uuid' },
  firstName: { column: 'first_name', type: 'text' },
  middleName: { column: 'middle_name', type: 'text' },
  paternalLastName: { column: 'paternal_last_name', type: 'text' },
  maternalLastName: { column: 'maternal_last_name', type: 'text' },
  userEmail: { column: 'user_email', type: 'text' },
  email: { column: 'email', type: 'text' },
  staffType: { column: 'staff_type', type: 'enum' },
  jobPosition: { column: 'job_position', type: 'text' },
  isActive: { column: 'is_active', type: 'boolean' },
  createdAt: { column: 'created_at', type: 'time' },
  updatedAt: { column: 'updated_at', type: 'time' },
};

/** A staff member as answers have it. */
export const staffColumns = (tx: Tx) => tx`
  staff_uuid as tenant_staff_uuid, tenant_uuid, first_name, middle_name, paternal_last_name,
  maternal_last_name, user_email, email, staff_type, staff_role, legal_residence, time_zone,
  platform_language, commission_currency,
  case when phone_number is not null
    then json_build_object('countryCode', phone_country_code, 'number', phone_number) end as contact_phone,
  job_position, date_of_birth, current_residence, is_active, version,
  case when partner_uuid is null then 'TENANT_STAFF' else 'PARTNER_STAFF' end as category,
  partner_uuid,
  array[case when partner_uuid is null then 'TENANT' else 'PARTNER' end
        || case staff_type when 'ADMIN' then '_ADMIN' else '_STAFF' end] as roles,
  record_time(created_at) as created_at, record_time(updated_at) as updated_at`;

type StaffCategory = StaffRow['category'];

/** Returns all live staff, or those of one category, by name. */
export function listStaff(tx: Tx, category?: StaffCategory) {
  return tx<StaffRow[]>`
    select ${staffColumns(tx)} from staff_members
     where deleted_at is null ${category ? tx`and (partner_uuid is null) = ${category === 'TENANT_STAFF'}` : tx``}
     order by fold(first_name), fold(paternal_last_name), staff_uuid`;
}

export function listStaffPage(tx: Tx, request: PageRequest) {
  return fetchPage<StaffRow>(
    tx,
    {
      select: staffColumns(tx),
      from: tx`staff_members`,
      where: tx`deleted_at is null`,
      fields: staffFields,
      key: 'staff_uuid',
      defaultSort: ['firstName,asc', 'paternalLastName,asc'],
    },
    request,
  );
}

/** Returns one live staff member. */
export async function findStaffMember(tx: Tx, staffUuid: string) {
  const [member] = await tx<StaffRow[]>`
    select ${staffColumns(tx)} from staff_members
     where staff_uuid = ${staffUuid} and deleted_at is null`;
  return member;
}

/** Finds a staff member and locks the row until the transaction ends. */
export async function lockStaffMember(tx: Tx, staffUuid: string) {
  const [member] = await tx<StaffRow[]>`
    select ${staffColumns(tx)} from staff_members where staff_uuid = ${staffUuid} and deleted_at is null for update`;
  return member;
}

export async function insertStaffMember(tx: Tx, staffUuid: string, values: Columns) {
  const [member] = await tx<[StaffRow]>`
    insert into staff_members ${tx({ tenantUuid: tx.tenantUuid, staffUuid, ...values })} returning ${staffColumns(tx)}`;
  return member;
}

/** Changes a staff member's columns; undefined when all have these values. */
export async function updateStaffRow(tx: Tx, staffUuid: string, changes: Columns) {
  if (Object.keys(changes).length === 0) return undefined;
  const [member] = await tx<StaffRow[]>`
    update staff_members set ${tx(changes)}
     where staff_uuid = ${staffUuid} and ${differs(tx, changes)} returning ${staffColumns(tx)}`;
  return member;
}

/**
 * Notes what somebody is without the groups that alone make them an administrator; null where the type was
 * given by hand.
 */
export async function setStaffTypeWithoutGroups(
  tx: Tx,
  staffUuid: string,
  staffType: StaffRow['staffType'] | null,
): Promise<void> {
  await tx`
    update staff_members set staff_type_without_groups = ${staffType} where staff_uuid = ${staffUuid}`;
}

export async function softDeleteStaffMember(tx: Tx, staffUuid: string): Promise<void> {
  await tx`update staff_members set deleted_at = change_time(), is_active = false where staff_uuid = ${staffUuid}`;
}

/**
 * Counts the active tenant administrators beside one member. Locks the tenant first, so
 * that two who leave at once do not each count on the other.
 */
export async function countOtherTenantAdmins(tx: Tx, staffUuid: string): Promise<number> {
  await tx`select 1 from tenants where tenant_uuid = ${tx.tenantUuid} for no key update`;
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from staff_members
     where deleted_at is null and is_active and staff_type = 'ADMIN' and partner_uuid is null
       and staff_uuid <> ${staffUuid}`;
  return row?.count ?? 0;
}

/** The active administrators of the tenant, as mails are addressed to them. */
export function listAdministrators(tx: Tx, tenantUuid = tx.tenantUuid) {
  return tx<{ staffUuid: string; name: string; email: string; language: string }[]>`
    select s.staff_uuid, a.display_name as name, a.email, a.language
      from staff_members s join accounts a on a.tenant_uuid = s.tenant_uuid and a.user_uuid = s.staff_uuid
     where s.tenant_uuid = ${tenantUuid} and s.deleted_at is null and s.is_active and s.staff_type = 'ADMIN' and s.partner_uuid is null
       and a.deleted_at is null and a.is_active
     order by s.staff_uuid limit 100`;
}
