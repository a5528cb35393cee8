import type { Measured } from './peers-rounds.ts';
import type { Operation, Subject } from './peers-subject.ts';
import { writeFigures } from './results.ts';

export type Goal = { name: string; value: number; atLeast: number; why?: string | undefined };

export type Results = {
  contacts: number;
  loadBefore: number;
  seconds: number;
  rounds: number;
  subjects: Subject[];
  figures: Map<Operation, Map<string, Measured>>;
  goals: Goal[];
};

const titles: Record<Operation, string> = {
  get: 'Reading one contact',
  list: 'A page of 20 with the number of all, one stage, the newest first, all fields',
  short: 'The same page without empty fields, which Atrium writes all the same',
  create: 'Creating a contact',
};

/** Writes the figures of a run to bench/RESULTS.md. */
export function writeResults(results: Results): void {
  const { contacts, seconds, rounds, subjects, figures } = results;
  const lines = [
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
  writeFigures('peers', lines);
}

function table(operation: Operation, measured: Map<string, Measured>): string[] {
  const ours = measured.get('Atrium')?.perSecond ?? Number.NaN;
  const rows = [...measured].map(([name, { perSecond, p50, p99, cpuMs, mb }]) => {
    const times = name === 'Atrium' ? '' : (ours / perSecond).toFixed(2);
    return `| ${name} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${cpuMs.toFixed(2)} | ${mb.toFixed(0)} | ${times} |`;
  });
  return [
    `### ${titles[operation]}`,
    '',
    '| | requests/s | p50 ms | p99 ms | processor ms a request | memory MB | Atrium is … times as fast |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ];
}
