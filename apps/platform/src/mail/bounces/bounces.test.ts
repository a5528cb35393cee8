import { describe, expect, test } from 'vitest';
import { meetingWorld } from '../../../test-support/meeting-world.ts';
import { world } from '../../../test-support/world.ts';
import { createBounceAddresses } from './bounce-addresses.ts';

const settings = {
  INBOUND_MAIL_SECRET: 'a long shared secret',
  BOUNCE_MAIL_ADDRESS: 'bounces@post.example',
};
const w = await world(settings);
const m = await meetingWorld(w);

/** Posts a mail as the mail server passes it on, and returns what became of it. */
async function deliver(raw: string) {
  const headers = {
    'x-inbound-mail-secret': settings.INBOUND_MAIL_SECRET,
    'content-type': 'message/rfc822',
  };
  const { status, body } = await w.anonymous.post(
    '/api/v1/meetings/inbound-mail',
    raw.replaceAll('\n', '\r\n'),
    headers,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return [body.result, body.reason];
}

/** A contact whose first link was mailed: the envelope sender of that mail, and what became of it. */
async function mailed(primaryEmail = `${crypto.randomUUID()}@clients.example`) {
  const contactUuid = await m.contact();
  const path = `/api/contacts/${contactUuid}`;
  await m.admin.put(path, { primaryEmail });
  const init = () => m.admin.post(`${path}/credentials/init`);
  expect((await init()).status).toBe(200);
  const state = async () => (await m.admin.get(path)).body.lastMail?.state;
  await expect.poll(state).toBe('SENT');
  const returnPath = w.mails.find(({ to }) => to === primaryEmail)?.returnPath ?? '';
  expect(returnPath).toMatch(/^bounces\+[0-9a-z]{41}@post\.example$/);
  const moveTo = (email: string) => m.admin.put(path, { primaryEmail: email });
  return { email: primaryEmail, returnPath, state, init, moveTo };
}

type Fields = { to: string; email: string; action?: string; status?: string; code?: string };

/** A delivery status (RFC 3464) as Postfix writes it. */
const postfix = ({
  to,
  email,
  action = 'failed',
  status = '5.1.1',
  code,
}: Fields) => `From: MAILER-DAEMON@mx.clients.example (Mail Delivery System)
To: ${to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B1"

--B1
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.clients.example.

I'm sorry to have to inform you that your message could not be delivered.

--B1
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.clients.example
Arrival-Date: Thu, 26 Nov 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; ${email}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; ${code ?? `550 ${status} <${email}>: User unknown`}

--B1
Content-Description: Undelivered Message
Content-Type: message/rfc822

Return-Path: <${to}>
From: Andes <no-reply@atrium.example>
To: ${email}
Subject: Su acceso a Andes

Hola

--B1--
`;

const exchange = ({
  to,
  email,
  status = '5.1.10',
}: Fields) => `From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@clients.example>
To: <${to}>
Date: Thu, 26 Nov 2026 10:00:00 +0000
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="e2b1c4d4-5b1f-4c6e-9f3a-1b2c3d4e5f60"
Subject: Undeliverable: Su acceso a Andes
Auto-Submitted: auto-replied

--e2b1c4d4-5b1f-4c6e-9f3a-1b2c3d4e5f60
Content-Type: multipart/alternative; differences=Content-Type;
\tboundary="c0ffee"

--c0ffee
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Delivery has failed to these recipients or groups:=0A=0A${email}

--c0ffee
Content-Type: text/html; charset="us-ascii"

<html><body>Delivery has failed to these recipients or groups</body></html>

--c0ffee--

--e2b1c4d4-5b1f-4c6e-9f3a-1b2c3d4e5f60
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0PR01MB1234.eurprd01.prod.exchangelabs.com
Received-From-MTA: dns;post.example
Arrival-Date: Thu, 26 Nov 2026 09:59:59 +0000

Original-Recipient: rfc822;${email}
Final-Recipient: rfc822;${email}
Action: failed
Status: ${status}
Diagnostic-Code: smtp;550 ${status} RESOLVER.ADR.RecipientNotFound; Recipient not
 found by SMTP address lookup

--e2b1c4d4-5b1f-4c6e-9f3a-1b2c3d4e5f60--
`;

const gmail = ({
  to,
  email,
}: Fields) => `From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: ${to}
X-Failed-Recipients: ${email}
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
Content-Type: text/plain; charset=UTF-8

Delivery to the following recipient failed permanently:

     ${email}

Technical details of permanent failure:
Google tried to deliver your message, but it was rejected by the server for the
recipient domain clients.example. The error was:
550 5.1.1 The email account that you tried to reach does not exist.

----- Original message -----
Subject: the delivery is delayed, we will try again
`;

const qmail = ({ to, email }: Fields) => `From: MAILER-DAEMON@mx.clients.example
To: ${to}
Subject: failure notice

Hi. This is the qmail-send program at mx.clients.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<${email}>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <${to}>
Subject: Su acceso a Andes
`;

const exim = ({ to, email }: Fields) => `X-Failed-Recipients: ${email}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.clients.example>
To: ${to}
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${email}
    Unrouteable address
`;

const oldExchange = ({
  to,
  email,
}: Fields) => `From: System Administrator <postmaster@clients.example>
To: ${to}
Subject: Undeliverable: Su acceso a Andes
Content-Type: text/plain

Your message did not reach some or all of the intended recipients.

      ${email} on 26/11/2026 10:00
            The e-mail account does not exist at the organization this message was sent to.
            <mx.clients.example #5.1.1>
`;

describe('A delivery that failed', () => {
  test.each([
    ['Postfix', postfix],
    ['Exchange', exchange],
    ['Gmail', gmail],
    ['qmail', qmail],
    ['Exim', exim],
    ['an old Exchange', oldExchange],
    ['a server that changes letters', (of: Fields) => postfix({ ...of, to: of.to.toUpperCase() })],
    ['a server that says no action', (of: Fields) => postfix(of).replace('Action: failed\n', '')],
  ])(
    'as %s tells it makes the mail refused, and its address gets no more',
    async (_name, write) => {
      const { email, returnPath: to, state, init, moveTo } = await mailed();
      expect(await deliver(write({ to, email }))).toEqual(['RECORDED', null]);
      expect(await state()).toBe('REFUSED');
      // Told twice it is the same.
      expect(await deliver(write({ to, email }))).toEqual(['RECORDED', null]);

      const sent = w.mails.length;
      expect((await init()).status).toBe(200);
      await expect.poll(state).toBe('REFUSED');
      expect(w.mails.slice(sent).filter((mail) => mail.to === email)).toEqual([]);
      const another = `${crypto.randomUUID()}@clients.example`;
      expect((await moveTo(another)).status).toBe(200);
      expect((await init()).status).toBe(200);
      await expect.poll(state).toBe('SENT');
    },
  );

  test.each([
    ['a full mailbox that another server gave up on', '4.2.2'],
    ['the policy of who takes mail', '5.7.1'],
    ['its content', '5.6.0'],
  ])('for %s makes the mail refused, and its address is tried again', async (_reason, status) => {
    const { email, returnPath: to, state, init } = await mailed();
    expect(await deliver(postfix({ to, email, status }))).toEqual(['RECORDED', null]);
    expect(await state()).toBe('REFUSED');
    expect((await init()).status).toBe(200);
    await expect.poll(state).toBe('SENT');
  });

  test('of an invitation is the participant’s', async () => {
    const meeting = await m.meeting({ staffIds: [], contactIds: [] });
    const states = async () =>
      (await m.host.get(meeting.path)).body.participants.map(
        (each: { lastMail: { state: string } | null }) => each.lastMail?.state,
      );
    await expect.poll(states).toEqual(['SENT']);
    const mail = w.mails.findLast(({ kind }) => kind === 'INVITATION');
    const fields = { to: mail?.returnPath ?? '', email: mail?.to ?? '' };
    expect(await deliver(postfix(fields))).toEqual(['RECORDED', null]);
    expect(await states()).toEqual(['REFUSED']);
    const told = (await m.host.get('/api/inbox?kind=MAIL_REFUSED')).body.content;
    expect(told[0]).toMatchObject({ entityType: 'MEETING', entityUuid: meeting.meetingUuid });
  });
});

const delayWarning = ({ to, email }: Fields) =>
  gmail({ to, email })
    .replace('(Failure)', '(Delay)')
    .replace('failed permanently', 'has been delayed')
    .replace(/X-Failed.*\n/, '');

const outOfOffice = ({ to, email }: Fields) => `From: Isabel <${email}>
To: ${to}
Subject: Automatic reply: Su acceso a Andes
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Content-Type: text/plain

I am out of the office. Your message could not be delivered to me in person.
`;

const readReceipt = (of: Fields) =>
  postfix(of)
    .replace('report-type=delivery-status', 'report-type=disposition-notification')
    .replace('message/delivery-status', 'message/disposition-notification')
    .replace('MAILER-DAEMON@mx.clients.example (Mail Delivery System)', of.email);

test.each([
  ['a delay', (of: Fields) => postfix({ ...of, action: 'delayed', status: '4.4.1' })],
  ['a delay in words', delayWarning],
  ['a delivery', (of: Fields) => postfix({ ...of, action: 'delivered', status: '2.0.0' })],
  ['a relay', (of: Fields) => postfix({ ...of, action: 'relayed', status: '2.0.0' })],
  [
    'a code for now without an action',
    (of: Fields) => postfix({ ...of, status: '4.2.2' }).replace('Action: failed\n', ''),
  ],
  ['that somebody is away', outOfOffice],
  ['that it was read', readReceipt],
])('%s changes nothing', async (_name, write) => {
  const { email, returnPath: to, state } = await mailed();
  expect((await deliver(write({ to, email })))[0]).toBe('IGNORED');
  expect(await state()).toBe('SENT');
});

test('a status without the token of a mail, or with one that was made up, changes nothing', async () => {
  const { email, returnPath, state } = await mailed();
  const [row] = await w.db.asPlatform(
    (tx) => tx<{ mailUuid: string }[]>`
      select mail_uuid from mails where sent_to = ${email}`,
  );
  const forged = createBounceAddresses('bounces@post.example', ['another secret key']);
  const turned = returnPath.replace(/[0-9a-z](?=@)/, (last) => (last === '7' ? '8' : '7'));
  for (const to of [
    'no-reply@post.example',
    forged.addressOf(row?.mailUuid ?? '') ?? '',
    turned,
    `bounces+${'z'.repeat(41)}@post.example`,
  ])
    expect(await deliver(postfix({ to, email }))).toEqual(['IGNORED', 'NOT_A_REPLY']);
  expect(await state()).toBe('SENT');
});

test('a status speaks of the mail alone, whatever address it names', async () => {
  const [bounced, other] = [await mailed(), await mailed()];
  await deliver(postfix({ to: bounced.returnPath, email: other.email }));
  expect([await bounced.state(), await other.state()]).toEqual(['REFUSED', 'SENT']);
  expect((await other.init()).status).toBe(200);
  await expect.poll(other.state).toBe('SENT');
});
