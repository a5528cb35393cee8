import { describe, expect, test } from 'vitest';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { sendDueMails } from '../../test-support/send-due-mails.ts';
import { world } from '../../test-support/world.ts';
import type { Mailer } from './mailer.ts';

const w = await world({}, { idle: ['mails'] });
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
const takes: Mailer = { ...forNow, send: async () => undefined };

/** Sends what is due to a mail server. */
const send = (mailer: Mailer) => sendDueMails(w, { mailer });
/** Lets mails of a person or a meeting have been tried since some days, and be due. */
const tryAgain = (uuid: string) => sql`
  update mails set due_at = now(), first_tried_at = now() - interval '2 days'
   where state = 'QUEUED' and (person_uuid = ${uuid} or about ->> 'meetingUuid' = ${uuid})`;

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
    expect(await states()).toEqual(['QUEUED', 'QUEUED', 'QUEUED']);
    await send(takes);
    expect(await states()).toEqual(['SENT', null, 'SENT']);
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
    expect(await lastMail(told)).toMatchObject({ state: 'QUEUED' });
    await send(forGood);
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
    await send(forNow);
    expect(await stateOf()).toBe('QUEUED');
    await tryAgain(userUuid);
    await send(forNow);
    expect(await stateOf()).toBe('REFUSED');
  });

  test('about a meeting is refused by the server or when the tries are over', async () => {
    const meetingOf = () => m.meeting({ staffIds: [], contactIds: [] });
    const [late, wrong] = [await meetingOf(), await meetingOf()];
    const stateOf = async ({ path }: { path: string }) =>
      (await m.host.get(path)).body.participants.at(-1).lastMail?.state;
    await send(forNow);
    expect([await stateOf(late), await stateOf(wrong)]).toEqual(['QUEUED', 'QUEUED']);
    await tryAgain(late.meetingUuid);
    await send(forNow);
    expect([await stateOf(late), await stateOf(wrong)]).toEqual(['REFUSED', 'QUEUED']);
    const found = await filtered('meetings', [is('REFUSED')]);
    expect(found.map((each: { meetingUuid: string }) => each.meetingUuid)).toEqual([
      late.meetingUuid,
    ]);
    await tryAgain(wrong.meetingUuid);
    await send(forGood);
    expect(await stateOf(wrong)).toBe('REFUSED');
  });
});
