import { readdirSync, readFileSync } from 'node:fs';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { openSql } from '../../test-support/open-sql.ts';
import { patience } from '../keep-running.ts';
import { freePort } from '../ports.ts';
import { bootAtrium } from './atrium.ts';
import { keepBusy, latencies, tally, withoutKey } from './busy.ts';
import { openFirm } from './firm.ts';

/** Faults in a row; `npm run test:soak` asks for hundreds, and for minutes without analytics. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 5);
const silentSeconds = Number(process.env.FAULT_SILENCE ?? 6);
const minute = 60_000;

// The supervisor's longest pause is for what never comes up; here it would only make us wait.
patience.longestMs = 500;
const smtpPort = await freePort('127.0.0.1');
const atrium = await bootAtrium({
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  // Hundreds of rounds take longer than a token lasts.
  ACCESS_TOKEN_SECONDS: '86400',
});
afterAll(atrium.stop);
const firm = await openFirm(atrium);

const ready = async () => {
  const answer = await fetch(`${atrium.address}/health/ready`, {
    signal: AbortSignal.timeout(minute),
  }).catch(() => null);
  const components = answer
    ? ((await answer.json().catch(() => ({}))) as { components?: Record<string, string> })
        .components
    : {};
  return { status: answer?.status ?? 0, components };
};
const untilReady = () =>
  expect.poll(async () => (await ready()).status, { timeout: 90_000, interval: 100 }).toBe(200);

test(
  'mails wait for a mail server that is down, and arrive when it is up',
  async () => {
    const { call, root, adviser } = firm;
    const path = `/api/tenant-staff/${adviser['x-user-id']}/credentials/reset`;
    const there = { ...root, 'x-tenant-uuid': adviser['x-tenant-uuid'] ?? '' };
    expect((await call('POST', path, undefined, there)).status).toBe(202);
    await expect.poll(() => atrium.lines.join('\n')).toContain('a mail failed');
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        stream.resume().on('end', () => {
          received.push(...session.envelope.rcptTo.map(({ address }) => address));
          done();
        });
      },
    }).listen(smtpPort, '127.0.0.1');
    await expect.poll(() => received).toEqual([adviser['x-user-email']]);
    server.close();
  },
  4 * minute,
);

test(
  'whatever is killed under load, nothing acknowledged is lost or doubled, and every request ends',
  async () => {
    const before = (await firm.listContacts()).length;
    const busy = keepBusy(firm);
    const faults: Record<string, () => unknown> = {
      platform: () => atrium.kill('platform'),
      analytics: () => atrium.kill('analytics'),
      database: () => atrium.kill('postgres'),
      connections: () => cutConnections(),
      both: () => [atrium.kill('platform'), atrium.kill('postgres')],
      services: () => [atrium.kill('platform'), atrium.kill('analytics')],
    };
    const names = Object.keys(faults);
    const outages: { name: string; ms: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      await answersMore(busy.outcomes, Math.random() * 100);
      const began = performance.now();
      // Each in turn and then at random; one that is being started just now has no process to kill.
      const name =
        names[round < names.length ? round : Math.floor(Math.random() * names.length)] ?? '';
      await Promise.try(faults[name] ?? (() => undefined)).catch(() => undefined);
      await untilReady();
      outages.push({ name, ms: Math.round(performance.now() - began) });
    }
    await answersMore(busy.outcomes, 50);
    const { acknowledged, acknowledgedOnce, unanswered, sentEvents, outcomes, missing } =
      await busy.stop();
    report('kills', {
      rounds,
      ...latencies(outcomes),
      outages: rounds < 10 ? outages : outages.toSorted((a, b) => b.ms - a.ms).slice(0, 5),
      ...tally(outcomes),
    });

    expect(missing).toEqual([]);
    expect(outcomes.filter(({ status }) => status === -1)).toEqual([]);
    // None hung while the others went on: counted in answers to others meanwhile.
    expect(Math.max(...outcomes.map((each) => each.othersMeanwhile))).toBeLessThan(
      outcomes.length / 2,
    );
    const stored = await firm.listContacts();
    expect(stored.length).toBe(new Set(stored).size);
    // Without a key nobody knows of what was not answered; with one there is nothing not to know.
    const once = (await firm.listContacts(withoutKey)).length;
    expect(stored.length - once - before).toBe(acknowledged.size);
    expect(once).toBeGreaterThanOrEqual(acknowledgedOnce.size);
    expect(once).toBeLessThanOrEqual(acknowledgedOnce.size + unanswered);
    const kept = new Set(stored);
    const all = [...acknowledged, ...acknowledgedOnce];
    expect(all.filter((uuid) => !kept.has(uuid))).toEqual([]);
    await expect
      .poll(() => firm.countEvents('contact.created'), { timeout: 2 * minute, interval: 500 })
      .toBe(stored.length);
    expect(await firm.countEvents('test.sent')).toBe(sentEvents.size);
    // A failure is one of these: no answer from a process that died, or one that says to come again.
    const unforeseen = atrium.lines.filter((line) => line.includes('"level":"error"'));
    expect(unforeseen.slice(0, 5)).toEqual([]);
    const allowed = [0, 200, 202, 409, 503];
    expect(
      outcomes
        .filter(({ status }) => !allowed.includes(status))
        .map(({ what, status }) => `${what} ${status}`),
    ).toEqual([]);
  },
  5 * minute + rounds * 20_000,
);

test(
  'a database that falls silent shows in the health check, lets requests end, and is taken up again',
  async () => {
    const frozen = treeOf(atrium.pidOf('postgres'));
    // More than there are connections, also when many of them are at analytics in that moment.
    const busy = keepBusy(firm, 24);
    await answersMore(busy.outcomes, 50);
    for (const pid of frozen()) signal(pid, 'SIGSTOP');
    // One that was born meanwhile too: now nothing more is.
    for (const pid of frozen()) signal(pid, 'SIGSTOP');
    // Each check gives up by itself, and the next one says the same.
    for (let time = 0; time < 3; time += 1) {
      const { status, components } = await ready();
      expect([status, components?.database]).toEqual([503, 'DOWN']);
    }
    // Whoever waits behind those that it took is told so, and does not wait for it to speak again.
    const refused = () => busy.outcomes.filter(({ status }) => status === 503).length;
    await expect.poll(refused).toBeGreaterThanOrEqual(2);
    for (const pid of frozen()) signal(pid, 'SIGCONT');
    await untilReady();
    const { outcomes, missing } = await busy.stop();
    report('silence of the database', { ...latencies(outcomes), ...tally(outcomes) });
    expect(missing).toEqual([]);
    expect(outcomes.filter(({ status }) => status === -1)).toEqual([]);
  },
  5 * minute,
);

test(
  'without analytics the platform goes on as if nothing were, and its events arrive later',
  async () => {
    const { call, adviser } = firm;
    const aloneMs = await createFor(silentSeconds / 3);
    atrium.kill('analytics', 'SIGSTOP');
    const question = {
      eventType: 'contact.created',
      timeRange: { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' },
      aggregations: [{ function: 'COUNT' }],
    };
    const answer = call('POST', '/api/analytics/query', question, adviser);
    const silentMs = await createFor(silentSeconds);
    expect((await ready()).status).toBe(200);
    report('absence of analytics', { created: silentMs.length, slowestMs: silentMs.at(-1) });
    // As with it, with room for a machine that does other work; who waits for it takes seconds.
    expect(at(silentMs, 0.5)).toBeLessThan(10 * at(aloneMs, 0.5));
    expect(at(silentMs, 0.95)).toBeLessThan(50 * at(aloneMs, 0.5));
    atrium.kill('analytics', 'SIGCONT');
    expect([200, 503]).toContain((await answer).status);
    const created = (await firm.listContacts()).length;
    await expect
      .poll(() => firm.countEvents('contact.created'), { timeout: 2 * minute, interval: 500 })
      .toBe(created);
  },
  4 * minute + silentSeconds * 1_000,
);

/** Waits until so many more requests have been answered as they should. */
async function answersMore(outcomes: readonly { status: number }[], count: number): Promise<void> {
  const good = () => outcomes.filter(({ status }) => status === 200 || status === 202).length;
  const before = good();
  await expect.poll(good, { timeout: 60_000 }).toBeGreaterThan(before + count);
}

/** Creates contacts one after another for so long; returns what each took in milliseconds, sorted. */
async function createFor(seconds: number): Promise<number[]> {
  const took: number[] = [];
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const began = performance.now();
    const { status } = await firm.call('POST', '/api/contacts', firm.contact, firm.adviser);
    expect(status).toBe(200);
    took.push(performance.now() - began);
  }
  return took.sort((one, other) => one - other);
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

async function cutConnections(): Promise<void> {
  if (!atrium.database) throw new Error('The database is not embedded');
  const sql = openSql(atrium.database.options('postgres', 'postgres'));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'atrium%'`;
  await sql.end();
}

/** A process and its children, looked for anew each time. */
function treeOf(root: number): () => number[] {
  return () => [
    root,
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => parentOf(pid) === root),
  ];
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}

function report(what: string, figures: object): void {
  process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`);
}
