import { randomUUID } from 'node:crypto';
import { Registry } from '@prometheus-io/client';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import { countMails } from '../mail/count-mails.ts';
import { smtpMailer } from '../mail/mailer.ts';

const w = await world({}, { idle: ['branding-sweep'] });

/** The sample of a metric at `/metrics`; undefined when there is none. */
async function sample(name: string): Promise<number | undefined> {
  const { body, status } = await w.anonymous.get('/metrics');
  expect(status).toBe(200);
  const line = String(body)
    .split('\n')
    .find((each) => each.startsWith(`${name} `));
  return line ? Number(line.slice(name.length + 1)) : undefined;
}

describe('the metrics', () => {
  test('tell of waits for connections and of commits', async () => {
    const before = (await sample('db_commit_seconds_count')) ?? 0;
    await (await w.tenant()).as('TENANT_ADMIN');
    expect(await sample('db_commit_seconds_count')).toBeGreaterThan(before);
    expect(await sample('db_connection_wait_seconds_count')).toBeGreaterThan(0);
    expect(await sample('db_connections{state="open"}')).toBeGreaterThan(0);

    const hold = Promise.withResolvers<void>();
    const holders = Array.from({ length: 8 }, () => w.db.asPlatform(() => hold.promise));
    const waiter = w.db.asPlatform(async () => undefined);
    // Not by HTTP: that asks the database for other figures, and all connections are held.
    const { values } = (await w.services.registry.getSingleMetric('db_connections')?.get()) ?? {};
    hold.resolve();
    await Promise.all([...holders, waiter]);
    const waiting = values?.find(({ labels }) => labels.state === 'waiting');
    expect(waiting?.value).toBeGreaterThan(0);
  });

  test('count jobs that wait, are tried again and have failed', async () => {
    // Workers would take them.
    await w.services.jobs.stop();
    await w.db.asPlatform(async (tx) => {
      for (const state of ['created', 'retry', 'failed'])
        await tx`
          insert into pgboss.job (name, data, state, start_after, created_on)
          values ('branding-sweep', ${tx.json({ tenantUuid: platformTenantUuid })}, ${state}::pgboss.job_state,
                  now() - interval '90 seconds', now())`;
    });
    const states = ['waiting', 'retrying', 'failed'];
    const counts = await Promise.all(
      states.map((state) => sample(`jobs{queue="branding-sweep",state="${state}"}`)),
    );
    expect(counts).toEqual([1, 1, 1]);
    expect(await sample('jobs_lag_seconds{queue="branding-sweep"}')).toBeGreaterThan(80);
  });

  test('tell how long the oldest mail waits, how many wait, and how many were given up', async () => {
    expect(await sample('mails_lag_seconds')).toBe(0);
    await w.services.mailSender.stop();
    const kind = 'FIRST_LINK';
    const mail = (row: object) => ({ ...of, mailUuid: randomUUID(), kind, ...row });
    const of = { tenantUuid: platformTenantUuid, settledAt: null, state: 'QUEUED', reason: null };
    const settledAt = new Date();
    const rows = [
      mail({ dueAt: new Date(Date.now() - 70_000), tries: 0 }),
      mail({ dueAt: new Date(Date.now() + 9_999_999), tries: 0 }),
      mail({ dueAt: new Date(Date.now() + 60_000), tries: 3 }),
      mail({ dueAt: settledAt, tries: 9, state: 'REFUSED', reason: 'GIVEN_UP', settledAt }),
      mail({ dueAt: settledAt, tries: 1, state: 'REFUSED', reason: 'BOUNCED', settledAt }),
    ];
    await w.db.asPlatform((tx) => tx`insert into mails ${tx(rows)}`);
    const states = ['waiting', 'postponed', 'retrying', 'given_up', 'refused'];
    const counts = states.map((state) => sample(`mails{kind="${kind}",state="${state}"}`));
    expect(await Promise.all(counts)).toEqual([1, 1, 1, 1, 1]);
    expect(await sample('mails_lag_seconds')).toBeGreaterThan(60);
  });

  test('tell for each provider how late the sync of its calendars is', async () => {
    const { tenantUuid, staff } = await w.tenant();
    const { tenantStaffUuid } = await staff();
    await w.db.asPlatform(
      (tx) => tx`
        insert into calendar_connections
          (tenant_uuid, connection_uuid, user_uuid, provider, account_id, email, status, next_pull_at)
        values (${tenantUuid}, ${randomUUID()}, ${tenantStaffUuid}, 'PROVIDER_B', 'a', 'a@b.example', 'CONNECTED',
                now() - interval '5 minutes')`,
    );
    expect(await sample('calendar_sync_lag_seconds{provider="microsoft"}')).toBeGreaterThan(290);
  });
});

test('The operator of the platform reads the same figures for people', async () => {
  const { tenantUuid } = await w.tenant();
  const of = { tenantUuid, endpointUuid: randomUUID() };
  await w.services.jobs.stop();
  await w.services.mailSender.stop();
  await w.services.webhooks.delivery.stop();
  await w.db.asPlatform(async (tx) => {
    await tx`
      insert into pgboss.job (name, data, state, start_after, created_on, started_on)
      values ('branding-sweep', ${tx.json({ tenantUuid })}, 'retry', now(), now(), now())`;
    await tx`insert into mails ${tx({ tenantUuid, mailUuid: randomUUID(), kind: 'FIRST_LINK', state: 'QUEUED', dueAt: new Date(Date.now() + 60_000), tries: 1 })}`;
    await tx`
      insert into webhook_endpoints (tenant_uuid, endpoint_uuid, url, event_types, secret)
      values (${tenantUuid}, ${of.endpointUuid}, 'https://hooks.example', '{}', 'x')`;
    for (const attemptsInRow of [0, 3])
      await tx`
        insert into webhook_messages ${tx({ ...of, attemptsInRow, eventType: 'contact.created', payload: tx.json({}), occurredAt: new Date(), ...(attemptsInRow > 0 && { lastStatus: 503, tries: tx.json([{ at: new Date(), status: 503 }]) }) })}`;
  });
  await w.db.asPlatform(
    (tx) => tx`
    update webhook_messages set next_attempt_at = now() - interval '95 seconds' where tenant_uuid = ${tenantUuid}`,
  );
  expect(await sample('atrium_backup_age_seconds')).toBeUndefined();
  const { status, body } = await (await w.systemAdmin()).get('/api/platform/health');
  expect(status).toBe(200);
  expect(body).toMatchObject({ isPaused: false, backup: null, brokenAuditTrails: 0 });
  expect(body.versions).toEqual({
    node: process.versions.node,
    postgres: expect.stringMatching(/^\d/),
  });
  const queues = new Map(body.queues.map((each: { name: string }) => [each.name, each]));
  expect([...queues.keys()]).toEqual(
    expect.arrayContaining(['JOBS', 'MAILS', 'WEBHOOKS', 'CALENDARS', 'AUDIT_TRAIL']),
  );
  const lastFailure = { at: expect.any(String), reason: 'ANSWERED', status: 503 };
  expect(queues.get('WEBHOOKS')).toMatchObject({ waiting: 1, retrying: 1, lastFailure });
  expect(queues.get('JOBS')).toMatchObject({
    lastFailure: { at: expect.any(String), reason: 'branding-sweep' },
  });
  expect(queues.get('MAILS')).toMatchObject({ lastFailure: { at: null, reason: 'RETRYING' } });
  expect(queues.get('AUDIT_TRAIL')).toMatchObject({ lastFailure: null });
  expect((queues.get('WEBHOOKS') as { lagSeconds: number }).lagSeconds).toBeGreaterThan(90);
  expect(queues.get('AUDIT_TRAIL')).toMatchObject({ waiting: null, retrying: null, failed: null });
  expect(body.jobs).toContainEqual(
    expect.objectContaining({ name: 'branding-sweep', failed: expect.any(Number) }),
  );
  await w.db.asPlatform(async (tx) => {
    await tx`
      insert into backups (tenant_uuid, taken_at, covers_until)
      values (${platformTenantUuid}, now(), now() - interval '2 hours')`;
  });
  expect(await sample('atrium_backup_age_seconds')).toBeGreaterThan(7_100);
  const later = await (await w.systemAdmin()).get('/api/platform/health');
  expect(later.body.backup.ageSeconds).toBeGreaterThan(7_100);
});

test('The operator reads which calendar failed last, until its owner connects it again', async () => {
  const { tenantUuid, staff } = await w.tenant();
  const [one, other] = [await staff(), await staff()];
  const now = Date.now();
  const connect = (of: { tenantStaffUuid: string }, row: object) =>
    w.db.asPlatform(
      (tx) => tx`
        insert into calendar_connections ${tx({ tenantUuid, connectionUuid: randomUUID(), userUuid: of.tenantStaffUuid, provider: 'PROVIDER_B', accountId: randomUUID(), email: 'a@b.example', ...row })}`,
    );
  const last = async () => {
    const { body } = await (await w.systemAdmin()).get('/api/platform/health');
    return body.queues.find(({ name }: { name: string }) => name === 'CALENDARS').lastFailure;
  };
  const ago = (hours: number) => new Date(now - hours * 3_600_000);
  // It fails for longest, and so it waits for longest.
  const failing = {
    status: 'CONNECTED',
    connectedAt: ago(9),
    nextPullAt: new Date(now + 3_600_000),
  };
  await connect(one, { ...failing, lastSyncedAt: ago(3), lastError: 'INTERNAL' });
  expect(await last()).toEqual({ at: null, reason: 'INTERNAL', status: null });
  const ended = { status: 'DISCONNECTED', connectedAt: ago(9), disconnectReason: 'AUTH_EXPIRED' };
  await connect(other, { ...ended, disconnectedAt: ago(2), lastError: 'AUTH_EXPIRED' });
  expect(await last()).toEqual({ at: expect.any(String), reason: 'AUTH_EXPIRED', status: null });
  const left = (isGone: boolean) =>
    w.db.asPlatform(
      (tx) => tx`
        update accounts set deleted_at = case when ${isGone} then now() end
         where user_uuid = ${other.tenantStaffUuid}`,
    );
  await left(true);
  expect((await last()).reason).toBe('INTERNAL');
  await left(false);
  expect((await last()).reason).toBe('AUTH_EXPIRED');
  await connect(other, { status: 'CONNECTED' });
  expect((await last()).reason).toBe('INTERNAL');
});

describe('mails', () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('nobody')) return done();
      done(Object.assign(new Error('There is no such mailbox'), { responseCode: 550 }));
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done());
    },
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  test('are counted as sent, refused or failed', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as { port: number };
    const registry = new Registry();
    const message = (to: string) => ({
      kind: 'FIRST_LINK' as const,
      tenantUuid: platformTenantUuid,
      fromName: 'Andes',
      to,
      subject: 'Hello',
      text: 'Hello',
      html: '<p>Hello</p>',
      messageId: `<${randomUUID()}@atrium>`,
    });
    const mailer = countMails(smtpMailer(`smtp://127.0.0.1:${port}`, 'a@atrium.example'), registry);
    await mailer.send(message('ana@clients.example'));
    await expect(mailer.send(message('nobody@clients.example'))).rejects.toThrow();
    mailer.close();
    const text = await registry.metrics();
    expect(text).toContain('mails_total{kind="FIRST_LINK",outcome="sent"} 1');
    expect(text).toContain('mails_total{kind="FIRST_LINK",outcome="refused"} 1');
    expect(text).toContain('mails_total{kind="FIRST_LINK",outcome="failed"} 0');
    expect(text).toContain('mails_total{kind="INVITATION",outcome="sent"} 0');
  });
});
