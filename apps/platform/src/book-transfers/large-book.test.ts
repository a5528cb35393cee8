import { expect, test } from 'vitest';
import { uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world({}, { idle: ['invitation-mail'] });

test('5,000 contacts, 1,000 households and 500 meetings go over within ten seconds', async () => {
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
        ${tenantUuid}, 'TENANT', ${from} from generate_series(1, 5000) n`;
    await tx`
      insert into households (tenant_uuid, household_uuid, name, relationship_manager_type,
        relationship_manager_uuid)
      select ${tenantUuid}, gen_random_uuid(), 'Familia ' || n, 'TENANT_STAFF', ${from}
        from generate_series(1, 1000) n`;
    await tx`
      insert into meetings (tenant_uuid, meeting_uuid, start_local, end_local, timezone, starts_at,
        ends_at, duration_minutes, rules_version, location_type, host_uuid, host_type, host_name,
        host_email, created_by_uuid, created_by_type, ical_uid)
      select ${tenantUuid}, gen_random_uuid(), '2035-01-01'::timestamp + n * interval '1 hour',
        '2035-01-01'::timestamp + (n + 1) * interval '1 hour', 'UTC',
        '2035-01-01Z'::timestamptz + n * interval '1 hour',
        '2035-01-01Z'::timestamptz + (n + 1) * interval '1 hour', 60, 'x', 'ONLINE', ${from},
        'TENANT_STAFF', 'Ana', 'ana@example.com', ${from}, 'TENANT_STAFF', 'u' || n
        from generate_series(1, 500) n`;
    await tx`
      insert into meeting_participants (tenant_uuid, participant_uuid, meeting_uuid,
        participant_type, email, name)
      select tenant_uuid, gen_random_uuid(), meeting_uuid, 'EXTERNAL', 'g' || n || '@guests.example',
        'Guest' from meetings cross join generate_series(1, 3) n where tenant_uuid = ${tenantUuid}`;
  });
  const path = `/api/tenant-staff/${from}/transfer`;
  const counts = { contacts: 5000, households: 1000, meetings: 500 };
  expect((await admin.post(path, { toStaffUuid: to, dryRun: true })).body).toMatchObject(counts);
  const startedMs = performance.now();
  const { status, body } = await admin.post(path, { toStaffUuid: to });
  const tookMs = performance.now() - startedMs;
  expect([status, body]).toEqual([200, { dryRun: false, ...counts }]);
  expect(tookMs).toBeLessThan(10_000);
  const [told] = await w.db.asPlatform(
    (tx) => tx`
      select (select count(*)::int from invitation_mails where tenant_uuid = ${tenantUuid}) as mails,
             (select count(distinct entity_id)::int from events
               where tenant_uuid = ${tenantUuid} and event_type like '%.updated') as records`,
  );
  expect(told).toEqual({ mails: 1500, records: 6500 });
}, 60_000);
