import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { sendDueMails } from '../../../test-support/send-due-mails.ts';
import { world } from '../../../test-support/world.ts';
import { createMailSender } from '../../mail/outbox/send-mails.ts';
import { queueMorningMails } from './queue-morning-mails.ts';

const w = await world({}, { own: true });
const { db } = w;
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;

beforeEach(async () => {
  tenant = await w.tenant();
  admin = await tenant.as('TENANT_ADMIN');
});

/** A staff member with a task that is due on a day. */
async function somebody(dueDate: string, changes: object = {}) {
  const { tenantStaffUuid: assigneeUuid, email } = await tenant.staff(changes);
  const input = { title: 'Call Elena', assigneeUuid, dueDate, priority: 'HIGH' };
  const { body } = await admin.post('/api/tasks', input);
  return { assigneeUuid, email, taskUuid: body.taskUuid };
}

const at = (time: string) => queueMorningMails(db, Temporal.Instant.from(time));
const mailsTo = (email: string) => w.mails.filter(({ to }) => to === email);
/** Waits until every mail that was queued is settled, and returns those to an address. */
async function sentTo(email: string) {
  await expect
    .poll(
      async () =>
        (await db.asPlatform((tx) => tx`select from mails where state = 'QUEUED'`)).length,
    )
    .toBe(0);
  return mailsTo(email);
}

describe('the morning mail', () => {
  test('comes at seven of the person’s own zone, once a day, with what is due', async () => {
    const { email } = await somebody('2026-06-10', { timeZone: 'Asia/Tokyo' });
    await at('2026-06-09T21:59:00Z');
    expect(await sentTo(email)).toHaveLength(0);
    await at('2026-06-09T22:00:00Z');
    await at('2026-06-09T22:01:00Z');
    const [mail, ...others] = await sentTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: '1 tarea para hoy: Andes Patrimonio' });
    expect(mail?.text).toContain('- Call Elena (Hoy, prioridad alta)');
    await at('2026-06-10T22:00:00Z');
    expect((await sentTo(email))[1]?.text).toContain('Vencida, 10 jun 2026');
  });

  test('is in the person’s language, and told by several replicas once', async () => {
    const { email } = await somebody('2026-06-10', {
      timeZone: 'UTC',
      platformLanguage: 'ENGLISH',
    });
    const now = Temporal.Instant.from('2026-06-10T07:00:30Z');
    await Promise.all(Array.from({ length: 8 }, () => queueMorningMails(db, now)));
    const mails = await sentTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['1 task for today: Andes Patrimonio']);
  });

  test('reaches everybody, also where there are more than one transaction queues', async () => {
    const zone = { timeZone: 'UTC' };
    const people = [await somebody('2026-06-10', zone), await somebody('2026-06-10', zone)];
    tenant = await w.tenant();
    admin = await tenant.as('TENANT_ADMIN');
    people.push(await somebody('2026-06-10', zone));
    await queueMorningMails(db, Temporal.Instant.from('2026-06-10T07:00:00Z'), 1);
    for (const { email } of people) expect(await sentTo(email)).toHaveLength(1);
  });

  test('keeps to seven when the clocks change', async () => {
    const { email } = await somebody('2026-03-01', { timeZone: 'America/New_York' });
    // The night to 8 March is an hour shorter, that to 1 November an hour longer.
    for (const [early, due] of [
      ['2026-03-07T11:59:00Z', '2026-03-07T12:00:00Z'],
      ['2026-03-08T10:59:00Z', '2026-03-08T11:00:00Z'],
      ['2026-11-01T11:59:00Z', '2026-11-01T12:00:00Z'],
    ] as const) {
      const before = (await sentTo(email)).length;
      await at(early);
      expect(await sentTo(email)).toHaveLength(before);
      await at(due);
      expect(await sentTo(email)).toHaveLength(before + 1);
    }
  });

  test('is caught up with until nine after a standstill, and not later', async () => {
    const { email } = await somebody('2026-06-10', { timeZone: 'UTC' });
    await at('2026-06-10T09:00:00Z');
    expect(await sentTo(email)).toHaveLength(0);
    await at('2026-06-11T08:59:00Z');
    expect(await sentTo(email)).toHaveLength(1);
  });

  test('is switched off and on by the preferences of the person', async () => {
    const adviser = await tenant.as('TENANT_STAFF');
    const prefer = (preferences: object) =>
      adviser.put('/api/auth/me', { timeZone: 'UTC', preferences });
    await adviser.post('/api/tasks', { title: 'Call', dueDate: '2026-06-10' });
    const { body: me } = await adviser.get(
      `/api/tenant-staff/${adviser.identity['x-user-id'] ?? ''}`,
    );
    expect((await prefer({ morningMail: false })).status).toBe(200);
    await at('2026-06-10T07:00:00Z');
    expect(await sentTo(me.email)).toHaveLength(0);
    await prefer({ morningMail: true });
    await at('2026-06-10T07:01:00Z');
    expect(await sentTo(me.email)).toHaveLength(1);
  });

  test('does not come for what is due later, done or deleted, or to who has left', async () => {
    const due = '2026-06-10';
    const zone = { timeZone: 'UTC' };
    const [later, done, deleted, gone] = [
      await somebody('2026-06-11', zone),
      await somebody(due, zone),
      await somebody(due, zone),
      await somebody(due, zone),
    ];
    await admin.post(`/api/tasks/${done.taskUuid}/complete`);
    await admin.delete(`/api/tasks/${deleted.taskUuid}`);
    const path = `/api/tenant-staff/${gone.assigneeUuid}`;
    expect((await admin.delete(path, { staffUuidToDelete: gone.assigneeUuid })).status).toBe(204);
    await at('2026-06-10T07:00:00Z');
    for (const { email } of [later, done, deleted, gone])
      expect(await sentTo(email)).toHaveLength(0);
  });

  test('does not come when its firm was switched off until the morning was over', async () => {
    const { email } = await somebody('2026-06-10', { timeZone: 'UTC' });
    const activate = (isActive: boolean) =>
      db.asPlatform(
        (tx) => tx`
          update tenants set is_active = ${isActive} where tenant_uuid = ${tenant.tenantUuid}`,
      );
    await w.services.mailSender.stop();
    await at('2026-06-10T07:00:00Z');
    await activate(false);
    await db.asPlatform(
      (tx) => tx`
        update mails set queued_at = now() - interval '7 hours' where state = 'QUEUED'`,
    );
    w.services.mailSender.start();
    await activate(true);
    expect(await sentTo(email)).toHaveLength(0);
  });

  test('is neither lost nor doubled when a platform is killed while it takes or sends it', async () => {
    await w.services.mailSender.stop();
    const { email } = await somebody('2026-06-10', { timeZone: 'UTC' });
    const now = Temporal.Instant.from('2026-06-10T07:00:00Z');
    const cutOff: Pick<typeof db, 'asPlatform'> = {
      asPlatform: (work) =>
        db.asPlatform(async (tx) => {
          await work(tx);
          throw new Error('killed');
        }),
    };
    await expect(queueMorningMails(cutOff, now)).rejects.toThrow('killed');
    const { mailing } = w.services;
    await sendDueMails(w);
    expect(mailsTo(email)).toHaveLength(0);

    await queueMorningMails(db, now);
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const send = () => new Promise<never>(() => ask());
    const mailer = { ...mailing.mailer, send };
    const killed = createMailSender({ ...mailing, mailer });
    killed.start();
    await asked;
    void killed.stop();
    await db.asPlatform((tx) => tx`update mails set lease_until = null where lease_until > now()`);
    await sendDueMails(w);
    await sendDueMails(w);
    expect(mailsTo(email)).toHaveLength(1);
    await queueMorningMails(db, now);
    await sendDueMails(w);
    expect(mailsTo(email)).toHaveLength(1);
  });
});
