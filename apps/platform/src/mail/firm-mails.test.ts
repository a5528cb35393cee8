import { expect, test } from 'vitest';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world({ MAILS_PER_FIRM_AND_DAY: '3' });
const m = await meetingWorld(w);
const { tenantUuid } = m.tenant;

const limited = (of: string) =>
  w.mails.filter((mail) => mail.tenantUuid === of && mail.kind !== 'MAILS_WAITING');
const told = () => w.mails.filter((mail) => mail.kind === 'MAILS_WAITING');
const guests = (prefix: string, count: number) => ({
  staffIds: [],
  contactIds: [],
  externalAttendees: Array.from({ length: count }, (_, index) => ({
    email: `${prefix}${index}@guests.example`,
  })),
});

/** Waits until all mails of the firm are sent, but for so many that wait for another day. */
const mailsLeft = (count: number) =>
  expect
    .poll(
      async () => {
        const rows = await w.db.asPlatform(
          (tx) => tx<{ isPostponed: boolean }[]>`
            select due_at > now() as is_postponed from mails
             where tenant_uuid = ${tenantUuid} and state = 'QUEUED'`,
        );
        return rows.map((each) => each.isPostponed);
      },
      { timeout: 60_000 },
    )
    .toEqual(Array.from({ length: count }, () => true));

/** Moves the day: what was done today was done yesterday, and what waits is due. */
async function nextDay() {
  await w.db.asPlatform(
    (tx) => tx`
      update mail_days set day = (select min(day) - 1 from mail_days)
       where tenant_uuid = ${tenantUuid} and day = (now() at time zone 'UTC')::date`,
  );
  await w.db.asPlatform(
    (tx) => tx`
      update mails set due_at = now() where tenant_uuid = ${tenantUuid} and state = 'QUEUED'`,
  );
}

test('What is beyond a firm’s mails of a day goes out on the next days, each once, and the administrators are told once a day', async () => {
  const meeting = await m.meeting(guests('first', 5));
  await mailsLeft(2);
  expect(limited(tenantUuid)).toHaveLength(3);
  const { participants } = (await m.host.get(meeting.path)).body;
  const states = participants.map((each: { lastMail: { state: string } }) => each.lastMail.state);
  expect(states.sort()).toEqual(['QUEUED', 'QUEUED', 'SENT', 'SENT', 'SENT']);

  const contactUuid = await m.contact();
  await m.host.put(`/api/contacts/${contactUuid}`, { primaryEmail: 'isabel@waits.example' });
  expect((await m.host.post(`/api/contacts/${contactUuid}/credentials/init`)).status).toBe(200);
  await mailsLeft(3);
  const contact = () => m.host.get(`/api/contacts/${contactUuid}`);
  expect((await contact()).body.lastMail.state).toBe('QUEUED');
  expect(limited(tenantUuid)).toHaveLength(3);
  expect(told().map(({ to }) => to)).toEqual([m.admin.identity['x-user-email']]);

  const other = await meetingWorld(w);
  await other.meeting(guests('other', 2));
  await expect.poll(() => limited(other.tenant.tenantUuid)).toHaveLength(2);

  await m.meeting(guests('second', 3));
  await mailsLeft(6);
  const lag = async () =>
    (await w.services.registry.getSingleMetric('mails_lag_seconds')?.get())?.values[0]?.value;
  expect(await lag()).toBe(0);
  await nextDay();
  await mailsLeft(3);
  expect(limited(tenantUuid)).toHaveLength(6);
  expect(told()).toHaveLength(2);
  await nextDay();
  await mailsLeft(0);
  const all = limited(tenantUuid).map(({ to }) => to);
  expect(all).toHaveLength(9);
  expect(new Set(all).size).toBe(9);
  expect((await contact()).body.lastMail.state).toBe('SENT');
  expect(told()).toHaveLength(2);
});

test('A link that somebody forgot a password for waits for no day', async () => {
  const { tenantUuid: firm, staff } = m.tenant;
  await w.db.asPlatform(
    (tx) => tx`
      insert into mail_days (tenant_uuid, day, taken) values (${firm}, (now() at time zone 'UTC')::date, 3)
      on conflict (tenant_uuid, day) do update set taken = 3`,
  );
  const { userEmail: email } = await staff();
  await w.anonymous.post('/api/auth/password-reset', { email });
  await expect.poll(() => w.mails.filter(({ to }) => to === email).length).toBe(1);
});
