import type { FaultKind } from '@atrium/calendar-simulators/core/faults.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type CalendarWorld, meetingInput } from './calendar-world.ts';

/** One thing that happens, on either side or in between; `who` and `which` are taken modulo. */
export type Edit = {
  kind:
    | 'create here'
    | 'create there'
    | 'series there'
    | 'move here'
    | 'move there'
    | 'rename here'
    | 'rename there'
    | 'relocate here'
    | 'relocate there'
    | 'cancel here'
    | 'cancel there'
    | 'answer there'
    | 'fault'
    | 'expire access'
    | 'expire tokens'
    | 'drop channels'
    | 'skew'
    | 'rest';
  who: number;
  which: number;
  slot: number;
  fault: FaultKind;
};

const faults: FaultKind[] = [
  'fail-before',
  'fail-after',
  'slow-after',
  'hang-up-after',
  'rate-limit',
  'expire-access-token',
  'expire-sync-token',
  'endless-paging',
  'drop-push',
  'double-push',
  'late-push',
  'hold-push',
  'refuse-repeat',
];

const weights: Record<Edit['kind'], number> = {
  'create here': 6,
  'create there': 4,
  'series there': 1,
  'move here': 6,
  'move there': 6,
  'rename here': 4,
  'rename there': 4,
  'relocate here': 2,
  'relocate there': 2,
  'cancel here': 2,
  'cancel there': 2,
  'answer there': 2,
  fault: 6,
  'expire access': 1,
  'expire tokens': 1,
  'drop channels': 1,
  skew: 1,
  rest: 6,
};

/** A storm of edits. */
export const storms = (length: number) =>
  fc.array(
    fc.record({
      kind: fc.oneof(
        ...Object.entries(weights).map(([kind, weight]) => ({
          weight,
          arbitrary: fc.constant(kind as Edit['kind']),
        })),
      ),
      who: fc.nat(1),
      which: fc.nat(1_000),
      slot: fc.nat(400),
      fault: fc.constantFrom(...faults),
    }),
    { minLength: length, maxLength: length, size: 'max' },
  );

type Host = Awaited<ReturnType<CalendarWorld['staffWithCalendar']>> & {
  kind: 'a' | 'b';
};

const guest = 'guest@outside.example';

/** Sends a storm over two users, one with each provider, then demands that both sides agree. */
export async function weather(w: CalendarWorld, edits: readonly Edit[]): Promise<void> {
  const hosts: Host[] = [];
  for (const kind of ['a', 'b'] as const)
    hosts.push({ kind, ...(await w.staffWithCalendar(kind)) });
  const told = w.mails.length;
  let news = 0;
  let count = 0;
  const canceled = new Set<string>();
  for (const edit of edits) {
    const host = hosts[edit.who % hosts.length] as Host;
    count += 1;
    news += await happen(w, host, edit, `${edit.kind} ${count}`, canceled);
  }
  for (const host of hosts) await calm(w, host);
  for (const host of hosts) {
    await expect.poll(() => bothSides(host), { timeout: 20_000, interval: 200 }).toEqual(agreed);
    const { meetings } = await all(host);
    const alive = meetings.filter(
      ({ status, title }: { status: string; title: string }) =>
        status === 'ACTIVE' && canceled.has(tokenOf(title)),
    );
    expect(alive, 'every cancellation reached the other side').toEqual([]);
  }
  expect(w.mails.length - told, 'no storm of mail').toBeLessThanOrEqual(news);
  const { a, b } = w.simulators;
  expect([...a.mails, ...b.mails], 'the providers invited nobody').toEqual([]);
}

const agreed = { here: expect.anything(), onlyHere: [], onlyThere: [] };

/** One edit; answers how many mails it may cause at most. */
async function happen(
  w: CalendarWorld,
  host: Host,
  { kind, which, slot, fault }: Edit,
  title: string,
  canceled: Set<string>,
): Promise<number> {
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
    if (!meeting) return 0;
    const path = `/api/v1/meetings/${meeting.meetingUuid}`;
    const { status } = await staff.put(path, change(meeting));
    // Somebody may have canceled it over there between the look and the edit.
    expect([200, 409]).toContain(status);
    return 1;
  };

  if (kind === 'create here') {
    const guests = which % 2 ? [{ email: guest }] : [];
    const input = meetingInput({
      ...times,
      title: `#${token()} ${title}`,
      externalAttendees: guests,
    });
    expect((await staff.post('/api/v1/meetings', input)).status).toBe(201);
    return 1;
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
  if (kind === 'rename here')
    return put((meeting) => ({ title: `#${tokenOf(meeting.title)} ${title}` }));
  if (kind === 'relocate here') return put(() => ({ locationDetail: title }));
  if (kind === 'cancel here') {
    const meeting = await here();
    if (!meeting) return 0;
    if (!tokenOf(meeting.title).startsWith('s')) canceled.add(tokenOf(meeting.title));
    await staff.post(`/api/v1/meetings/${meeting.meetingUuid}/cancel`);
    return 1;
  }
  const event = there();
  if (event && kind === 'move there') person.move(event.id, start);
  if (event && kind === 'rename there')
    person.change(event.id, { title: `#${tokenOf(event.title)} ${title}` });
  if (event && kind === 'relocate there') person.change(event.id, { location: title });
  if (event && kind === 'answer there' && event.attendees.some((each) => each.email === guest))
    person.answer(event.id, guest, which % 2 ? 'accepted' : 'declined');
  if (event && kind === 'cancel there') {
    const isTold = host.kind === 'a' || !(await isUnanswered(w, event.title));
    if (!event.seriesId && isTold) canceled.add(tokenOf(event.title));
    person.cancel(event.id);
  }
  if (kind === 'fault')
    simulator.faults.add({ kind: fault, account: email, delayMs: 300, retryAfterSeconds: 0 });
  if (kind === 'expire access') simulator.expireAccessTokens(email);
  if (kind === 'expire tokens') simulator.expireSyncTokens(email);
  if (kind === 'skew') simulator.clock.skew((slot - 200) * 50);
  if (kind === 'drop channels') simulator.dropChannels(email);
  if (kind === 'rest') await new Promise((resolve) => setTimeout(resolve, slot));
  return event ? 1 : 0;
}

/**
 * Whether it was made from here and we do not know yet that it was. If it is removed before we do,
 * provider B lets it be made again, and never tells.
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
  const { status } = await host.staff.post('/api/v1/calendar/sync');
  expect(status).toBe(200);
}

async function all({ staff }: Host) {
  const { body } = await staff.get(
    '/api/v1/meetings?from=2026-11-01T00:00:00&to=2027-11-01T00:00:00',
  );
  return body;
}

/** What each side has that the other has not, as texts that a person can compare. */
async function bothSides(host: Host) {
  const { meetings } = await all(host);
  const ours: string[] = [];
  for (const { meetingUuid, status } of meetings) {
    if (status !== 'ACTIVE') continue;
    const { body } = await host.staff.get(`/api/v1/meetings/${meetingUuid}`);
    ours.push(
      [body.title, body.startDateTime, body.endDateTime, body.locationDetail ?? ''].join(' | '),
    );
  }
  const theirs = host.person.instances(window).map(({ title, span, location }) => {
    const [from, until] = span.allDay ? [span.start, span.end] : [span.start.local, span.end.local];
    return [title, from, until, location].join(' | ');
  });
  return { here: ours.length, onlyHere: minus(ours, theirs), onlyThere: minus(theirs, ours) };
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

const first = Temporal.PlainDateTime.from('2026-12-01T09:00:00');
const startOf = (slot: number) =>
  first.add({ hours: slot * 2 }).toString({ smallestUnit: 'second' });
const plusHour = (start: string) =>
  Temporal.PlainDateTime.from(start).add({ hours: 1 }).toString({ smallestUnit: 'second' });
const window = { fromMs: Date.parse('2026-11-01'), toMs: Date.parse('2027-11-01') };
