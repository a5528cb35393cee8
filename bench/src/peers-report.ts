import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Measured } from './peers-rounds.ts';
import type { Operation, Subject } from './peers-subject.ts';

export type Goal = { name: string; value: number; atLeast: number };

export type Results = {
  contacts: number;
  loadBefore: number;
  seconds: number;
  rounds: number;
  subjects: Subject[];
  figures: Map<Operation, Map<string, Measured>>;
  goals: Goal[];
};

const root = join(import.meta.dirname, '../..');
const titles: Record<Operation, string> = {
  get: 'Reading one contact',
  list: `A page of 20 with the number of all, one stage, the newest first`,
  create: 'Creating a contact',
};

/** Writes the figures of a run to bench/RESULTS.md, with what they were taken on. */
export function writeResults(results: Results): void {
  const { contacts, seconds, rounds, subjects, figures } = results;
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const lines = [
    '# Speed against peers',
    '',
    'Written by `npm run bench -- --peers`; [how it is done](src/peers.ts) is told at the end.',
    '',
    `- ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${git('rev-parse', '--short', 'HEAD')}`,
    `- ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
    `- ${contacts.toLocaleString('en')} contacts in five tenants, 32 connections, ${rounds} rounds of ${seconds} seconds in turns after one to warm up; medians`,
    `- load average before the run ${results.loadBefore.toFixed(1)}: where it is far from 0, others were at work and the figures are rough`,
    ...subjects.map(({ name, version }) => `- ${name}: ${version}`),
  ];
  lines.push('', '| Goal | at least | measured | |', '|---|---:|---:|---|');
  for (const { name, value, atLeast } of results.goals)
    lines.push(
      `| ${name} | ${atLeast} | ${value.toFixed(2)} | ${value >= atLeast ? 'met' : 'missed'} |`,
    );
  for (const [operation, measured] of figures) lines.push('', ...table(operation, measured));
  writeFileSync(join(root, 'bench/RESULTS.md'), `${lines.join('\n')}\n${method}`);
}

function table(operation: Operation, measured: Map<string, Measured>): string[] {
  const ours = measured.get('Atrium')?.perSecond ?? Number.NaN;
  const rows = [...measured].map(([name, { perSecond, p50, p99, cpuMs, mb }]) => {
    const times = name === 'Atrium' ? '' : (ours / perSecond).toFixed(2);
    return `| ${name} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${cpuMs.toFixed(2)} | ${mb.toFixed(0)} | ${times} |`;
  });
  return [
    `## ${titles[operation]}`,
    '',
    '| | requests/s | p50 ms | p99 ms | processor ms a request | memory MB | Atrium is … times as fast |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ];
}

const method = `
## How

All run at the same time on one machine and one PostgreSQL server, each in a database of its own, over the same socket and with the same durability; the load moves from one to the next. The server is the one that \`npm start\` brings. Each product keeps its own default of connections to it (Atrium 8, Directus and Parse Server 10, the bare handler 16) and is one process that serves requests; Atrium's other processes (analytics, calendars, supervisor) count in its memory and processor time, PostgreSQL's in nobody's. Memory is the proportional set size after the load, processor time that of the load and, for Atrium, of handing its events on.

The contacts are Atrium's, copied column by column. The caller is an adviser who signed in once and may see the contacts of one tenant of five, which is verified before: a contact of another tenant is 403 or 404. In Directus that is a policy whose rule compares the item's tenant with the current user's, in Parse Server an ACL on each object that names its tenant's role and class-level permissions that ask for a session. Each has the index (tenant, stage, time of creation) that the list wants; Atrium's contacts bear their other indexes too (names, manager, text search), which the others are spared. Creating also writes an audit record in Atrium (an event) and in Directus (activity and revision), none in Parse Server. Atrium's list returns the number of all that match, so the others are asked for it too.

The bare handler is Fastify and postgres.js without sign-in, validation, wall or audit: one select, one insert.

Directus is 11 and not 12, because since 12.0 rules on rows are ignored without a paid licence. It and Parse Server are installed from the npm registry into the temporary folder, with the newest Node that each supports, install scripts off; Directus' isolated-vm is compiled there, which takes a C++ compiler and Python. Parse Server asks for PostGIS in geographic queries only, and no such column exists here. Requests are not logged, limits of rate (Atrium) and of pressure (Directus) are off, telemetry is off, and so is every cache of answers, as by default; Directus shares its schema between requests (CACHE_SCHEMA_FREEZE_ENABLED), which saves it an eighth of its time.
`;
