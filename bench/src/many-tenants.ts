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

/**
 * Measures a platform of 10,000 firms with 500 contacts and 200 meetings each, in one PostgreSQL: what filling it
 * takes, what the firms cost while nobody asks for anything, the requests of one firm's people, and those of the
 * platform's own people, whose work grows with the number of firms.
 */
export async function measureManyTenants({ check, print }: Goals, dataDir: string): Promise<void> {
  const atrium = await startAtrium(dataDir, { DEMO: 'off', ACCESS_TOKEN_SECONDS: '86400' });
  const { headers, root, tenantUuid } = await furnish(atrium.address, dataDir);
  const sql = openSql(atrium.superuser());
  const before = await idleCost(sql, atrium.pid);
  const [sizeBefore, began] = [await sizeOf(sql), performance.now()];
  await fillManyFirms(atrium.superuser(), tenantUuid);
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
  const after = await idleCost(sql, atrium.pid);
  print(
    `        idle, milliseconds of processor time a second: one firm ${before.told}; ${many.tenants} firms ${after.told}`,
  );
  print(`        at work while idle: ${after.busiest}`);
  check('idle, of one core', (after.ms - before.ms) / 10, '%', { atMost: 5 });

  const { managers, ...records } = await someRecords(sql, tenantUuid);
  await sql.end();
  const admin = { ...root, 'x-tenant-uuid': tenantUuid };
  const asked = scaleQuestions({ tenantUuid, managers, ...records }).map((each) => ({
    ...each,
    asker: each.isAdmin ? admin : headers,
  }));
  const ofPlatform = platformQuestions().map((each) => ({ ...each, asker: root }));
  for (const { name, atMost, ask, asker } of [...asked, ...ofPlatform]) {
    const { p95 } = await times(atrium.address, asker, ask, 1);
    check(`${name}, p95`, p95, 'ms', { atMost });
  }
  await atrium.stop();
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

/** Returns what the platform uses while nobody asks for anything, and the statements that are seen at work then. */
async function idleCost(sql: Sql, pid: number) {
  await setTimeout(idleSeconds * 250);
  const seen = new Map<string, number>();
  const [first, until] = [await processorTimeOf(pid), performance.now() + idleSeconds * 1000];
  while (performance.now() < until) {
    const rows = await sql<{ query: string }[]>`
      select left(regexp_replace(query, '\s+', ' ', 'g'), 120) as query from pg_stat_activity
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
