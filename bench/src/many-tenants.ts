import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Sql } from '@atrium/kit/sql.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { fillManyFirms, many } from './many-tenants-data.ts';
import { furnish } from './platform.ts';
import { processorTimeOf } from './processor-time.ts';
import { someRecords, times } from './scale.ts';
import { type Kind, scaleQuestions } from './scale-questions.ts';

/** Says how long an idle platform is watched (for a short run MANY_IDLE_SECONDS=2). */
const idleSeconds = Number(process.env.MANY_IDLE_SECONDS ?? 60);

/** A folder in which the filled database stays: the first run with it fills it and ends, later ones measure it. */
const keptIn = process.env.MANY_DATA_DIR;

/**
 * Measures a platform of 10,000 firms with 500 contacts and 200 meetings each, in one PostgreSQL: what filling it
 * takes, what the firms cost while nobody asks for anything, all that is done at fixed times, the requests of one firm's
 * people, and those of the platform's own people, whose work grows with the number of firms. With MANY_DATA_DIR filling it and measuring it
 * are two runs, less than a day apart.
 */
export async function measureManyTenants({ check, print }: Goals, dataDir: string): Promise<void> {
  const filledDir = keptIn ?? dataDir;
  const mark = join(filledDir, 'filled');
  if (keptIn && !existsSync(mark)) {
    await inInstallation(keptIn, (firms) => fill(firms, print));
    writeFileSync(mark, '');
    return;
  }
  const ofOne = await inInstallation(dataDir, ({ sql, pid }) => idleCost(sql, pid));
  await inInstallation(filledDir, async (firms) => {
    if (!keptIn) await fill(firms, print);
    const { sql, pid, address, asAdmin, asAdviser, tenantUuid } = firms;
    const ofAll = await idleCost(sql, pid);
    print(
      `        idle, milliseconds of processor time a second: one firm ${ofOne.told}; ${many.tenants} firms ${ofAll.told}`,
    );
    print(`        at work while idle: ${ofAll.busiest}`);
    check('idle, of one core', (ofAll.ms - ofOne.ms) / 10, '%', { atMost: 5 });
    for (const { name, seconds } of await sweep(sql))
      check(`sweep ${name}`, seconds, 's', { atMost: 10 });

    const { managers, ...records } = await someRecords(sql, tenantUuid);
    const admin = { ...asAdmin, 'x-tenant-uuid': tenantUuid };
    const asked = scaleQuestions({ tenantUuid, managers, ...records }).map((each) => ({
      ...each,
      asker: each.isAdmin ? admin : asAdviser,
    }));
    const ofPlatform = platformQuestions().map((each) => ({ ...each, asker: asAdmin }));
    for (const { name, atMost, ask, asker } of [...asked, ...ofPlatform]) {
      const { p50, p95 } = await times(address, asker, ask, 1);
      check(`${name}, p95`, p95, 'ms', { atMost, why: `half are within ${p50.toFixed(1)} ms` });
    }
  });
}

type Headers = Record<string, string>;
type Askers = { asAdmin: Headers; asAdviser: Headers; tenantUuid: string };
type Installation = Askers & { sql: Sql; address: string; pid: number; superuser: () => object };

/** Does work in the installation of a folder, which is made with one firm where there is none. */
async function inInstallation<T>(
  dataDir: string,
  work: (firms: Installation) => Promise<T>,
): Promise<T> {
  const { address, pid, superuser, stop } = await startAtrium(dataDir, {
    DEMO: 'off',
    ACCESS_TOKEN_SECONDS: '86400',
  });
  const note = join(dataDir, 'askers.json');
  if (!existsSync(note)) {
    const { root, headers, tenantUuid } = await furnish(address, dataDir);
    const made: Askers = { asAdmin: root, asAdviser: headers, tenantUuid };
    writeFileSync(note, JSON.stringify(made));
  }
  const askers = JSON.parse(readFileSync(note, 'utf8')) as Askers;
  const sql = openSql(superuser());
  const done = await work({ ...askers, sql, address, pid, superuser });
  await sql.end();
  await stop();
  return done;
}

async function fill({ sql, superuser, tenantUuid }: Installation, print: Goals['print']) {
  const [sizeBefore, began] = [await sizeOf(sql), performance.now()];
  await fillManyFirms(superuser(), tenantUuid);
  const seconds = (performance.now() - began) / 1000;
  await sql`vacuum analyze`;
  const bytes = (await sizeOf(sql)) - sizeBefore;
  const [counts] = await sql`
    select (select count(*) from tenants)::int as tenants, (select count(*) from contacts)::int as contacts,
           (select count(*) from meetings)::int as meetings`;
  print(
    `        ${JSON.stringify(counts)}: filled in ${seconds.toFixed(0)} s, ` +
      `${(bytes / 1e9).toFixed(2)} GB, ${(bytes / many.tenants / 1e3).toFixed(0)} kB a firm`,
  );
}

/** Returns the requests of the platform's own people. */
function platformQuestions(): Kind[] {
  const get = (name: string, path: (n: number) => string, atMost = 50): Kind => ({
    name,
    ask: (n) => ({ path: path(n) }),
    atMost,
  });
  const month = new Date().toISOString().slice(0, 7);
  return [
    get('firms, a page', (n) => `/api/tenants?page=${n % 50}`),
    get('firms, any page', (n) => `/api/tenants?page=${(n * 6151) % Math.ceil(many.tenants / 20)}`),
    get('firms by name', (n) => `/api/tenants?searchTerm=Firm+${(n * 311) % many.tenants}`),
    get('usage of a month', () => `/api/platform/usage?month=${month}`, 1_000),
    get('health', () => '/api/platform/health', 1_000),
  ];
}

async function sizeOf(sql: Sql): Promise<number> {
  const [row] = await sql`select pg_database_size(current_database()) as bytes`;
  return Number(row?.bytes);
}

/** Lets the platform do all that it does at fixed times, one after the other, and returns how long each takes. */
async function sweep(sql: Sql) {
  const schedules = await sql<{ name: string }[]>`select name from pgboss.schedule order by name`;
  const taken: { name: string; seconds: number }[] = [];
  for (const { name } of schedules) {
    const [job] = await sql<{ id: string }[]>`
      insert into pgboss.job (name) values (${name}) returning id`;
    for (let isDone = false; !isDone; await setTimeout(100)) {
      const [done] = await sql<{ state: string; seconds: number }[]>`
        select state, extract(epoch from completed_on - started_on)::float8 as seconds
          from pgboss.job where id = ${job?.id ?? ''} and state in ('completed', 'failed')`;
      if (done?.state === 'failed') throw new Error(`${name} failed`);
      if (done) taken.push({ name, seconds: done.seconds });
      isDone = done !== undefined;
    }
  }
  return taken;
}

/** Waits until nothing is left to do of a start, or of filling: mails of the morning, jobs that are due. */
async function atRest(sql: Sql): Promise<void> {
  for (let isBusy = true; isBusy; await setTimeout(15_000)) {
    const [row] = await sql<{ isBusy: boolean }[]>`
      select exists (select from mails where state = 'QUEUED')
          or exists (select from pgboss.job where state in ('created', 'active', 'retry')
                       and start_after <= now()) as is_busy`;
    isBusy = row?.isBusy ?? false;
  }
}

/** Returns what the platform uses while nobody asks for anything, and the statements that are seen at work then. */
async function idleCost(sql: Sql, pid: number) {
  await atRest(sql);
  const seen = new Map<string, number>();
  const [first, until] = [await processorTimeOf(pid), performance.now() + idleSeconds * 1000];
  while (performance.now() < until) {
    const rows = await sql<{ query: string }[]>`
      select left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query from pg_stat_activity
       where state = 'active' and pid <> pg_backend_pid() and backend_type = 'client backend'`;
    for (const { query } of rows) seen.set(query, (seen.get(query) ?? 0) + 1);
    await setTimeout(100);
  }
  const last = await processorTimeOf(pid);
  const aSecond = (micros: number) => micros / 1000 / idleSeconds;
  const postgres = aSecond(last.postgres - first.postgres);
  const others = aSecond(last.others - first.others);
  const busiest = [...seen].toSorted((a, b) => b[1] - a[1]).slice(0, 5);
  return {
    ms: postgres + others,
    told: `${others.toFixed(1)} and ${postgres.toFixed(1)} in PostgreSQL`,
    busiest: busiest.map(([query, count]) => `${count} × ${query}`).join('; ') || 'nothing seen',
  };
}
