import { expect, test } from 'vitest';
import { uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world({}, { idle: ['mails'] });

type Counts = { contacts: number; households: number; meetings: number };

/** Hands over a book of a tenant of its own, and returns how long that took. */
async function handOver(counts: Counts): Promise<number> {
  const { tenantUuid, as } = await w.tenant();
  const [admin, from, to] = [
    await as('TENANT_ADMIN'),
    uuidOf(await as('TENANT_STAFF')),
    uuidOf(await as('TENANT_STAFF')),
  ];
  await w.db.asPlatform(async (tx) => {
    await tx`
      insert into contacts (tenant_uuid, contact_uuid, contact_compliance_uuid, first_name,
        paternal_last_name, preferred_email, contact_type, contact_means, preferred_contact_language,
        status, firm_type, firm_entity_uuid, contact_manager_type, contact_manager_entity_uuid)
      select ${tenantUuid}, gen_random_uuid(), gen_random_uuid(), 'Ana ' || n, 'Soto ' || n % 500,
        'ana' || n || '@clients.example', 'PROSPECT', 'EMAIL', 'SPANISH', 'ACTIVE', 'TENANT',
        ${tenantUuid}, 'TENANT', ${from} from generate_series(1, ${counts.contacts}::int) n`;
    await tx`
      insert into households (tenant_uuid, household_uuid, name, relationship_manager_type,
        relationship_manager_uuid)
      select ${tenantUuid}, gen_random_uuid(), 'Familia ' || n, 'TENANT_STAFF', ${from}
        from generate_series(1, ${counts.households}::int) n`;
    await tx`
      insert into meetings (tenant_uuid, meeting_uuid, start_local, end_local, timezone, starts_at,
        ends_at, duration_minutes, rules_version, location_type, host_uuid, host_type, host_name,
        host_email, created_by_uuid, created_by_type, ical_uid)
      select ${tenantUuid}, gen_random_uuid(), '2035-01-01'::timestamp + n * interval '1 hour',
        '2035-01-01'::timestamp + (n + 1) * interval '1 hour', 'UTC',
        '2035-01-01Z'::timestamptz + n * interval '1 hour',
        '2035-01-01Z'::timestamptz + (n + 1) * interval '1 hour', 60, 'x', 'ONLINE', ${from},
        'TENANT_STAFF', 'Ana', 'ana@example.com', ${from}, 'TENANT_STAFF', 'u' || n
        from generate_series(1, ${counts.meetings}::int) n`;
    await tx`
      insert into meeting_participants (tenant_uuid, participant_uuid, meeting_uuid,
        participant_type, email, name)
      select tenant_uuid, gen_random_uuid(), meeting_uuid, 'EXTERNAL', 'g' || n || '@guests.example',
        'Guest' from meetings cross join generate_series(1, 3) n where tenant_uuid = ${tenantUuid}`;
  });
  const path = `/api/tenant-staff/${from}/transfer`;
  expect((await admin.post(path, { toStaffUuid: to, dryRun: true })).body).toMatchObject(counts);
  const startedMs = performance.now();
  const { status, body } = await admin.post(path, { toStaffUuid: to });
  const tookMs = performance.now() - startedMs;
  expect([status, body]).toEqual([200, { dryRun: false, ...counts }]);
  const [told] = await w.db.asPlatform(
    (tx) => tx`
      select (select count(*)::int from mails where tenant_uuid = ${tenantUuid}) as mails,
             (select count(distinct entity_id)::int from events
               where tenant_uuid = ${tenantUuid} and event_type like '%.updated') as records`,
  );
  const records = counts.contacts + counts.households + counts.meetings;
  expect(told).toEqual({ mails: 3 * counts.meetings, records });
  return tookMs;
}

test('5,000 contacts, 1,000 households and 500 meetings go over in the time of ten tenths of them', async () => {
  const tenth = { contacts: 500, households: 100, meetings: 50 };
  const tenthMs = [await handOver(tenth), await handOver(tenth)];
  // With room for a machine that does other work; what is looked up for each of all takes a hundredfold, each time.
  const mostMs = 40 * Math.max(...tenthMs);
  const whole = () => handOver({ contacts: 5_000, households: 1_000, meetings: 500 });
  let wholeMs = await whole();
  for (let more = 0; more < 2 && wholeMs >= mostMs; more += 1)
    wholeMs = Math.min(wholeMs, await whole());
  expect(wholeMs).toBeLessThan(mostMs);
});
