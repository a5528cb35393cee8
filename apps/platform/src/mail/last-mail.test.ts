import { describe, expect, test } from 'vitest';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { sendLoginMail } from '../auth/login-mails.ts';
import { invitationMailJob } from '../meetings/invitations/send-invitations.ts';
import type { Mailer, Message } from './mailer.ts';

const w = await world({}, { own: true });
const m = await meetingWorld(w);

const lastMail = async (contactUuid: string) =>
  (await m.host.get(`/api/contacts/${contactUuid}`)).body.lastMail;
const filtered = async (list: string, filters: object[]) => {
  const { status, body } = await m.host.post(`/api/v2/${list}`, { filters, size: 100 });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.content;
};
const is = (value: string) => ({ field: 'lastMailState', operator: 'EQUALS', value });

/** Runs a statement that sees every tenant. */
const sql = (strings: TemplateStringsArray, ...values: string[]) =>
  w.db.asPlatform((tx) => tx(strings, ...values));

/** A mail server that fails in one way. */
const failing = (error: object): Mailer => ({
  send: () => Promise.reject(Object.assign(new Error('the server said no'), error)),
  removeTenant: async () => 0,
  removeNaming: async () => 0,
  composing: (work) => work(),
  close: () => undefined,
});
const forGood = failing({ command: 'RCPT TO', responseCode: 550 });
const forNow = failing({ command: 'RCPT TO', responseCode: 451 });
const { tenantUuid } = m.tenant;

describe('the last mail', () => {
  test('of participants and contacts is told, and found by its state', async () => {
    const primaryEmail = 'isabel@clients.example';
    const told = await m.contact();
    await m.host.put(`/api/contacts/${told}`, { primaryEmail });
    const untold = await m.contact({ preferredEmail: null });
    expect(await lastMail(told)).toBeNull();
    const meeting = await m.meeting({ contactIds: [told, untold], staffIds: [] });
    const participants = async () => (await m.host.get(meeting.path)).body.participants;
    const states = async () =>
      (await participants()).map(
        (each: { lastMail: { state: string } | null }) => each.lastMail?.state ?? null,
      );
    await expect.poll(states).toEqual(['SENT', null, 'SENT']);
    const [first] = await participants();
    expect(first.lastMail).toEqual({
      state: 'SENT',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    });
    expect(await lastMail(told)).toEqual(first.lastMail);
    expect(await lastMail(untold)).toBeNull();

    const found = async (list: string, state: string, key: string) =>
      (await filtered(list, [is(state)])).map((each: Record<string, string>) => each[key]);
    expect(await found('contacts', 'SENT', 'contactUuid')).toContain(told);
    expect(await found('contacts', 'SENT', 'contactUuid')).not.toContain(untold);
    expect(await found('contacts', 'REFUSED', 'contactUuid')).toEqual([]);
    expect(await found('meetings', 'SENT', 'meetingUuid')).toEqual([meeting.meetingUuid]);
    expect(await found('meetings', 'REFUSED', 'meetingUuid')).toEqual([]);
    const [row] = await filtered('contacts', [
      { field: 'contactUuid', operator: 'EQUALS', value: told },
    ]);
    expect(row.lastMail).toEqual(first.lastMail);

    // The link to the login is a later mail of the contact, and none about the meeting.
    expect((await m.host.post(`/api/contacts/${told}/credentials/init`)).status).toBe(200);
    const [owed] = await sql`select mail_uuid from login_mails where user_uuid = ${told}`;
    await expect
      .poll(
        async () => (await sql`select state from login_mails where user_uuid = ${told}`)[0]?.state,
      )
      .toBe('SENT');
    const mail = { tenantUuid, userUuid: told, mailUuid: owed?.mailUuid };
    await sendLoginMail({ db: w.db, mailer: forGood }, mail, {} as Message);
    expect(await lastMail(told)).toMatchObject({ state: 'REFUSED' });
    expect(await found('contacts', 'REFUSED', 'contactUuid')).toEqual([told]);
    expect(await states()).toEqual(['SENT', null, 'SENT']);
    const values = await m.host.post('/api/v2/contacts/filter-values', { field: 'lastMailState' });
    expect(values.status, JSON.stringify(values.body)).toBe(200);
  });

  test('is refused once the tries are over, and waits until then', async () => {
    const userUuid = await m.contact();
    await m.host.put(`/api/contacts/${userUuid}`, { primaryEmail: 'eva@clients.example' });
    await m.host.post(`/api/contacts/${userUuid}/credentials/init`);
    const stateOf = async () => (await lastMail(userUuid))?.state;
    await expect.poll(stateOf).toBe('SENT');
    const [row] = await sql`
      update login_mails set state = 'QUEUED', settled_at = null where user_uuid = ${userUuid}
      returning mail_uuid`;
    const send = (isLastTry: boolean) =>
      sendLoginMail(
        { db: w.db, mailer: forNow },
        { tenantUuid, userUuid, mailUuid: row?.mailUuid },
        {} as Message,
        isLastTry,
      );
    await expect(send(false)).rejects.toThrow('the server said no');
    expect(await stateOf()).toBe('QUEUED');
    await expect(send(true)).rejects.toThrow('the server said no');
    expect(await stateOf()).toBe('REFUSED');
  });

  test('about a meeting is refused by the server or when the tries are over', async () => {
    const meeting = await m.meeting({ staffIds: [], contactIds: [] });
    const stateOf = async () =>
      (await m.host.get(meeting.path)).body.participants.at(-1).lastMail?.state;
    await expect.poll(stateOf).toBe('SENT');
    // The platform's own worker would send what is queued anew, too, while it has the meeting's job.
    const working = () => sql`
      select from pgboss.job where name = 'invitation-mail' and state <> 'completed'
         and data ->> 'meetingUuid' = ${meeting.meetingUuid}`;
    await expect.poll(working).toHaveLength(0);
    const requeue = () => sql`
      update invitation_mails set state = 'QUEUED', settled_at = null, queued_at = now() - interval '2 days'
       where meeting_uuid = ${meeting.meetingUuid}`;
    const run = (mailer: Mailer, isLastTry: boolean) =>
      invitationMailJob({
        db: w.db,
        config: w.config,
        mailer,
        addresses: w.services.addresses,
        firmMails: w.services.firmMails,
      }).run({ tenantUuid, meetingUuid: meeting.meetingUuid }, 'job', isLastTry);
    await requeue();
    await expect(run(forNow, false)).rejects.toThrow();
    expect(await stateOf()).toBe('QUEUED');
    await run(forNow, true);
    expect(await stateOf()).toBe('REFUSED');
    const found = await filtered('meetings', [is('REFUSED')]);
    expect(found.map((each: { meetingUuid: string }) => each.meetingUuid)).toEqual([
      meeting.meetingUuid,
    ]);
    await requeue();
    await run(forGood, false);
    expect(await stateOf()).toBe('REFUSED');
  });
});
