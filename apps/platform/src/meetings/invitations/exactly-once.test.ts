import { fork } from 'node:child_process';
import { once } from 'node:events';
import ICAL from 'ical.js';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { meetingWorld } from '../../../test-support/meeting-world.ts';
import { world } from '../../../test-support/world.ts';
import { smtpMailer } from '../../mail/mailer.ts';
import { invitationQueue } from './queue-invitations.ts';
import { invitationMailJob } from './send-invitations.ts';

const w = await world({}, { idle: [invitationQueue] });

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
afterEach(() => new Promise<void>((closed) => server.close(() => closed())));

/** A sender of its own over the real mail server. */
function sender(leaseSeconds = 300) {
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, w.config.mail.from);
  const { db, config } = w;
  const { addresses, firmMails } = w.services;
  return invitationMailJob({ db, config, mailer, addresses, firmMails, leaseSeconds });
}

/** A meeting with so many guests whose mails wait, as its sending job is given it. */
async function waitingMeeting(guests: number, prefix = 'guest') {
  const m = await meetingWorld(w);
  const externalAttendees = Array.from({ length: guests }, (_, index) => ({
    email: `${prefix}${index}@example.com`,
  }));
  const meeting = await m.meeting({ staffIds: [], contactIds: [], externalAttendees });
  return { m, meeting, job: { tenantUuid: m.tenant.tenantUuid, meetingUuid: meeting.meetingUuid } };
}

const states = async (meetingUuid: string) => {
  const rows = await w.db.asPlatform(
    (tx) => tx<{ state: string; count: number }[]>`
      select state, count(*)::int as count from invitation_mails
       where meeting_uuid = ${meetingUuid} group by state`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

test('a mail reaches the server as text, HTML, calendar part and file, and other programs read them', async () => {
  const { job } = await waitingMeeting(1);
  await sender().run(job, 'job');
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
    expect(event.uid).toBe(`${job.meetingUuid}@atrium`);
  }
});

test('each of 20 guests gets one mail, though four workers do the same job at once', async () => {
  const { job } = await waitingMeeting(20);
  await Promise.allSettled(Array.from({ length: 4 }, () => sender().run(job, 'job')));
  await sender().run(job, 'job');
  expect(received).toHaveLength(20);
  expect(new Set(received.map((mail) => mail.to)).size).toBe(20);
  expect(await states(job.meetingUuid)).toEqual({ SENT: 20 });
});

test('a sender takes one mail at a time, however PostgreSQL goes about it', async () => {
  const first = await waitingMeeting(1);
  await sender().run(first.job, 'job');
  await w.sql`analyze invitation_mails`;
  const { job } = await waitingMeeting(6);
  await sender().run(job, 'job');
  expect(await states(job.meetingUuid)).toEqual({ SENT: 6 });
});

test('a mail that the server cannot take now is tried again, and nothing is lost or doubled', async () => {
  const { job } = await waitingMeeting(10);
  let number = 0;
  verdict = () =>
    number++ % 2 ? 'take' : Object.assign(new Error('later'), { responseCode: 451 });
  const { run } = sender();
  await expect
    .poll(
      () =>
        run(job, 'job').then(
          () => 'done',
          () => 'again',
        ),
      { interval: 1 },
    )
    .toBe('done');
  expect(new Set(received.map((mail) => mail.to)).size).toBe(10);
  expect(received).toHaveLength(10);
});

test('an address that the server refuses for good holds nobody up and is not tried again', async () => {
  const { job } = await waitingMeeting(2, 'nobody');
  const other = await waitingMeeting(1);
  await expect(sender().run(job, 'job')).resolves.toBeUndefined();
  await sender().run(other.job, 'job');
  expect(await states(job.meetingUuid)).toEqual({ REFUSED: 2 });
  expect(received.map((mail) => mail.to)).toEqual(['guest0@example.com']);
});

test('while the server is away every mail waits, and the job fails so that it comes again', async () => {
  const { job } = await waitingMeeting(3);
  const away = sender();
  await new Promise<void>((closed) => server.close(() => closed()));
  await expect(away.run(job, 'job')).rejects.toThrow('3 mails of a meeting wait');
  expect(await states(job.meetingUuid)).toEqual({ QUEUED: 3 });
});

test('of several changes only the newest is told, a cancellation always', async () => {
  const { m, meeting, job } = await waitingMeeting(2);
  await m.host.put(meeting.path, { title: 'Primero' });
  await m.host.put(meeting.path, { title: 'Segundo' });
  await sender().run(job, 'job');
  expect(received.map((mail) => mail.method)).toEqual(['REQUEST', 'REQUEST']);
  await m.host.put(meeting.path, { title: 'Tercero' });
  await m.host.post(`${meeting.path}/cancel`);
  await sender().run(job, 'job');
  expect(received.map((mail) => mail.method).slice(2)).toEqual(['CANCEL', 'CANCEL']);
  expect(await states(job.meetingUuid)).toEqual({ OVERTAKEN: 6, SENT: 4 });
});

/** Runs the job in a process of its own. */
function forkSender(job: object) {
  const script = new URL('../../../test-support/invitation-sender.ts', import.meta.url);
  const child = fork(script, { silent: true });
  child.send({ config: w.config, job, smtpUrl: `smtp://127.0.0.1:${port}` });
  return child;
}

test('a worker killed while the server has yet to take its mails loses and doubles nothing', async () => {
  const { job } = await waitingMeeting(6);
  const child = forkSender(job);
  let seen = 0;
  verdict = async () => {
    seen += 1;
    if (seen <= 2) return 'take';
    await expect.poll(() => states(job.meetingUuid)).toMatchObject({ SENT: 2 });
    child.kill('SIGKILL');
    return new Error('the sender is gone');
  };
  await once(child, 'exit');
  verdict = () => 'take';
  await finish(job);
  expect(received).toHaveLength(6);
  expect(new Set(received.map((mail) => mail.to)).size).toBe(6);
});

test('a worker killed before it has read that its mail was taken sends it again under the same Message-ID', async () => {
  const { job } = await waitingMeeting(1);
  const child = forkSender(job);
  verdict = () => {
    child.kill('SIGKILL');
    return 'take silently';
  };
  await once(child, 'exit');
  verdict = () => 'take';
  await finish(job);
  expect(received).toHaveLength(2);
  expect(new Set(received.map((mail) => mail.id)).size).toBe(1);
});

/** Goes on with the job, its leases cut short, until nothing waits. */
async function finish(job: { tenantUuid: string; meetingUuid: string }) {
  await w.db.asPlatform(
    (tx) => tx`
      update invitation_mails set claimed_until = now() where claimed_until is not null
         and meeting_uuid = ${job.meetingUuid}`,
  );
  await sender().run(job, 'job');
  expect(await states(job.meetingUuid)).toMatchObject({ SENT: expect.any(Number) });
}
