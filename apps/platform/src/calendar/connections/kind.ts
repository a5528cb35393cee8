import { hasRole, staffRoles } from '@atrium/kit/auth/caller.ts';
import { partnerOfStaff } from '../../auth/partner-of-staff.ts';
import { isAny, type Kind, nameIn } from '../../kind.ts';
import { staffKind } from '../../staff/kind.ts';
import { stoppedCalendars } from './list-connections.ts';

const found = { table: 'calendar_connections', alias: 'c', column: 'connection_uuid' };

/** Connected calendars, with what links their events to meetings. */
export const calendarConnectionKind: Kind = {
  entityType: 'CALENDAR_CONNECTION',
  tables: [
    'calendar_connections',
    'calendar_attempts',
    'calendar_authorizations',
    'calendar_busy',
    'calendar_channels',
    'calendar_feeds',
    'calendar_links',
    'calendar_notifications',
    'calendar_preferences',
    'calendar_pushes',
    'calendar_settings',
    'calendar_tokens',
  ],
  name: (tx, uuid) => {
    const owner = nameIn(tx, 'calendar_connections', 'connection_uuid', uuid, tx`r.user_uuid`);
    return staffKind.name(tx, owner);
  },
  partner: (tx, { tenantUuid, uuid }) =>
    partnerOfStaff(
      tx,
      tenantUuid,
      tx`(select c.user_uuid from calendar_connections c
           where c.tenant_uuid = ${tenantUuid} and c.connection_uuid = ${uuid})`,
    ),
  item: { ...found, sees: (tx, caller) => tx`c.user_uuid = ${caller.userUuid}` },
  news: {
    'calendar.suspended': (tx, { tenantUuid, entityIds }) => [
      tx`select 'SYNC_SUSPENDED', c.user_uuid, 'CALENDAR_CONNECTION', c.connection_uuid, null::uuid, null::text
           from calendar_connections c
          where c.tenant_uuid = ${tenantUuid} and ${isAny(tx, 'connection_uuid', entityIds)}`,
    ],
  },
  told: {
    ...found,
    roles: staffRoles,
    area: 'calendar',
    mayRead: (tx, caller) =>
      hasRole(caller, 'TENANT_ADMIN', 'SYSTEM_ADMIN')
        ? tx`true`
        : tx`c.user_uuid = ${caller.userUuid}`,
  },
  waits: stoppedCalendars,
  texts: [
    {
      table: 'calendar_links',
      key: ['connection_uuid', 'external_id'],
      json: { fields: ['start', 'end', 'timezone'] },
      near: (tx, { meetings }) => isAny(tx, 'meeting_uuid', meetings),
      // What is about to be written anew is put right by that.
      where: (tx) => tx`
      (is_copy or gone_at is not null or retired_at is not null
       or not exists (select from calendar_pushes p
                       where p.tenant_uuid = calendar_links.tenant_uuid
                         and p.meeting_uuid = calendar_links.meeting_uuid
                         and p.connection_uuid = calendar_links.connection_uuid))`,
      counted: 'calendarCopies',
    },
  ],
};
