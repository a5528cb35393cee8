import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { meetingWorld } from '../../../test-support/meeting-world.ts';
import { sendDueMails } from '../../../test-support/send-due-mails.ts';
import { world } from '../../../test-support/world.ts';
import { removeExpired } from '../../background/sweep-expired.ts';
import type { Message } from '../mailer.ts';
import { createMailSender } from './send-mails.ts';

const w = await world({}, { idle: ['mails'] });
const m = await meetingWorld(w);
const { mailing } = w.services;

/** Sends what is due, and returns it in the order in which it went out. */
async function sendAll(): Promise<Message[]> {
  const sent: Message[] = [];
  const send = async (message: Message) => void sent.push(message);
  await sendDueMails(w, { mailer: { ...mailing.mailer, send } });
  return sent;
}

/** A contact to whom the first link is queued. */
async function queued() {
  const contactUuid = await m.contact();
  const path = `/api/contacts/${contactUuid}`;
  await m.admin.put(path, { primaryEmail: `${contactUuid}@clients.example` });
  await m.admin.post(`${path}/credentials/init`);
  return contactUuid;
}
const rowsOf = (personUuid: string) =>
  w.db.asPlatform(
    (tx) => tx<{ text: string; state: string; tries: number; sentTo: string | null }[]>`
      select m::text as text, state, tries, sent_to from mails m
       where person_uuid = ${personUuid} order by ordinal`,
  );

test('What somebody waits for goes out before many others', async () => {
  const externalAttendees = Array.from({ length: 40 }, (_, index) => ({
    email: `guest${index}@guests.example`,
  }));
  await m.meeting({ staffIds: [], contactIds: [], externalAttendees });
  const { userEmail: email } = await m.tenant.staff();
  await w.anonymous.post('/api/auth/password-reset', { email });
  await expect
    .poll(() =>
      w.db.asPlatform((tx) => tx`select from mails where kind = 'PASSWORD_RESET' and is_urgent`),
    )
    .toHaveLength(1);
  const sent = await sendAll();
  expect(sent).toHaveLength(41);
  expect(sent.slice(0, 8).map(({ kind }) => kind)).toContain('PASSWORD_RESET');
});

test('A mail that waits, is tried or was sent has neither its link nor its words in the database', async () => {
  const personUuid = await queued();
  const [before] = await rowsOf(personUuid);
  const [mail] = await sendAll();
  const [after] = await rowsOf(personUuid);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(token).toHaveLength(43);
  expect([before?.state, after?.state]).toEqual(['QUEUED', 'SENT']);
  for (const row of [before, after]) {
    expect(row?.text).not.toContain(token);
    expect(row?.text).not.toMatch(/Isabel|contraseña|password|https?:/);
  }
});

test('Without a mail server mails wait, and cost no try', async () => {
  const personUuid = await queued();
  const sender = createMailSender({ ...mailing, mailer: { ...mailing.mailer, isMissing: true } });
  sender.start();
  sender.wake();
  await sender.stop();
  expect(await rowsOf(personUuid)).toMatchObject([{ state: 'QUEUED', tries: 0 }]);
  await sendAll();
  expect(await rowsOf(personUuid)).toMatchObject([{ state: 'SENT', tries: 1 }]);
});

test('Mails are kept while they are the last to somebody or about a meeting, without where they went', async () => {
  const personUuid = await queued();
  await m.admin.post(`/api/contacts/${personUuid}/credentials/init`);
  await m.meeting({ staffIds: [], contactIds: [personUuid], externalAttendees: [] });
  const { tenantUuid } = m.tenant;
  const dropped = { tenantUuid, mailUuid: randomUUID(), kind: 'MORNING_TASKS', personUuid };
  await w.db.asPlatform(
    (tx) => tx`insert into mails ${tx({ ...dropped, state: 'DROPPED', settledAt: new Date() })}`,
  );
  await sendAll();
  const age = (days: number) =>
    w.db.asPlatform(
      (tx) => tx`
        update mails set settled_at = now() - ${days} * interval '1 day'
         where person_uuid = ${personUuid}`,
    );
  const kept = async () => {
    while ((await w.db.asPlatform(removeExpired)) > 0);
    return (await rowsOf(personUuid)).map(({ state, sentTo }) => [state, sentTo !== null]);
  };
  await age(89);
  expect(await kept()).toEqual([
    ['SENT', true],
    ['SENT', true],
    ['SENT', true],
  ]);
  await age(91);
  expect(await kept()).toEqual([['SENT', false]]);
  expect((await m.admin.get(`/api/contacts/${personUuid}`)).body.lastMail.state).toBe('SENT');
});
