import { loadavg } from 'node:os';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { startOurs } from './peers-atrium.ts';
import { startDirectus } from './peers-directus.ts';
import { startParse } from './peers-parse.ts';
import { type Goal, type Results, writeResults } from './peers-report.ts';
import { measureInTurns } from './peers-rounds.ts';
import type { Login, Operation, Subject } from './peers-subject.ts';
import { createDatabases, verify } from './peers-verify.ts';
import { reasons } from './reasons.ts';

/** The amount that is measured: for a short run, PEERS_CONTACTS=1000 PEERS_SECONDS=2 PEERS_ROUNDS=1. */
const contacts = Number(process.env.PEERS_CONTACTS ?? 20_000);
const seconds = Number(process.env.PEERS_SECONDS ?? 8);
const rounds = Number(process.env.PEERS_ROUNDS ?? 3);

/**
 * Reading, listing and creating contacts, against Directus and Parse Server on the same PostgreSQL
 * server with the same rows, rights and indexes, and against a bare handler. Writes RESULTS.md.
 */
export async function measurePeers({ check, print }: Goals, dataDir: string): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0;
  const started = await startAtrium(dataDir, { DEMO: 'off', ACCESS_TOKEN_SECONDS: '86400' });
  const subjects: Subject[] = [];
  const closing = [started.stop];
  try {
    const ours = await startOurs(started, dataDir, contacts);
    closing.unshift(ours.close);
    subjects.push(ours.bare, ours.atrium);
    const login = started.superuser() as Login;
    await createDatabases(login, ['directus', 'parse']);
    subjects.push(await startDirectus(login, ours.data, dataDir));
    subjects.push(await startParse(login, ours.data, dataDir));
    for (const subject of subjects) await verify(subject, ours.data);

    const results: Results = {
      contacts,
      loadBefore,
      seconds,
      rounds,
      subjects,
      figures: new Map(),
      goals: [],
    };
    for (const operation of ['get', 'list', 'short', 'create'] as const) {
      const figures = await measureInTurns(subjects, operation, { seconds, rounds });
      results.figures.set(operation, figures);
      for (const [name, { perSecond, p50, p99, cpuMs }] of figures)
        print(
          `        ${operation} ${name}: ${perSecond.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms, ${cpuMs.toFixed(2)} ms of processor`,
        );
    }
    results.goals = goalsOf(results);
    for (const { name, value, atLeast, why } of results.goals)
      check(name, value, '', { atLeast, why });
    writeResults(results);
  } finally {
    for (const { stop } of subjects) await stop();
    for (const close of closing) await close();
  }
}

const whyOf = {
  get: reasons.reading,
  list: reasons.page,
  short: reasons.page,
  create: reasons.creating,
};

function goalsOf({ figures }: Results): Goal[] {
  const rate = (operation: Operation, name: string) =>
    figures.get(operation)?.get(name)?.perSecond ?? Number.NaN;
  const times = (operation: Operation, other: string) =>
    rate(operation, 'Atrium') / rate(operation, other);
  const goal = (name: string, operation: Operation, other: string, atLeast: number): Goal => ({
    name,
    value: times(operation, other),
    atLeast,
    why: whyOf[operation],
  });
  return [
    goal('reading, times Directus', 'get', 'Directus', 20),
    goal('reading, share of the bare handler', 'get', 'bare handler', 0.45),
    goal('a page with total, times Directus', 'list', 'Directus', 12),
    goal('a page with total, times Parse Server', 'list', 'Parse Server', 2.5),
    goal('a page without empty fields, times Parse Server', 'short', 'Parse Server', 2.5),
    goal('creating, times Directus', 'create', 'Directus', 10),
    goal('creating, times Parse Server', 'create', 'Parse Server', 1),
    goal('creating, share of the bare handler', 'create', 'bare handler', 0.22),
  ];
}
