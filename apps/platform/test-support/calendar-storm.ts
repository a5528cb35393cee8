import type { FaultKind } from '@atrium/calendar-simulators/core/faults.ts';
import { expect } from 'vitest';
import { withoutGuests } from '../src/calendar/export/exported-event.ts';
import { daysOf } from '../src/meetings/time.ts';
import type { Edit } from './calendar-edits.ts';
import { type CalendarWorld, meetingInput } from './calendar-world.ts';
import { dated } from './dated.ts';

type Host = Awaited<ReturnType<CalendarWorld['staffWithCalendar']>> & {
  kind: 'a' | 'b';
};

const guest = 'guest@outside.example';

/** Sends a storm over two users, one with each provider, then demands that both sides agree. */
export async function runStorm(w: CalendarWorld, edits: readonly Edit[]): Promise<void> {
  const hosts: Host[] = [];
  for (const kind of ['a', 'b'] as const)
    hosts.push({ kind, ...(await w.staffWithCalendar(kind)) });
  const told = w.mails.length;
  const acts: Acts = { canceled: new Set(), series: new Set(), ends: [], news: [] };
  let count = 0;
  try {
    for (const edit of edits) {
      const host = hosts[edit.who % hosts.length] as Host;
      count += 1;
      await happen(w, host, edit, `${edit.kind} ${count}`, acts);
    }
    for (const host of hosts) await calm(w, host);
    for (const host of hosts)
      await expect.poll(() => bothSides(host), { interval: 200 }).toEqual(agreed);
  } catch (error) {
    // A change that nobody asked for is worse than a difference, and told first.
    await expectNothingUnasked(w, hosts, acts, told);
    throw error;
  }
  await expectNothingUnasked(w, hosts, acts, told);
  for (const host of hosts) {
    const { meetings } = await all(host);
    const alive = meetings.filter(
      ({ status, title }: { status: string; title: string }) =>
        status === 'ACTIVE' && isCanceled(acts, tokenOf(title)),
    );
    expect(alive, 'every cancellation reached the other side').toEqual([]);
  }
}

/** No cancellation that no person made, and no mail to a guest without a person's act. */
async function expectNothingUnasked(
  w: CalendarWorld,
  hosts: readonly Host[],
  acts: Acts,
  told: number,
): Promise<void> {
  const ended: string[] = [];
  for (const host of hosts) {
    const { meetings } = await all(host);
    for (const { status, title } of meetings) if (status === 'CANCELED') ended.push(tokenOf(title));
  }
  expect(minus(ended, acts.ends), 'no cancellation that no person made').toEqual([]);
  const mailed = w.mails.slice(told).flatMap(({ calendar }) => calendar ?? []);
  const tokensOf = (method: string) =>
    mailed
      .filter((each) => each.method === method)
      .map(({ content }) => tokenOf(content.replace(/\r\n /g, '')));
  expect(minus(tokensOf('REQUEST'), acts.news), 'no mail without a person’s act').toEqual([]);
  expect(minus(tokensOf('CANCEL'), acts.ends), 'no cancellation mailed by itself').toEqual([]);
  const { a, b } = w.simulators;
  expect([...a.mails, ...b.mails], 'the providers invited nobody').toEqual([]);
}

/** The acts of people: which meetings and series they ended, and every act of which a guest may hear. */
type Acts = { canceled: Set<string>; series: Set<string>; ends: string[]; news: string[] };

const isCanceled = ({ canceled, series }: Acts, of: string) => canceled.has(of) && !series.has(of);

const agreed = { here: expect.anything(), onlyHere: [], onlyThere: [] };

/** One edit, noted with what it may cause. */
async function happen(
  w: CalendarWorld,
  host: Host,
  { kind, which, slot, fault }: Edit,
  title: string,
  acts: Acts,
): Promise<void> {
  const { staff, person, email } = host;
  const simulator = w.simulators[host.kind];
  const start = startOf(slot);
  const times = { startDateTime: start, endDateTime: plusHour(start) };
  const here = async () => {
    const { meetings } = await all(host);
    const own = meetings.filter((each: { status: string }) => each.status === 'ACTIVE');
    return own[which % own.length];
  };
  const there = () => {
    const events = person.instances(window);
    return events[which % events.length];
  };
  const put = async (change: (meeting: { title: string }) => object) => {
    const meeting = await here();
    if (!meeting) return;
    acts.news.push(tokenOf(meeting.title));
    const path = `/api/v1/meetings/${meeting.meetingUuid}`;
    const { status } = await staff.put(path, change(meeting));
    // Somebody may have canceled it over there between the look and the edit.
    expect([200, 409]).toContain(status);
  };

  if (kind === 'create here') {
    const guests = which % 2 ? [{ email: guest }] : [];
    const own = token();
    acts.news.push(String(own));
    const input = meetingInput({
      ...times,
      title: `#${own} ${title}`,
      externalAttendees: guests,
    });
    expect((await staff.post('/api/v1/meetings', input)).status).toBe(201);
    return;
  }
  if (kind === 'create there')
    person.create({ title: `#${token()} ${title}`, start, end: plusHour(start) });
  if (kind === 'series there')
    // An `s` marks a series: canceling one of its instances leaves the others.
    person.create({
      title: `#s${token()} ${title}`,
      start,
      end: plusHour(start),
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    });
  if (kind === 'move here') return put(() => times);
  if (kind === 'move far here') {
    const far = farOf(slot);
    return put(() => ({ startDateTime: far, endDateTime: plusHour(far) }));
  }
  if (kind === 'rename here')
    return put((meeting) => ({ title: `#${tokenOf(meeting.title)} ${title}` }));
  if (kind === 'relocate here') return put(() => ({ locationDetail: title }));
  if (kind === 'describe here') return put(() => ({ description: title }));
  if (kind === 'cancel here') {
    const meeting = await here();
    if (!meeting) return;
    if (!tokenOf(meeting.title).startsWith('s')) acts.canceled.add(tokenOf(meeting.title));
    acts.ends.push(tokenOf(meeting.title));
    await staff.post(`/api/v1/meetings/${meeting.meetingUuid}/cancel`);
    return;
  }
  const event = there();
  if (event && kind.endsWith('there')) acts.news.push(tokenOf(event.title));
  if (event && kind === 'move far there') person.move(event.id, farOf(slot));
  if (event && kind === 'repeat there' && !event.seriesId && event.recurrence.length === 0) {
    acts.series.add(tokenOf(event.title));
    person.change(event.id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] });
  }
  if (event && kind === 'move there') person.move(event.id, start);
  if (event && kind === 'rename there')
    person.change(event.id, { title: `#${tokenOf(event.title)} ${title}` });
  if (event && kind === 'relocate there') person.change(event.id, { location: title });
  if (event && kind === 'describe there') person.change(event.id, { description: title });
  if (event && kind === 'all day there') person.move(event.id, dayOf(slot), dayOf(slot + 12));
  if (event && kind === 'answer there' && event.attendees.some((each) => each.email === guest))
    person.answer(event.id, guest, which % 2 ? 'accepted' : 'declined');
  if (event && kind === 'cancel there') {
    const isTold = host.kind === 'a' || !(await isUnanswered(w, event.title));
    if (!event.seriesId && isTold) acts.canceled.add(tokenOf(event.title));
    acts.ends.push(tokenOf(event.title));
    person.cancel(event.id);
  }
  if (kind === 'fault' && fault === 'lost-mailbox')
    simulator.faults.add({ ...lostMailbox, account: email, times: 2 });
  else if (kind === 'fault')
    simulator.faults.add({
      kind: fault as FaultKind,
      account: email,
      delayMs: 300,
      retryAfterSeconds: 0,
    });
  if (kind === 'expire access') simulator.expireAccessTokens(email);
  if (kind === 'expire tokens') simulator.expireSyncTokens(email);
  if (kind === 'skew') simulator.clock.skew((slot - 200) * 50);
  if (kind === 'drop channels') simulator.dropChannels(email);
  if (kind === 'rest') await new Promise((resolve) => setTimeout(resolve, slot));
}

const lostMailbox = {
  kind: 'fail-before',
  status: 404,
  code: 'MailboxNotEnabledForRESTAPI',
} as const;

/**
 * Returns whether it was made from here and we do not know yet that it was. If it is removed before we do,
 * Microsoft lets it be made again, and never tells.
 */
async function isUnanswered({ db }: CalendarWorld, title: string): Promise<boolean> {
  const ours = `#${tokenOf(title)} %`;
  const [row] = await db.asPlatform(
    (tx) => tx<{ unanswered: boolean }[]>`
      select exists (
        select from meetings m
         where m.source = 'INTERNAL' and m.title like ${ours} and not exists (
           select from calendar_links l
            where l.tenant_uuid = m.tenant_uuid and l.meeting_uuid = m.meeting_uuid)) as unanswered`,
  );
  return row?.unanswered ?? false;
}

let tokens = 0;
const token = () => {
  tokens += 1;
  return tokens;
};
const tokenOf = (title: string) => /#(s?\d+)/.exec(title)?.[1] ?? title;

/** The faults end, failed meetings are tried again, and what no push told is pulled. */
async function calm(w: CalendarWorld, host: Host): Promise<void> {
  w.simulators[host.kind].faults.clear();
  w.simulators[host.kind].clock.skew(0);
  const { meetings } = await all(host);
  for (const { meetingUuid, externalSyncStatus } of meetings)
    if (externalSyncStatus === 'FAILED')
      await host.staff.post(`/api/v1/meetings/${meetingUuid}/sync`);
  // On a busy machine an answer may still be later than the short limit that storms have.
  const pull = async () => (await host.staff.post('/api/v1/calendar/sync')).status;
  await expect.poll(pull, { interval: 500 }).toBe(200);
  const { body } = await host.staff.get('/api/v1/calendar/connection');
  // So many cancellations in one pull may be held back: the person made them all.
  if (body.suspended) await host.staff.post('/api/v1/calendar/suspension', { decision: 'APPLY' });
}

async function all({ staff }: Host) {
  const { body } = await staff.get(
    dated('/api/v1/meetings?from=2026-11-01T00:00:00&to=2029-01-01T00:00:00'),
  );
  return body;
}

/** Returns what each side has that the other has not, as texts that a person can compare. */
async function bothSides(host: Host) {
  const { meetings } = await all(host);
  const ours: string[] = [];
  for (const { meetingUuid, status } of meetings) {
    if (status !== 'ACTIVE') continue;
    const { body } = await host.staff.get(`/api/v1/meetings/${meetingUuid}`);
    const { title, allDay, startDateTime, endDateTime, locationDetail, description } = body;
    const days = daysOf(body);
    const [from, until] = allDay ? [days.from, days.until] : [startDateTime, endDateTime];
    ours.push([title, from, until, locationDetail ?? '', description ?? ''].join(' | '));
  }
  const theirs = host.person.instances(window).map(({ title, span, location, description }) => {
    const [from, until] = span.allDay ? [span.start, span.end] : [span.start.local, span.end.local];
    return [title, from, until, location, withoutGuests(description)].join(' | ');
  });
  // An event that was never seen within the window that is listed is not known here, and need not be.
  const near = (each: string) => (each.split(' | ')[1] ?? '') < farFrom;
  const onlyThere = minus(theirs, ours).filter(near);
  return { here: ours.length, onlyHere: minus(ours, theirs), onlyThere };
}

function minus(some: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return some.filter((each) => {
    const at = left.indexOf(each);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
}

const first = Temporal.PlainDateTime.from(dated('2026-12-01T09:00:00'));
const startOf = (slot: number) =>
  first.add({ hours: slot * 2 }).toString({ smallestUnit: 'second' });
const dayOf = (slot: number) => startOf(slot).slice(0, 10);
const plusHour = (start: string) =>
  Temporal.PlainDateTime.from(start).add({ hours: 1 }).toString({ smallestUnit: 'second' });
const farFrom = dated('2027-11-20');
const farOf = (slot: number) =>
  Temporal.PlainDateTime.from(dated('2028-02-01T09:00:00'))
    .add({ hours: slot * 2 })
    .toString({ smallestUnit: 'second' });
const window = { fromMs: Date.parse(dated('2026-11-01')), toMs: Date.parse(dated('2029-01-01')) };
