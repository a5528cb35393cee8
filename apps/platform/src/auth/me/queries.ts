import type { Columns, Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ProfileRow } from './schemas.ts';

/**
 * Names the table that keeps a person's time zone, language and phone. A system administrator has
 * an account only.
 */
export type Keeper = 'STAFF' | 'CONTACT' | 'ACCOUNT';

const phone = (tx: Tx, code: Fragment, number: Fragment): Fragment => tx`
  case when ${number} is not null
    then json_build_object('countryCode', ${code}, 'number', ${number}) end`;

/** Returns what a person keeps of themselves, and where. */
export async function findProfile(tx: Tx, userUuid: string) {
  const ofStaff = phone(tx, tx`s.phone_country_code`, tx`s.phone_number`);
  const ofContact = phone(
    tx,
    tx`c.preferred_phone_number ->> 'phoneCountryCode'`,
    tx`c.preferred_phone_number ->> 'phoneNumber'`,
  );
  const ofAccount = phone(tx, tx`a.phone_country_code`, tx`a.phone_number`);
  const ofAdviser = phone(tx, tx`m.phone_country_code`, tx`m.phone_number`);
  const [profile] = await tx<(ProfileRow & { keeper: Keeper })[]>`
    select coalesce(s.time_zone, a.time_zone) as time_zone,
           coalesce(s.platform_language, c.preferred_contact_language, a.language) as platform_language,
           case when s.staff_uuid is not null then ${ofStaff}
                when c.contact_uuid is not null then ${ofContact} else ${ofAccount} end as contact_phone,
           a.preferences, t.name as tenant_name, coalesce(p.idle_minutes, 30) as idle_minutes,
           case when s.staff_uuid is not null then 'STAFF'
                when c.contact_uuid is not null then 'CONTACT' else 'ACCOUNT' end as keeper,
           case when m.staff_uuid is not null then json_build_object(
             'displayName', m.first_name || ' ' || m.paternal_last_name, 'email', m.email,
             'phone', ${ofAdviser}) end as adviser,
           (select coalesce(json_agg(json_build_object('createdAt', record_time(k.created_at))
                                     order by k.created_at desc), '[]')
              from tasks k
             where k.tenant_uuid = c.tenant_uuid and k.contact_uuid = c.contact_uuid
               and k.created_by = c.contact_uuid and k.completed_at is null
               and k.deleted_at is null) as change_requests
      from accounts a
      join tenants t on t.tenant_uuid = a.tenant_uuid
      left join tenant_security p on p.tenant_uuid = a.tenant_uuid
      left join staff_members s on s.tenant_uuid = a.tenant_uuid and s.staff_uuid = a.user_uuid
      left join contacts c on c.tenant_uuid = a.tenant_uuid and c.contact_uuid = a.user_uuid
      left join staff_members m on m.tenant_uuid = c.tenant_uuid
       and m.staff_uuid = c.contact_manager_entity_uuid and m.deleted_at is null and m.is_active
     where a.tenant_uuid = ${tx.tenantUuid} and a.user_uuid = ${userUuid} and a.deleted_at is null`;
  return profile;
}

/** Changes columns of the staff member, contact or account that a person is. */
export async function updateKeeper(tx: Tx, keeper: Keeper, userUuid: string, columns: Columns) {
  if (Object.keys(columns).length === 0) return;
  const [table, key] = {
    STAFF: ['staff_members', 'staff_uuid'] as const,
    CONTACT: ['contacts', 'contact_uuid'] as const,
    ACCOUNT: ['accounts', 'user_uuid'] as const,
  }[keeper];
  await tx`
    update ${tx(table)} set ${tx(columns)}
     where tenant_uuid = ${tx.tenantUuid} and ${tx(key)} = ${userUuid}`;
}
