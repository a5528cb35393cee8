import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { afterAll, expect, test } from 'vitest';
import { databaseBefore } from '../../../test-support/database-before.ts';
import { migrate } from '../../database/migrate.ts';

const { url, sql } = await databaseBefore('0058');
afterAll(sql.end);
const [tenantUuid, ana, eva] = [randomUUID(), randomUUID(), randomUUID()];
const [changed, noted] = [randomUUID(), randomUUID()];

test('an update takes over the mails that wait in the queues and tables of before, and what became of others', async () => {
  await sql`insert into tenants (tenant_uuid, name, code) values (${tenantUuid}, 'Andes', 'ANDES')`;
  for (const userUuid of [ana, eva])
    await sql`
      insert into accounts (tenant_uuid, user_uuid, email, roles, display_name, language)
      values (${tenantUuid}, ${userUuid}, ${`${userUuid}@old.example`}, '{TENANT_STAFF}', 'Ana', 'SPANISH')`;
  await sql`
    insert into login_mails (tenant_uuid, user_uuid, mail_uuid, state, settled_at)
    values (${tenantUuid}, ${ana}, ${randomUUID()}, 'REFUSED', now()),
           (${tenantUuid}, ${eva}, ${randomUUID()}, 'QUEUED', null)`;
  await sql`
    insert into login_changes (tenant_uuid, change_uuid, user_uuid, kind, address, queued_at)
    values (${tenantUuid}, ${changed}, ${ana}, 'EMAIL_TAKEN_AWAY', 'old@old.example', now()),
           (${tenantUuid}, ${noted}, ${eva}, 'FIRST_LINK', 'new@old.example', null)`;
  await sql`
    insert into morning_mails (tenant_uuid, user_uuid, day, settled_at)
    values (${tenantUuid}, ${ana}, current_date, now())`;
  await sql`
    insert into held_jobs (tenant_uuid, job_uuid, queue, data)
    values (${tenantUuid}, ${randomUUID()}, 'second-factor-mail',
            ${JSON.stringify({ tenantUuid, userUuid: ana, change: 'TOTP_ADDED' })}::jsonb),
           (${tenantUuid}, ${randomUUID()}, 'contact-import', ${JSON.stringify({ tenantUuid })}::jsonb)`;
  const boss = new PgBoss(url);
  await boss.start();
  const jobs = [
    ['credentials-mail', { tenantUuid, userUuid: eva, kind: 'welcome', mailUuid: randomUUID() }],
    ['credentials-mail', { tenantUuid, userUuid: ana, kind: 'reset' }],
    ['login-change-mail', { tenantUuid, userUuid: ana, changeUuid: changed }],
    ['reply-address-mail', { tenantUuid, language: 'ENGLISH', replyTo: 'hola@old.example' }],
    ['unproved-domain-mail', { tenantUuid, staffUuid: ana, domain: 'andes.example' }],
    ['branding-sweep', { tenantUuid }],
  ] as const;
  for (const [queue, data] of jobs) {
    await boss.createQueue(queue);
    await boss.send(queue, data);
  }
  await boss.stop();

  await migrate(url);
  const mails = await sql`
    select kind, person_uuid as person, address, language, about, once is not null as once, state
      from mails order by kind, state, person_uuid = ${ana} desc`;
  const mail = (kind: string, rest: object) => ({
    ...{ kind, person: null, address: null, language: null, about: {}, once: false },
    state: 'QUEUED',
    ...rest,
  });
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  expect(mails).toEqual([
    mail('DOMAIN_UNPROVED', { person: ana, about: { domain: 'andes.example' } }),
    mail('FIRST_LINK', { person: eva }),
    mail('FIRST_LINK', { person: eva }),
    mail('FIRST_LINK', { person: ana, state: 'REFUSED' }),
    mail('LOGIN_CHANGED', {
      person: ana,
      address: 'old@old.example',
      about: { change: 'EMAIL_TAKEN_AWAY' },
    }),
    mail('MORNING_TASKS', { person: ana, about: { day: today }, once: true, state: 'SENT' }),
    mail('PASSWORD_RESET', { person: ana }),
    mail('REPLY_ADDRESS', { address: 'hola@old.example', language: 'ENGLISH' }),
    mail('SIGN_IN_CHANGED', { person: ana, about: { change: 'TOTP_ADDED' } }),
  ]);
  expect((await sql`select queue from held_jobs`).map((row) => row.queue)).toEqual([
    'contact-import',
  ]);
});
