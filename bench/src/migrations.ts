import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '@atrium/kit/sql.ts';
import { startThrowawayPostgres } from '@atrium/local/throwaway-postgres.ts';
import { changeSchema } from '@atrium/platform/database/migrate.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { root } from './atrium.ts';
import type { Goals } from './goals.ts';
import { fillFirm, scale } from './scale-data.ts';

const folder = join(root, 'apps/platform/migrations');
/** The newest migration of the oldest databases that can be updated (ADR 31). */
const oldest = '0021';
/** What locks keep out, from the strongest. */
const locks: Record<string, string> = {
  AccessExclusiveLock: 'reading and writing',
  ExclusiveLock: 'writing',
  ShareRowExclusiveLock: 'writing',
  ShareLock: 'writing',
};

type Step = { name: string; seconds: number; kept: string[] };

/**
 * Brings a database of the oldest schema that can be updated, with one firm of 200,000 contacts, to the one of
 * today, step by step. Writes to bench/MIGRATIONS.md how long each takes, and which tables with rows it keeps
 * from whom until it ends: that is how long requests for them wait. No goals.
 */
export async function measureMigrations({ print }: Goals): Promise<void> {
  const postgres = await startThrowawayPostgres();
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const steps: Step[] = [];
  const superuser = openSql(urlOf(postgres.adminUrl));
  try {
    await changeSchema(postgres.url('atrium'), async (owner, command) => {
      for (const name of names) {
        if (steps.length === 0 && name.slice(0, 4) > oldest) await load(superuser);
        const text = await readFile(join(folder, name), 'utf8');
        const began = performance.now();
        await command(`begin; ${text}`);
        const ended = performance.now();
        const kept = await heldLocks(owner, superuser);
        const atCommit = performance.now();
        await command('commit');
        const seconds = (ended - began + performance.now() - atCommit) / 1000;
        if (name.slice(0, 4) > oldest) steps.push({ name, seconds, kept });
        print(`        ${name} ${seconds.toFixed(2)} s ${kept.join(', ')}`);
      }
    });
  } finally {
    await superuser.end();
    await postgres.stop();
  }
  await writeFile(join(root, 'bench/MIGRATIONS.md'), tableOf(steps));
}

/** Returns the address of our database on the server of another address. */
function urlOf(server: string): string {
  const url = new URL(server);
  url.pathname = '/atrium';
  return url.href;
}

async function load(sql: Sql): Promise<void> {
  const tenantUuid = randomUUID();
  await sql`insert into tenants (tenant_uuid, name, code) values (${tenantUuid}, 'Large', 'LARGE')`;
  await fillFirm(sql, tenantUuid, 1);
  await sql`analyze`;
}

/** Returns what the open transaction of `owner` keeps from others, of tables that have rows. */
async function heldLocks(owner: Sql, superuser: Sql): Promise<string[]> {
  const [{ pid } = { pid: 0 }] = await owner<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const held = await superuser<{ table: string; mode: string }[]>`
    select distinct c.relname as "table", l.mode
      from pg_locks l join pg_class c on c.oid = l.relation and c.relkind = 'r'
     where l.pid = ${pid} and l.granted and c.reltuples > 0
       and c.relnamespace = 'public'::regnamespace and l.mode = any(${Object.keys(locks)}::text[])`;
  const strongest = new Map<string, string>();
  for (const mode of Object.keys(locks).reverse())
    for (const each of held) if (each.mode === mode) strongest.set(each.table, locks[mode] ?? '');
  return [...strongest].map(([table, what]) => `${table} (${what})`).sort();
}

function tableOf(steps: readonly Step[]): string {
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  const shown = steps.filter(({ seconds }) => seconds >= 0.1);
  const rows = shown.map(
    ({ name, seconds, kept }) =>
      `| \`${name}\` | ${seconds.toFixed(1)} | ${kept.join(', ') || 'nothing'} |`,
  );
  const count = (n: number) => n.toLocaleString('en');
  return `# How long an update takes

Measured by \`npm run bench -- migrations\`: a database with the schema of migration ${oldest}, the oldest that can be updated, and one firm of ${count(scale.contacts)} contacts, ${count(scale.households)} households and ${count(scale.staff)} staff, brought to the newest, on two cores without fsync. Each step is one transaction; what it locks waits until the step has ended, so this is the longest that a request can wait. All ${steps.length} steps took ${total.toFixed(0)} s; those that took a tenth of a second or more are these.

| Step | Seconds | Kept from others until it ends |
|---|---:|---|
${rows.join('\n')}
`;
}
