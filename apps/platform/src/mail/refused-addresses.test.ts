import { describe, expect, test } from 'vitest';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

/** What the mail server says to an address, and what it was asked to send to. */
const answers = new Map<string, object>();
const tried: string[] = [];
const w = await world(
  {},
  {
    mailServer: ({ to }) => {
      tried.push(to.toLowerCase());
      const failure = answers.get(to.toLowerCase());
      if (failure) throw Object.assign(new Error('the server said no'), failure);
    },
  },
);
const m = await meetingWorld(w);
const nobody = { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 no such user' };
const triesOf = (address: string) => tried.filter((each) => each === address).length;
const kept = async (address: string) =>
  (
    await w.db.asPlatform(
      (tx) => tx`select tenant_uuid from refused_addresses where address = ${address}`,
    )
  ).length;

/** A contact with an address, and what became of the last mail to it. */
async function contactAt(address: string) {
  const contactUuid = await m.contact();
  const path = `/api/contacts/${contactUuid}`;
  const moveTo = async (primaryEmail: string) => {
    const { status, body } = await m.admin.put(path, {
      primaryEmail,
      preferredEmail: primaryEmail,
    });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  await moveTo(address);
  const state = async () => (await m.admin.get(path)).body.lastMail?.state;
  return { contactUuid, path, moveTo, state };
}

describe('An address that the mail server refused for good', () => {
  test('is mailed nothing more, whoever asks, until the record has another one', async () => {
    const address = 'gone@clients.example';
    answers.set(address, nobody);
    const { contactUuid, path, moveTo, state } = await contactAt('Gone@Clients.example');
    expect((await m.admin.post(`${path}/credentials/init`)).status).toBe(200);
    await expect.poll(state).toBe('REFUSED');
    expect(triesOf(address)).toBe(1);

    expect((await m.admin.post(`${path}/credentials/init`)).status).toBe(200);
    await expect.poll(state).toBe('REFUSED');
    const meeting = await m.meeting({
      staffIds: [],
      contactIds: [contactUuid],
      externalAttendees: [],
    });
    const states = async () =>
      (await m.host.get(meeting.path)).body.participants.map(
        (each: { lastMail: { state: string } | null }) => each.lastMail?.state,
      );
    await expect.poll(states).toEqual(['REFUSED']);
    expect(triesOf(address)).toBe(1);

    await moveTo('found@clients.example');
    expect((await m.admin.post(`${path}/credentials/init`)).status).toBe(200);
    await expect.poll(() => triesOf('found@clients.example')).toBeGreaterThan(0);
    await expect.poll(state).toBe('SENT');
  });

  test('is another firm’s to try for itself, and is forgotten with its person', async () => {
    const address = 'erased@clients.example';
    answers.set(address, nobody);
    const { contactUuid, path, state } = await contactAt(address);
    await m.admin.post(`${path}/credentials/init`);
    await expect.poll(state).toBe('REFUSED');
    const other = await meetingWorld(w);
    await other.meeting({
      staffIds: [],
      contactIds: [],
      externalAttendees: [{ email: address }],
    });
    await expect.poll(() => kept(address)).toBe(2);
    expect(triesOf(address)).toBe(2);
    const erased = await m.admin.post(`/api/contacts/${contactUuid}/erase`, { reason: 'asked' });
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    expect(await kept(address)).toBe(1);
  });
});

test.each([
  ['its content', { command: 'DATA', responseCode: 554, response: '554 5.6.0 bad content' }],
  ['who sends it', { command: 'RCPT TO', responseCode: 554, response: '554 5.7.1 denied' }],
  ['that nobody signed in', { command: 'RCPT TO', responseCode: 530, response: '530 sign in' }],
  ['the moment', { command: 'RCPT TO', responseCode: 451, response: '451 4.3.0 later' }],
  ['the connection', { code: 'ECONNRESET' }],
])('A mail that fails for %s leaves its address as it was', async (_title, failure) => {
  const to = `${crypto.randomUUID()}@clients.example`;
  const { tenantUuid } = m.tenant;
  const message = {
    kind: 'INVITATION' as const,
    tenantUuid,
    to,
    fromName: 'Andes',
    subject: 'Revisión',
    text: 'Hola',
    html: '<p>Hola</p>',
    messageId: '<1@atrium>',
  };
  answers.set(to, failure);
  await expect(w.services.mailer.send(message)).rejects.toThrow('the server said no');
  answers.delete(to);
  await w.services.mailer.send(message);
  expect([await kept(to), triesOf(to)]).toEqual([0, 2]);
});

describe('what did not arrive', () => {
  test('is listed for the administrators, newest first, with whom it was for and why', async () => {
    const address = 'vanished@clients.example';
    answers.set(address, nobody);
    const { contactUuid, path, state } = await contactAt(address);
    await m.admin.post(`${path}/credentials/init`);
    await expect.poll(state).toBe('REFUSED');
    const list = `/api/tenants/${m.tenant.tenantUuid}/mail/refused`;
    const { status, body } = await m.admin.get(`${list}?size=1`);
    expect([status, body.totalElements > 0, body.content]).toEqual([
      200,
      true,
      [
        {
          at: expect.stringMatching(/^\d{4}-/),
          to: address,
          kind: 'FIRST_LINK',
          entityType: 'CONTACT',
          entityUuid: contactUuid,
          reason: 'REFUSED',
        },
      ],
    ]);
    const email = 'vanished-guest@clients.example';
    answers.set(email, nobody);
    const people = { staffIds: [], contactIds: [], externalAttendees: [{ email }] };
    const { meetingUuid } = await m.meeting(people);
    const shown = async () =>
      (await m.admin.get(list)).body.content
        .map(({ to }: { to: string }) => to)
        .filter((to: string) => to.startsWith('vanished'));
    await expect.poll(shown).toEqual([email, address]);
    await w.db.asPlatform(
      (tx) => tx`update meetings set is_personal = true where meeting_uuid = ${meetingUuid}`,
    );
    expect(await shown()).toEqual([address]);
    await w.db.asPlatform(
      (tx) => tx`
        update mails set settled_at = settled_at - interval '91 days'
         where tenant_uuid = ${m.tenant.tenantUuid}`,
    );
    expect((await m.admin.get(list)).body.content).toEqual([]);
    expect((await m.admin.get(`${list}?sort=size,asc`)).status).toBe(400);
    expect((await m.host.get(list)).status).toBe(403);
    expect(
      (await (await w.tenant()).as('TENANT_ADMIN').then((other) => other.get(list))).status,
    ).toBe(403);
  });

  test('is told apart from what arrives by a mail to oneself', async () => {
    const test = `/api/tenants/${m.tenant.tenantUuid}/mail/test`;
    const { status, body } = await m.admin.post(test);
    expect(status).toBe(202);
    const mail = () => w.mails.find(({ kind, to }) => kind === 'MAIL_TEST' && to === body.to);
    await expect.poll(mail).toBeDefined();
    expect(mail()?.tenantUuid).toBe(m.tenant.tenantUuid);
    expect((await m.host.post(test)).status).toBe(403);
    const root = await w.systemAdmin();
    expect((await root.post(test)).status).toBe(202);
    expect((await root.post(`/api/tenants/${crypto.randomUUID()}/mail/test`)).status).toBe(404);
  });
});
