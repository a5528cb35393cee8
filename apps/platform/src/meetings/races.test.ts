import { expect, test } from 'vitest';
import { meetingWorld, withoutMailState } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import { recordRsvp } from './rsvp/record-rsvp.ts';

const w = await world();
const m = await meetingWorld(w);
const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const count = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)]
      .sort()
      .map((each) => [each, statuses.filter((one) => one === each).length]),
  );

test('of 30 edits at once that state the same version, one is made', async () => {
  const meeting = await m.meeting();
  const edits = await times(30, (at) =>
    m.host.put(meeting.path, { title: `Título ${at}` }, { 'if-match': '"1"' }),
  );
  expect(count(edits.map((each) => each.status))).toEqual({ 200: 1, 412: 29 });
  const winner = edits.find((each) => each.status === 200);
  const { body } = await m.host.get(meeting.path);
  expect(withoutMailState(body)).toEqual(withoutMailState(winner?.body));
});

test('30 edits at once of different fields are all kept', async () => {
  const meeting = await m.meeting();
  const fields = [
    'title',
    'description',
    'meetingInformation',
    'meetingPassword',
    'meetingProvider',
    'locationDetail',
  ];
  const edits = await times(30, (at) =>
    m.host.put(meeting.path, {
      [fields[at % fields.length] as string]: `v${Math.floor(at / fields.length)}`,
    }),
  );
  expect(count(edits.map((each) => each.status))).toEqual({ 200: 30 });
  const { body } = await m.host.get(meeting.path);
  for (const field of fields) expect(body[field]).toMatch(/^v\d$/);
  expect(body.version).toBe(31);
});

test('canceled amid 30 edits it stays canceled', async () => {
  const meeting = await m.meeting();
  const [canceled, ...edits] = await Promise.all([
    m.host.post(`${meeting.path}/cancel`),
    ...Array.from({ length: 30 }, (_, at) => m.host.put(meeting.path, { title: `Título ${at}` })),
  ]);
  expect(canceled?.status).toBe(200);
  for (const { status } of edits) expect([200, 409]).toContain(status);
  const { body } = await m.host.get(meeting.path);
  expect(body.status).toBe('CANCELED');
  expect(body.version).toBe(2 + edits.filter((each) => each.status === 200).length);
});

test('canceled 30 times at once it is canceled once', async () => {
  const meeting = await m.meeting();
  const canceled = await times(30, () => m.host.post(`${meeting.path}/cancel`));
  expect(count(canceled.map((each) => each.status))).toEqual({ 200: 30 });
  expect(new Set(canceled.map((each) => each.body.version))).toEqual(new Set([2]));
});

test('people added 30 times at once are invited once', async () => {
  const meeting = await m.meeting({ externalAttendees: [] });
  const guests = [{ email: 'a@example.com' }, { email: 'b@example.com' }];
  const edits = await times(30, () => m.host.put(meeting.path, { externalAttendees: guests }));
  expect(count(edits.map((each) => each.status))).toEqual({ 200: 30 });
  const { body } = await m.host.get(meeting.path);
  expect([body.attendeeCount, body.version]).toEqual([4, 2]);
});

test('50 answers at once are all counted, and none comes after the cancellation', async () => {
  const externalAttendees = Array.from({ length: 50 }, (_, at) => ({
    email: `g${at}@example.com`,
  }));
  const meeting = await m.meeting({ contactIds: [], staffIds: [], externalAttendees });
  const answer = (at: number) =>
    w.db.asTenant(m.tenant.tenantUuid, system, (tx) =>
      recordRsvp(tx, {
        meetingUuid: meeting.meetingUuid,
        participantUuid: meeting.participants[at].participantUuid,
        status: at % 2 ? 'ACCEPTED' : 'DECLINED',
        source: 'LINK',
      }),
    );
  await times(50, answer);
  const { body } = await m.host.get(meeting.path);
  const statuses = body.participants.map((each: { rsvpStatus: string }) => each.rsvpStatus);
  expect(statuses.filter((each: string) => each === 'ACCEPTED')).toHaveLength(25);
  expect(statuses.filter((each: string) => each === 'DECLINED')).toHaveLength(25);

  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 25 }, (_, at) => answer(at)),
    m.host.post(`${meeting.path}/cancel`),
    ...Array.from({ length: 25 }, (_, at) => answer(at + 25)),
  ]);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('MEETING_CANCELED');
  expect((await m.host.get(meeting.path)).body.status).toBe('CANCELED');
});
