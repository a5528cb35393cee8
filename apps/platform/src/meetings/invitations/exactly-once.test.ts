import { fork } from 'node:child_process';
import { once } from 'node:events';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { meetingWorld } from '../../../test-support/meeting-world.ts';
import { sendDueMails } from '../../../test-support/send-due-mails.ts';
import { world } from '../../../test-support/world.ts';
import { smtpMailer } from '../../mail/mailer.ts';
import { Problem } from '../../problems.ts';

const w = await world({}, { idle: ['mails'] });

type Received = { id: string; to: string; method: string; text: string };

/** The way the mail server treats a message whose data has come, before it acknowledges it. */
type Verdict = 'take' | 'take silently' | Error;
let received: Received[];
let verdict: (mail: Received) => Verdict | Promise<Verdict>;
let server: SMTPServer;
let port: number;

beforeEach(async () => {
  received = [];
  verdict = () => 'take';
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
      done(address.startsWith('nobody') ? refusal : undefined);
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] | undefined = await stream.toArray().catch(() => undefined);
      if (!chunks) return;
      const text = Buffer.concat(chunks).toString();
      const mail = {
        id: /^Message-ID: (.+)$/m.exec(text)?.[1]?.trim() ?? '',
        to: session.envelope.rcptTo[0]?.address ?? '',
        method: /method=(\w+)/.exec(text)?.[1] ?? '',
        text,
      };
      const answer = await verdict(mail);
      if (!(answer instanceof Error)) received.push(mail);
      if (answer === 'take silently') return;
      done(answer instanceof Error ? answer : undefined);
    },
  });
  // A sender killed amid a mail may end its connection by a reset, which the server tells as an error.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.server.address() as { port: number }).port;
});
afterEach(async () => {
  await new Promise<void>((closed) => server.close(() => closed()));
  await w.db.asPlatform((tx) => tx`delete from mails where state = 'QUEUED'`);
});

/** Sends what is due to the real mail server. */
const send = (replicas = 1, from = w) =>
  sendDueMails(from, {
    mailer: smtpMailer(`smtp://127.0.0.1:${port}`, w.config.mail.from),
    replicas,
  });

/** A meeting with so many guests whose mails wait. */
async function waitingMeeting(guests: number, prefix = 'guest') {
  const m = await meetingWorld(w);
  const externalAttendees = Array.from({ length: guests }, (_, index) => ({
    email: `${prefix}${index}@example.com`,
  }));
  const meeting = await m.meeting({ staffIds: [], contactIds: [], externalAttendees });
  return { m, meeting, meetingUuid: meeting.meetingUuid };
}

const states = async (meetingUuid: string) => {
  const rows = await w.db.asPlatform(
    (tx) => tx<{ state: string; count: number }[]>`
      select state, count(*)::int as count from mails
       where about ->> 'meetingUuid' = ${meetingUuid} group by state`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

test('a mail reaches the server as text, HTML, calendar part and file, and other programs read them', async () => {
  const { meetingUuid } = await waitingMeeting(1);
  await send();
  const mail = await PostalMime.parse(received[0]?.text ?? '');
  expect(mail.from).toMatchObject({ name: 'Andes Patrimonio', address: 'no-reply@atrium.local' });
  expect(mail.replyTo?.[0]?.address).toMatch(/@staff\.example$/);
  expect(mail.subject).toBe('Invitación: Revisión anual');
  expect(mail.text).toContain('Lunes, 6 de mayo de 2030');
  expect(mail.html).toContain('Revisión anual');
  expect(mail.attachments.map(({ mimeType, filename }) => [mimeType, filename])).toEqual([
    ['text/calendar', null],
    ['application/ics', 'invite.ics'],
  ]);
  for (const { content } of mail.attachments) {
    const calendar = new ICAL.Component(ICAL.parse(Buffer.from(content as ArrayBuffer).toString()));
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
    expect(event.startDate.toString()).toBe('2030-05-06T10:00:00');
    expect(event.uid).toBe(`${meetingUuid}@atrium`);
  }
});

test('each of 20 guests gets one mail, though four replicas send at once', async () => {
  const { meetingUuid } = await waitingMeeting(20);
  await send(4);
  expect(received).toHaveLength(20);
  expect(new Set(received.map((mail) => mail.to)).size).toBe(20);
  expect(await states(meetingUuid)).toEqual({ SENT: 20 });
});

test('a mail that was taken is not sent again because the database is busy just then', async () => {
  const { meetingUuid } = await waitingMeeting(2);
  const { mailing } = w.services;
  let refusals = 0;
  const asTenant: typeof mailing.db.asTenant = (...given) => {
    // As a pool answers whose connections are all taken.
    if (received.length === 0 || refusals >= 6) return mailing.db.asTenant(...given);
    refusals += 1;
    return Promise.reject(new Problem('OVERLOADED'));
  };
  const db = { ...mailing.db, asTenant };
  await send(1, { ...w, services: { ...w.services, mailing: { ...mailing, db } } });
  expect(refusals).toBe(6);
  expect(new Set(received.map((mail) => mail.id)).size).toBe(2);
  expect(received).toHaveLength(2);
  expect(await states(meetingUuid)).toEqual({ SENT: 2 });
});

test('a sender takes one mail at a time, however PostgreSQL goes about it', async () => {
  await waitingMeeting(1);
  await send();
  await w.sql`analyze mails`;
  const { meetingUuid } = await waitingMeeting(6);
  await send();
  expect(await states(meetingUuid)).toEqual({ SENT: 6 });
});

test('a mail that the server cannot take now is tried again, and nothing is lost or doubled', async () => {
  const { meetingUuid } = await waitingMeeting(10);
  let number = 0;
  verdict = () =>
    number++ % 2 ? 'take' : Object.assign(new Error('later'), { responseCode: 451 });
  for (let left = 10; left > 0; ) {
    await w.db.asPlatform((tx) => tx`update mails set due_at = now() where state = 'QUEUED'`);
    await send();
    left = (await states(meetingUuid)).QUEUED ?? 0;
  }
  expect(new Set(received.map((mail) => mail.to)).size).toBe(10);
  expect(received).toHaveLength(10);
});

test('an address that the server refuses for good holds nobody up and is not tried again', async () => {
  const { meetingUuid } = await waitingMeeting(2, 'nobody');
  await waitingMeeting(1);
  await send();
  expect(await states(meetingUuid)).toEqual({ REFUSED: 2 });
  expect(received.map((mail) => mail.to)).toEqual(['guest0@example.com']);
});

test('while the server is away every mail waits, and is tried again later', async () => {
  const { meetingUuid } = await waitingMeeting(3);
  await new Promise<void>((closed) => server.close(() => closed()));
  await send();
  expect(await states(meetingUuid)).toEqual({ QUEUED: 3 });
});

test('of several changes only the newest is told, a cancellation always', async () => {
  const { m, meeting, meetingUuid } = await waitingMeeting(2);
  await m.host.put(meeting.path, { title: 'Primero' });
  await m.host.put(meeting.path, { title: 'Segundo' });
  await send();
  expect(received.map((mail) => mail.method)).toEqual(['REQUEST', 'REQUEST']);
  await m.host.put(meeting.path, { title: 'Tercero' });
  await m.host.post(`${meeting.path}/cancel`);
  await send();
  expect(received.map((mail) => mail.method).slice(2)).toEqual(['CANCEL', 'CANCEL']);
  expect(await states(meetingUuid)).toEqual({ DROPPED: 6, SENT: 4 });
});

/** Sends in a process of its own. */
function forkSender() {
  const script = new URL('../../../test-support/mail-sender.ts', import.meta.url);
  const child = fork(script, { silent: true });
  child.send({ config: w.config, smtpUrl: `smtp://127.0.0.1:${port}` });
  return child;
}

test('a worker killed while the server has yet to take its mails loses and doubles nothing', async () => {
  const { meetingUuid } = await waitingMeeting(6);
  const child = forkSender();
  let seen = 0;
  verdict = async () => {
    seen += 1;
    if (seen <= 2) return 'take';
    await expect.poll(() => states(meetingUuid)).toMatchObject({ SENT: 2 });
    child.kill('SIGKILL');
    return new Error('the sender is gone');
  };
  await once(child, 'exit');
  verdict = () => 'take';
  await finish(meetingUuid);
  expect(received).toHaveLength(6);
  expect(new Set(received.map((mail) => mail.to)).size).toBe(6);
});

test('a worker killed before it has read that its mail was taken sends it again under the same Message-ID', async () => {
  const { meetingUuid } = await waitingMeeting(1);
  const child = forkSender();
  verdict = () => {
    child.kill('SIGKILL');
    return 'take silently';
  };
  await once(child, 'exit');
  verdict = () => 'take';
  await finish(meetingUuid);
  expect(received).toHaveLength(2);
  expect(new Set(received.map((mail) => mail.id)).size).toBe(1);
});

/** Goes on, the leases cut short and the pauses over, until nothing waits. */
async function finish(meetingUuid: string) {
  await w.db.asPlatform(
    (tx) => tx`
      update mails set lease_until = null, due_at = now()
       where state = 'QUEUED' and about ->> 'meetingUuid' = ${meetingUuid}`,
  );
  await send();
  expect(await states(meetingUuid)).toEqual({ SENT: expect.any(Number) });
}
