import { expect, test } from 'vitest';
import { secondFactorWorld } from '../../test-support/second-factor-world.ts';

const w = await secondFactorWorld({ RATE_LIMITS: 'on', RATE_LIMIT_LOGIN_PER_MINUTE: '1000' });
const mailsTo = (email: string) => w.mails.filter(({ to }) => to === email);
const ask = (email: string) => w.anonymous.post('/api/auth/password-reset', { email });
/** Waits until the jobs of all requests so far are done. */
const allDone = () =>
  expect
    .poll(
      async () => {
        const [{ waiting } = { waiting: 1 }] = await w.db.asPlatform(
          (tx) => tx<{ waiting: number }[]>`
        select (select count(*)::int from pgboss.job
                 where name = 'password-reset' and state in ('created', 'active', 'retry'))
             + (select count(*)::int from mails where state = 'QUEUED') as waiting`,
        );
        return waiting;
      },
      { timeout: 60_000 },
    )
    .toBe(0);
const countsOf = (email: string) =>
  w.db.asPlatform(
    (tx) => tx`
      update mail_budgets b
         set mailed_at = array(select at - interval '61 minutes' from unnest(b.mailed_at) at)
        from accounts a where a.user_uuid = b.user_uuid and a.email = ${email}`,
  );

test('Strangers set off four mails an hour to one person, and the last link that was mailed works', async () => {
  const ana = await w.person();
  const before = mailsTo(ana.email).length;
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(ana.email)));
  const unknown = await ask('nobody@nowhere.example');
  for (const { status, body } of answers) expect([status, body]).toEqual([202, unknown.body]);
  await allDone();
  expect(mailsTo(ana.email).length - before).toBe(4);
  const token = /token=([\w-]+)/.exec(mailsTo(ana.email).at(-1)?.html ?? '')?.[1];
  expect((await ask(ana.email)).status).toBe(202);
  await allDone();
  const confirm = { token, password: 'another long password' };
  expect((await w.anonymous.post('/api/auth/password-reset/confirm', confirm)).status).toBe(204);

  await countsOf(ana.email);
  await ask(ana.email);
  await allDone();
  expect(mailsTo(ana.email).length - before).toBe(5);
});

test('The budget is one for all kinds', async () => {
  const ana = await w.person();
  await ask(ana.email);
  await ask(ana.email);
  await allDone();
  for (let time = 0; time < 4; time++) {
    const path = `/api/tenant-staff/${ana.userUuid}/second-factor/reset`;
    expect((await w.admin.post(path)).status).toBe(204);
  }
  await ask(ana.email);
  await allDone();
  expect(mailsTo(ana.email).length).toBe(4);
});

test('What administrators ask for is no stranger’s', async () => {
  const ana = await w.person();
  for (let time = 0; time < 6; time++)
    await w.admin.post(`/api/tenant-staff/${ana.userUuid}/credentials/reset`);
  await allDone();
  expect(mailsTo(ana.email).length).toBe(6);
});
