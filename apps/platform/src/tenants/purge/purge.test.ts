import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { archiveTrail } from '../../../test-support/aged-trail.ts';
import { startAnalyticsSimulator } from '../../../test-support/analytics-simulator.ts';
import type { Client } from '../../../test-support/client.ts';
import { householdWorld } from '../../../test-support/household-world.ts';
import { world } from '../../../test-support/world.ts';
import { platformTenantUuid } from '../../database/platform-tenant.ts';
import type { Tx } from '../../database/transaction.ts';
import { publishBranding } from '../branding/publish-branding.ts';

const analytics = await startAnalyticsSimulator();
afterAll(analytics.stop);
const w = await world({ ANALYTICS_URL: analytics.url });
let system: Client;

beforeEach(async () => {
  system = await w.systemAdmin();
  analytics.down = false;
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

/** A tenant that has something everywhere. */
async function fullTenant() {
  const { tenant, contact, organisation, household } = await householdWorld(w);
  const { tenantUuid } = tenant;
  const admin = await tenant.as('TENANT_ADMIN');
  const [contactUuid, organisationUuid] = await Promise.all([contact(), organisation()]);
  await household({
    accountNumbers: ['A-1'],
    members: [
      { memberType: 'CONTACT', contactUuid },
      { memberType: 'ORGANISATION', organisationUuid },
    ],
  });
  const meeting = await admin.post('/api/v1/meetings', {
    startDateTime: '2030-05-06T10:00',
    endDateTime: '2030-05-06T11:00',
    timezone: 'America/Santiago',
    locationType: 'ONLINE',
    contactIds: [contactUuid],
    externalAttendees: [{ email: 'guest@example.com' }],
  });
  const about = { entityType: 'CONTACT', entityUuid: contactUuid };
  await admin.post('/api/notes', { ...about, text: 'Called' });
  await admin.post('/api/tasks', { ...about, title: 'Call', dueDate: '2026-01-01' });
  await admin.post('/api/views', { name: 'All', list: 'CONTACTS' });
  const meetingPath = `/api/v1/meetings/${meeting.body.meetingUuid}`;
  const [{ participantUuid }] = meeting.body.participants;
  await w.anonymous.put(`${meetingPath}/participants/${participantUuid}/rsvp`, {
    status: 'ACCEPTED',
  });
  await admin.post('/api/v1/calendar/feed');
  await admin.post(`${meetingPath}/cancel`);
  await admin.delete(`${meetingPath}/calendar-visibility`);
  await admin.get('/api/core/platformconfigs/v1/contacts/stages');
  await admin.post('/api/partners', { name: 'Partner' }, { 'idempotency-key': randomUUID() });
  await admin.post(`/api/tenants/${tenantUuid}/domains`, {
    domain: `d${tenantUuid}.example`,
    active: true,
  });
  await admin.post(`/api/tenants/${tenantUuid}/branding/assets/init`, {
    files: [{ type: 'logo', ext: 'png' }],
  });
  await publishBranding(w.services, tenantUuid, {
    colors: {},
    files: [{ type: 'logo', ext: 'svg', content: Buffer.from(svg) }],
    editor: 'test',
  });
  return { ...tenant, admin };
}

/** Counts the rows of a tenant in each table, by the database's own catalogue. */
async function countRows(tenantUuid: string): Promise<Record<string, number>> {
  return w.db.asPlatform(async (tx: Tx) => {
    const tables = await tx<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'tenant_uuid'`;
    expect(tables.length).toBeGreaterThan(10);
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await tx<{ count: number }[]>`
        select count(*)::int as count from ${tx(name)} where tenant_uuid = ${tenantUuid}`;
      if (row?.count) counts[name] = row.count;
    }
    return counts;
  });
}

async function countJobs(tenantUuid: string): Promise<number> {
  const [row] = await w.sql`
    select count(*)::int as count from pgboss.job where data ->> 'tenantUuid' = ${tenantUuid}`;
  return row?.count;
}

const purge = (tenantUuid: string) => system.post('/api/tenants/delete', { tenantUuid });

describe('removing a tenant for good', () => {
  test('leaves nothing of it in any table or store, tells what it was, and spares the others', async () => {
    const [tenant, other] = [await fullTenant(), await fullTenant()];
    // What waits for the worker that keeps groups of duplicates is gone soon.
    const waiting = () =>
      w.db.asPlatform(
        (tx) => tx`
          select from duplicate_changes
           where tenant_uuid in (${tenant.tenantUuid}, ${other.tenantUuid})`,
      );
    await expect.poll(waiting).toHaveLength(0);
    await archiveTrail(w, tenant.tenantUuid);
    const before = await countRows(tenant.tenantUuid);
    const others = await countRows(other.tenantUuid);
    const stored = await w.services.objects.list(`${tenant.tenantUuid}/`);
    expect(before).toMatchObject({ audit_archives: 1, audit_archive_ids: expect.any(Number) });
    expect(stored.some(({ key }) => key.startsWith(`${tenant.tenantUuid}/audit/`))).toBe(true);
    const jobs = await countJobs(tenant.tenantUuid);
    expect(Object.keys(before).length).toBeGreaterThan(15);
    expect([stored.length > 0, jobs > 0]).toEqual([true, true]);

    const answer = await purge(tenant.tenantUuid.toUpperCase());
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      tenantUuid: tenant.tenantUuid,
      deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    });
    expect(answer.body.removed).toMatchObject({ householdMembers: 2, tenantDomains: 1 });
    expect(answer.body.removed).toEqual({
      ...Object.fromEntries(
        Object.entries(before).map(([table, count]) => [
          table.replace(/_(\w)/g, (_all, letter) => letter.toUpperCase()),
          count,
        ]),
      ),
      jobs,
      objects: stored.length,
      mail: 0,
      calendarSubscriptions: 0,
      analyticsEvents: 7,
    });
    expect(await countRows(tenant.tenantUuid)).toEqual({});
    expect(await countRows(other.tenantUuid)).toEqual(others);
    expect(await w.services.objects.list(`${tenant.tenantUuid}/`)).toEqual([]);
    expect(await readdir(join(w.config.dataDir, 'objects'))).toEqual([other.tenantUuid]);
    expect(await countJobs(tenant.tenantUuid)).toBe(0);
    expect(analytics.purged).toContain(tenant.tenantUuid);
    expect((await tenant.admin.get('/api/tenant-staff/all')).status).toBeGreaterThanOrEqual(401);
    expect((await purge(tenant.tenantUuid)).status).toBe(404);
  });

  test('is on record with the platform', async () => {
    const tenant = await w.tenant();
    await purge(tenant.tenantUuid);
    const [event] = await w.db.asPlatform(
      (tx) =>
        tx`select * from events where event_type = 'tenant.purged' and entity_id = ${tenant.tenantUuid}`,
    );
    expect(event).toMatchObject({
      tenantUuid: platformTenantUuid,
      actorId: system.identity['x-user-id'],
    });
  });

  test('also removes one that was deleted softly', async () => {
    const tenant = await fullTenant();
    await system.delete(`/api/tenants/${tenant.tenantUuid}`);
    expect((await purge(tenant.tenantUuid)).status).toBe(200);
    expect(await countRows(tenant.tenantUuid)).toEqual({});
  });

  test('goes on where it was cut off, when it is asked again or by its job', async () => {
    for (const goOn of [
      async (tenantUuid: string) => expect((await purge(tenantUuid)).status).toBe(200),
      async (purgedTenantUuid: string) =>
        w.services.tenantPurge.job.run({ tenantUuid: platformTenantUuid, purgedTenantUuid }, 'job'),
    ]) {
      const { tenantUuid } = await fullTenant();
      analytics.down = true;
      const failed = await purge(tenantUuid);
      expect([failed.status, failed.body.code]).toEqual([503, 'UNAVAILABLE']);
      analytics.down = false;
      await goOn(tenantUuid);
      expect(analytics.purged.filter((each) => each === tenantUuid)).toEqual([tenantUuid]);
      const [kept] = await w.db.asPlatform(
        (tx) =>
          tx`select removed, finished_at from tenant_purges where purged_tenant_uuid = ${tenantUuid}`,
      );
      expect(kept?.removed).toMatchObject({ tenants: 1, analyticsEvents: 7 });
      expect(kept?.finishedAt).toBeTruthy();
      expect(await countRows(tenantUuid)).toEqual({});
    }
  });

  test('asked for five times at once happens once', async () => {
    const { tenantUuid } = await fullTenant();
    const answers = await Promise.all(Array.from({ length: 5 }, () => purge(tenantUuid)));
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].every((status) => status === 200 || status === 404)).toBe(true);
    const events = await w.db.asPlatform(
      (tx) =>
        tx`select 1 from events where event_type = 'tenant.purged' and entity_id = ${tenantUuid}`,
    );
    expect(events.length).toBe(1);
  });

  test('spares the platform’s own tenant, and needs one that exists', async () => {
    expect((await purge(platformTenantUuid)).status).toBe(409);
    expect((await purge(randomUUID())).status).toBe(404);
    for (const body of [{}, { tenantUuid: 'andes' }, { tenantUuid: 5 }]) {
      const answer = await system.post('/api/tenants/delete', body);
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'tenantUuid']);
    }
  });
});
