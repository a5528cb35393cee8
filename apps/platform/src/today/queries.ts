import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import type { TodayAnswer } from './schemas.ts';

/** Who somebody is in the firm, and which day it is there. */
export type Self = { staffType: string | null; timezone: string; date: string };

/** Returns who somebody is in the firm, and which day it is by a time zone, the own one unless stated. */
export async function findSelf(tx: Tx, userUuid: string, timezone: string | undefined) {
  const [self] = await tx<[Self]>`
    select s.staff_type, z.timezone, local_time(z.timezone, now())::date::text as date
      from (select 1) one
      left join staff_members s on s.staff_uuid = ${userUuid}
      cross join lateral (select coalesce(${timezone ?? null}, s.time_zone, 'UTC') as timezone) z`;
  return self;
}

/** Returns how those of some contacts are called who meet a condition on `contacts c`: by the preferred phone, else the other. */
export async function findPhones(tx: Tx, where: Fragment, contactUuids: readonly string[]) {
  if (contactUuids.length === 0) return [];
  const rows = await tx<TodayAnswer['phones']>`
    select c.contact_uuid, p.phone ->> 'phoneCountryCode' as phone_country_code,
           p.phone ->> 'phoneNumber' as phone_number
      from contacts c
     cross join lateral (select coalesce(c.preferred_phone_number, c.phone_number) as phone) p
     where c.contact_uuid = any(${[...contactUuids]}::uuid[]) and c.deleted_at is null
       and p.phone ->> 'phoneNumber' is not null and ${where}
     order by c.contact_uuid`;
  return [...rows];
}

/** Returns how the firm's house stands. */
export async function findFirm(tx: Tx): Promise<NonNullable<TodayAnswer['firm']>> {
  const [firm] = await tx<[NonNullable<TodayAnswer['firm']>]>`
    select (select count(*)::int from contacts where deleted_at is null) as contact_count,
           (select count(*)::int from staff_members where deleted_at is null) as staff_count,
           (select json_build_object(
                     'used', count(*) filter (where c.status <> 'NONE'),
                     'failed', count(*) filter (where c.suspended_at is not null or c.last_error is not null
                                                   or c.export_error is not null))
              from (select distinct on (user_uuid) * from calendar_connections
                     order by user_uuid, (status = 'CONNECTED') desc, connected_at desc) c) as calendars,
           (select json_build_object('version', coalesce(max(b.version), 0),
                                     'updatedAt', record_time(max(b.updated_at)))
              from brandings b where b.tenant_uuid = ${tx.tenantUuid}) as branding`;
  return firm;
}
