import { beforeAll, expect, test } from 'vitest';
import { plansOf } from '../../test-support/plans.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { filterWhere } from '../lists/filter.ts';
import { listOccupations } from './availability/queries.ts';
import { meetingFields } from './fields.ts';
import { isOwn, shown, type Viewer, visibleTo } from './meeting-access.ts';
import { findMeeting, listCalendar, listMeetings } from './queries.ts';

const w = await world({}, { own: true });
const uuid = '01900000-0000-7000-8000-000000000000';
const staff: Viewer = { userUuid: uuid, roles: ['TENANT_STAFF'], partnerUuid: null };
const admin: Viewer = { userUuid: uuid, roles: ['TENANT_ADMIN'], partnerUuid: null };
const week = { from: '2030-05-06T00:00:00Z', to: '2030-05-13T00:00:00Z' };
let tenantUuid: string;

beforeAll(async () => {
  // Several tenants of some size: of a single small one, reading everything is the best plan.
  for (let count = 0; count < 6; count++) {
    const tenant = await w.tenant();
    tenantUuid = tenant.tenantUuid;
    const { tenantStaffUuid } = await tenant.staff();
    await w.db.asPlatform((tx) => furnish(tx, tenant.tenantUuid, tenantStaffUuid));
  }
  await w.sql`analyze`;
});

const statements: [string, (tx: Tx) => Promise<unknown>][] = [
  ['one meeting', (tx) => findMeeting(tx, staff, uuid)],
  [
    'a calendar',
    (tx) => listCalendar(tx, staff, tx`${isOwn(tx, staff)} and ${shown(tx, staff)}`, 100),
  ],
  ['a page of one’s own', (tx) => listMeetings(tx, staff, visibleTo(tx, staff), {})],
  ['availability', (tx) => listOccupations(tx, tx`true`, Array(500).fill(uuid), week)],
];

test.each(statements)('%s: every table is read through an index', async (_title, work) => {
  const plans = await w.db.asTenant(tenantUuid, system, (tx) => plansOf(tx, work));
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on meeting(s|_participants)/);
});

test('the first page of all meetings reads them in the order of their start', async () => {
  const plans = await w.db.asTenant(tenantUuid, system, (tx) =>
    plansOf(tx, (explaining) => listMeetings(explaining, admin, visibleTo(tx, admin), {})),
  );
  expect(plans.find((plan) => plan.includes('Limit'))).toContain('meetings_by_start');
});

test('a month of all meetings is read from an index', async () => {
  const month = [
    { field: 'startDateTime', operator: 'RANGE', min: '2030-02-01T00:00:00', max: '2030-02-03' },
  ];
  const plans = await w.db.asTenant(tenantUuid, system, (tx) =>
    plansOf(tx, (explaining) =>
      listMeetings(explaining, admin, filterWhere(tx, month, meetingFields), {
        sort: ['startDateTime,desc'],
      }),
    ),
  );
  for (const plan of plans)
    expect(plan).toMatch(/meetings_by_clock on[^\n]*\n\s+Index Cond:[^\n]*start_local/);
});

test('availability reads a short stretch of an index for each user', async () => {
  const [plan] = await w.db.asTenant(tenantUuid, system, (tx) =>
    plansOf(tx, (explaining) => listOccupations(explaining, tx`true`, [uuid], week)),
  );
  for (const index of [
    'meetings_busy',
    'meetings_long_busy',
    'meeting_participants_busy',
    'meeting_participants_long_busy',
  ])
    expect(plan).toContain(index);
});

async function furnish(tx: Tx, tenant: string, staffUuid: string): Promise<void> {
  await tx`
    insert into meetings (tenant_uuid, meeting_uuid, start_local, end_local, timezone, starts_at, ends_at,
      duration_minutes, rules_version, location_type, host_uuid, host_type, host_name, host_email,
      created_by_uuid, created_by_type, ical_uid)
    select ${tenant}, u, s, s + d, 'UTC', s, s + d, 60, '2026a', 'ONLINE', u, 'TENANT_STAFF', 'Ana', 'a@b.cl',
           u, 'TENANT_STAFF', u::text
      from (select gen_random_uuid() as u, timestamp '2030-01-01' + n * interval '1 hour' as s,
                   case when n % 50 = 0 then interval '3 days' else interval '1 hour' end as d
              from generate_series(1, 3000) n) g`;
  await tx`
    insert into meeting_participants (tenant_uuid, participant_uuid, meeting_uuid, participant_type, staff_uuid)
    select tenant_uuid, gen_random_uuid(), meeting_uuid, 'TENANT_STAFF', ${staffUuid}::uuid from meetings
     where tenant_uuid = ${tenant}`;
  await tx`
    insert into meeting_participants (tenant_uuid, participant_uuid, meeting_uuid, participant_type, email)
    select tenant_uuid, gen_random_uuid(), meeting_uuid, 'EXTERNAL', 'g@example.com' from meetings
     where tenant_uuid = ${tenant}`;
}
