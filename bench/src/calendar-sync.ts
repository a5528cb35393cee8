import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Headers } from '@atrium/api-client/test-support/call-api.ts';
import { startSimulators } from '@atrium/calendar-simulators/start-simulators.ts';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { furnish } from './platform.ts';

const changes = 1_000;
const notifications = 40;
const atOnce = 8;

/**
 * Meetings and a connected calendar of each simulated provider: a thousand changes each way with
 * the time until both sides are the same, and how long one change over there takes to be seen here.
 */
export async function measureCalendarSync(goals: Goals, dataDir: string): Promise<void> {
  const simulators = await startSimulators({ zone: 'America/Santiago' });
  const atrium = await startAtrium(dataDir, { DEMO: 'off', ...simulators.environment });
  const { headers } = await furnish(atrium.address, dataDir);
  const call = ask(atrium.address);
  for (const kind of ['a', 'b'] as const) {
    const email = `${kind}@calendar.example`;
    const simulator = simulators[kind];
    const { body, cookie } = await call(
      'POST',
      `/api/v1/calendar/connect/provider_${kind}`,
      {},
      headers,
    );
    await fetch(simulator.approve(body.authorizationUrl, email), {
      redirect: 'manual',
      headers: { cookie },
    });
    await pause(2_000);
    const person = simulator.person(email);
    const requests = () => simulator.requests.filter((each) => each.account === email).length;
    const day = kind === 'a' ? '2027-01-04' : '2027-08-02';

    const exported = await timed(requests, async () => {
      await inParallel(changes, (at) => create(call, headers, day, at));
      while (person.events().length < changes) await pause(250);
    });
    report(goals, `1,000 meetings to provider ${kind.toUpperCase()}`, exported, 2);

    const before = await countMeetings(call, headers);
    const imported = await timed(requests, async () => {
      for (let at = 0; at < changes; at += 1) {
        const start = timeAt(day, at);
        person.create({ title: `There ${at}`, start, end: plusHalfHour(start) });
      }
      while ((await countMeetings(call, headers)) < before + changes) await pause(100);
    });
    report(goals, `1,000 events from provider ${kind.toUpperCase()}`, imported, 0.5);

    const took: number[] = [];
    const [event] = person.events();
    for (let at = 0; at < notifications; at += 1) {
      const start = timeAt('2027-12-01', at);
      const began = performance.now();
      person.move(event?.id ?? '', start);
      while (!(await isAt(call, headers, event?.title ?? '', start))) await pause(10);
      took.push(performance.now() - began);
    }
    took.sort((one, other) => one - other);
    const p95 = took[Math.floor(took.length * 0.95)] ?? 0;
    goals.check(
      `notification to visible change, provider ${kind.toUpperCase()}, p95`,
      p95 / 1000,
      's',
      {
        atMost: 2,
      },
    );
  }
  await atrium.stop();
  await simulators.close();
}

type Measured = { seconds: number; requests: number };
type Call = ReturnType<typeof ask>;

async function timed(requests: () => number, work: () => Promise<void>): Promise<Measured> {
  const before = requests();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  return { seconds, requests: (requests() - before) / changes };
}

function report({ check }: Goals, what: string, { seconds, requests }: Measured, most: number) {
  check(`${what}, both sides equal`, seconds, 's', { atMost: 60 });
  check(`${what}, requests a change`, requests, '', { atMost: most });
}

async function create(call: Call, headers: Headers, day: string, at: number): Promise<void> {
  const startDateTime = `${timeAt(day, at)}:00`;
  const input = {
    title: `Here ${at}`,
    startDateTime,
    endDateTime: `${plusHalfHour(timeAt(day, at))}:00`,
    timezone: 'America/Santiago',
    locationType: 'IN_PERSON',
  };
  const { status, body } = await call('POST', '/api/v1/meetings', input, headers);
  if (status !== 201) throw new Error(JSON.stringify(body));
}

async function inParallel(count: number, work: (at: number) => Promise<void>): Promise<void> {
  let next = 0;
  const run = async () => {
    for (let at = next++; at < count; at = next++) await work(at);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

async function countMeetings(call: Call, headers: Headers): Promise<number> {
  const { body } = await call('POST', '/api/v2/meetings', { size: 1 }, headers);
  return body.totalElements;
}

async function isAt(call: Call, headers: Headers, title: string, start: string): Promise<boolean> {
  const filters = [{ field: 'title', operator: 'EQUALS', value: title }];
  const { body } = await call('POST', '/api/v2/meetings', { filters, size: 5 }, headers);
  return body.content.some(
    (each: { startDateTime: string }) => each.startDateTime === `${start}:00`,
  );
}

const timeAt = (day: string, at: number) =>
  Temporal.PlainDateTime.from(`${day}T08:00`)
    .add({ minutes: at * 30 })
    .toString({ smallestUnit: 'minute' });
const plusHalfHour = (start: string) =>
  Temporal.PlainDateTime.from(start).add({ minutes: 30 }).toString({ smallestUnit: 'minute' });
