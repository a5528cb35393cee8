import type { Sql } from '@atrium/kit/sql.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { furnish } from './platform.ts';

const [staffCount, meetingCount, askedCount, rounds] = [1_000, 200_000, 500, 200];
const [invitedCount, slotDays] = [50, 60];

/**
 * Measures, in a tenant with 200,000 meetings over a year, whether 500 users are free in a week, and
 * the common free slots of 50 users in 60 days, whose meetings are too many for there to be 200.
 */
export async function measureAvailability({ check, print }: Goals, dataDir: string): Promise<void> {
  const atrium = await startAtrium(dataDir, { DEMO: 'off' });
  const { headers, tenantUuid } = await furnish(atrium.address, dataDir);
  const sql = openSql(atrium.superuser());
  const staff = await fillCalendars(sql, tenantUuid);
  await sql.end();

  const statuses = new Map<string, number>();
  const checks = await timed(async (round) => {
    const start = Temporal.PlainDate.from('2027-01-04').add({ weeks: round % 20 });
    const from = (round * 37) % (staffCount - askedCount);
    const { availabilities } = await ask<{ availabilities: { status: string }[] }>('check', {
      userUuids: staff.slice(from, from + askedCount),
      startDateTime: start.toString(),
      endDateTime: start.add({ days: 7 }).toString(),
    });
    for (const { status } of availabilities) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  let found = 0;
  const slots = await timed(async (round) => {
    const start = Temporal.PlainDate.from('2026-10-01').add({ weeks: round % 20 });
    const from = (round * 13) % (staffCount - invitedCount);
    const answer = await ask<{ slots: unknown[] }>('slots', {
      userUuids: staff.slice(from, from + invitedCount),
      startDateTime: start.toString(),
      endDateTime: start.add({ days: slotDays }).toString(),
      durationMinutes: 30,
      workingHours: { start: '09:00', end: '18:00', days: [1, 2, 3, 4, 5] },
    });
    found += answer.slots.length;
  });
  await atrium.stop();

  print(
    `        500 users over a week: p50 ${checks.p50.toFixed(1)} ms, ${JSON.stringify([...statuses])}`,
  );
  check('availability of 500 users over a week, p95', checks.p95, 'ms', { atMost: 50 });
  print(
    `        50 users over 60 days: p50 ${slots.p50.toFixed(1)} ms, ${found} slots in ${rounds} answers`,
  );
  check('free slots of 50 users over 60 days, p95', slots.p95, 'ms', { atMost: 150 });

  async function ask<T>(question: string, body: object): Promise<T> {
    const response = await fetch(`${atrium.address}/api/v1/availability/${question}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, timezone: 'America/Santiago' }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  }
}

/** Runs something in rounds and returns its milliseconds, without the first ten rounds. */
async function timed(run: (round: number) => Promise<void>) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await run(round);
    times.push(performance.now() - began);
  }
  const sorted = times.slice(10).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

/** A year of meetings, each with a host and two more of the staff; one in fifty lasts two days. */
async function fillCalendars(sql: Sql, tenantUuid: string): Promise<string[]> {
  await sql`
    insert into staff_members (tenant_uuid, staff_uuid, first_name, paternal_last_name, user_email,
      email, staff_type, staff_role, legal_residence, time_zone, platform_language, commission_currency)
    select ${tenantUuid}, gen_random_uuid(), 'Ana', 'Soto ' || n, n || '@bench.example',
      n || '@bench.example', 'ADVISOR', 'ADVISOR', 'CL', 'America/Santiago', 'SPANISH', 'CLP'
      from generate_series(1, ${staffCount}) n`;
  const rows = await sql<{ uuid: string }[]>`
    select staff_uuid as uuid from staff_members where tenant_uuid = ${tenantUuid}`;
  const staff = rows.map((row) => row.uuid);
  // Three people in four have plenty to do, the rest is free in most weeks.
  await sql`create temp table people as
    select row_number() over ()::int as n, uuid from unnest(${staff}::uuid[]) as uuid`;
  await sql`create index on people (n)`;
  await sql`
    insert into meetings (tenant_uuid, meeting_uuid, title, start_local, end_local, timezone, starts_at,
      ends_at, duration_minutes, rules_version, location_type, host_uuid, host_type, host_name,
      host_email, created_by_uuid, created_by_type, ical_uid)
    select ${tenantUuid}, u, 'Reunión', s, s + d, 'UTC', s, s + d, 60, '2026a', 'ONLINE', h.uuid,
           'TENANT_STAFF', 'Ana', 'ana@bench.example', h.uuid, 'TENANT_STAFF', u::text
      from (select n, gen_random_uuid() as u,
                   timestamp '2026-09-01' + random() * interval '365 days' as s,
                   case when n % 50 = 0 then interval '2 days' else interval '1 hour' end as d,
                   1 + floor(random() * 750)::int as host
              from generate_series(1, ${meetingCount}) n) g
      join people h on h.n = g.host`;
  await sql`
    insert into meeting_participants (tenant_uuid, participant_uuid, meeting_uuid, participant_type, staff_uuid, rsvp_status)
    select ${tenantUuid}, gen_random_uuid(), m.meeting_uuid, 'TENANT_STAFF', p.uuid,
           case when random() < 0.1 then 'DECLINED' else 'ACCEPTED' end
      from (select meeting_uuid, row_number() over () as n from meetings where tenant_uuid = ${tenantUuid}) m
      cross join generate_series(0, 1) k
      join people p on p.n = 1 + (m.n * 7 + k * 331) % 750`;
  await sql`analyze`;
  const [made] = await sql`select count(*)::int as count from meetings`;
  if (made?.count !== meetingCount) throw new Error(`${made?.count} meetings were made`);
  return staff;
}
